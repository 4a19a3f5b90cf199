package explain

import (
	"context"
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/align"
	"github.com/truthloop/truthloop/verify/check"
)

// alignSteps is the number of nodes that a search for other names may evaluate.
const alignSteps = 500_000

// consistentMistakes are the kinds that consistent finds, in its order.
var consistentMistakes = []record.Diagnosis{record.QuantifiedConstant, record.Renaming}

// A confusion is a mistake that a model makes in the same way in several places.
type confusion struct {
	r    *Repairer
	a, b *logic.Formula // the right formula and the wrong one
	fold func(string) string
	sig  logic.Signature // of a
}

// consistent searches for a confusion that turns a into b: constants became variables of
// quantifiers, or names changed.
func (r *Repairer) consistent(ctx context.Context, a, b *logic.Formula, fold func(string) string) Repair {
	c := &confusion{r, a, b, fold, a.Signature(r.o.Formula.CaseSensitive)}
	for f := range c.unbound() {
		if r.equal(ctx, a, f) {
			return Repair{record.QuantifiedConstant, f.String()}
		}
	}
	if f := c.renamed(ctx); f != nil {
		return Repair{record.Renaming, f.String()}
	}
	return Repair{Diagnosis: record.OtherMistake}
}

func (r *Repairer) equal(ctx context.Context, a, f *logic.Formula) bool {
	return r.v.Formulas(ctx, a, f).Verdict == record.Equivalent
}

// renamed returns b with the names of a, or nil if no mapping is found.
func (c *confusion) renamed(ctx context.Context) *logic.Formula {
	var o align.Options
	if !c.r.o.Formula.CaseSensitive {
		o.Fold = logic.Fold
	}
	o.Steps = alignSteps
	o.Decide = func(ctx context.Context, a, b *logic.Formula) check.Status {
		return c.r.v.Formulas(ctx, a, b).Status()
	}
	found := align.Align(ctx, []align.Pair{{Left: c.b, Right: c.a}}, o)
	if found.Relation != record.RelEquivalent {
		return nil
	}
	return found.Renamed[0]
}

// maxConstants bounds the constants that are tried for a variable.
const maxConstants = 8

// unbound yields b without some of its quantifiers. First, it drops all quantifiers
// whose variable has the name of a constant of a, and then one of these at a time.
// Finally, it drops any one quantifier, whose variable becomes a constant that b lacks.
func (c *confusion) unbound() iter.Seq[*logic.Formula] {
	named := func(q *logic.Formula) bool {
		return slices.ContainsFunc(c.sig.Constants, func(s string) bool { return c.fold(s) == c.fold(q.Name) })
	}
	var quantifiers []*logic.Formula
	for f := range c.b.Subformulas() {
		if f.Op.IsQuantifier() {
			quantifiers = append(quantifiers, f)
		}
	}
	lacking := slices.DeleteFunc(slices.Clone(c.sig.Constants), func(s string) bool {
		return slices.ContainsFunc(c.b.Signature(false).Constants, func(x string) bool { return c.fold(x) == c.fold(s) })
	})
	return func(yield func(*logic.Formula) bool) {
		one := func(q *logic.Formula, constant string) bool {
			return yield(unbind(c.b, func(f *logic.Formula) bool { return f == q }, func(*logic.Formula) string { return constant }))
		}
		same := func(q *logic.Formula) string { return q.Name }
		if slices.ContainsFunc(quantifiers, named) && !yield(unbind(c.b, named, same)) {
			return
		}
		for _, q := range quantifiers {
			if named(q) && !one(q, q.Name) {
				return
			}
		}
		for _, q := range quantifiers {
			for _, constant := range lacking[:min(len(lacking), maxConstants)] {
				if !c.binds(q.Args[0], constant) && !one(q, constant) {
					return
				}
			}
		}
	}
}

// binds reports whether a quantifier in f binds the name.
func (c *confusion) binds(f *logic.Formula, name string) bool {
	for g := range f.Subformulas() {
		if g.Op.IsQuantifier() && c.fold(g.Name) == c.fold(name) {
			return true
		}
	}
	return false
}

// unbind drops the quantifiers that meet the condition. Their variables become
// constants.
func unbind(f *logic.Formula, drops func(*logic.Formula) bool, constant func(*logic.Formula) string) *logic.Formula {
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = unbind(g, drops, constant)
	}
	if drops(f) {
		return args[0].Substitute(f.Name, logic.Constant(constant(f)))
	}
	return f.WithOperands(args)
}

package language

import (
	"iter"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// The forms of edits that only temporal formulas have.
var (
	swapTemporal = syntax.Noisy(record.TemporalSwapped) // G A becomes F A
	swapUntil    = syntax.Noisy(record.UntilSwapped)    // A U B becomes A W B
	dropTemporal = syntax.Noisy(record.TemporalDropped) // X A becomes A
	swapSides    = syntax.Noisy(record.ArgumentOrder)   // A U B becomes B U A
)

// A node is a place in a temporal formula.
type node struct {
	*syntax.Place[*temporal.Formula]
	f     *temporal.Formula
	names []string      // propositions that edits may insert
	added []temporal.Op // temporal operators of one operand that edits may insert
	syntax.EditOptions
}

// Edits lists the sites of a formula, with nodes in preorder. The last sites replace a
// name in the whole formula.
func (*Language) Edits(t syntax.Tree, o syntax.EditOptions) iter.Seq[syntax.Site] {
	if o.Fold == nil {
		o.Fold = logic.Fold
	}
	names, added := formula(o.From).Propositions(o.Invent), insertable(formula(o.From))
	at := func(p *syntax.Place[*temporal.Formula]) *node { return &node{p, p.Tree, names, added, o} }
	return syntax.Sites(formula(t), o.Set, tree, func(p *syntax.Place[*temporal.Formula]) {
		for _, list := range []func(*node){
			(*node).negations, (*node).operators, (*node).symbol, (*node).sides,
			(*node).displaced, (*node).groups, (*node).scopes, (*node).parts,
		} {
			list(at(p))
		}
	}, func(p *syntax.Place[*temporal.Formula]) { at(p).everywhere() })
}

func (n *node) negations() {
	f := n.f
	if f.Op == temporal.OpNot {
		n.Edit(syntax.DropNegation, func() *temporal.Formula { return f.Args[0] })
	} else if !syntax.Negated(n.Place) {
		n.Edit(syntax.Searched(record.NegationAdded), func() *temporal.Formula { return temporal.Not(f) })
	}
}

// The temporal operators with one and with two operands, those about the past, the binary Boolean operators,
// and the pairs that noise swaps.
var (
	unaryTemporal  = []temporal.Op{temporal.OpNext, temporal.OpFinally, temporal.OpGlobally}
	binaryTemporal = []temporal.Op{temporal.OpUntil, temporal.OpWeakUntil, temporal.OpRelease, temporal.OpStrongRelease}
	unaryPast      = []temporal.Op{temporal.OpYesterday, temporal.OpWeakYesterday, temporal.OpOnce, temporal.OpHistorically}
	binaryPast     = []temporal.Op{temporal.OpSince, temporal.OpTriggered}
	binaryBoolean  = []temporal.Op{temporal.OpAnd, temporal.OpOr, temporal.OpImplies, temporal.OpIff, temporal.OpXor}

	swapped = map[temporal.Op]temporal.Op{
		temporal.OpFinally: temporal.OpGlobally, temporal.OpGlobally: temporal.OpFinally,
		temporal.OpUntil: temporal.OpWeakUntil, temporal.OpWeakUntil: temporal.OpUntil,
		temporal.OpRelease: temporal.OpStrongRelease, temporal.OpStrongRelease: temporal.OpRelease,
		temporal.OpOnce: temporal.OpHistorically, temporal.OpHistorically: temporal.OpOnce,
		temporal.OpSince: temporal.OpTriggered, temporal.OpTriggered: temporal.OpSince,
		temporal.OpAnd: temporal.OpOr, temporal.OpOr: temporal.OpAnd,
	}
)

// operators replaces an operator by another of the same kind, and drops or adds a
// temporal operator of one operand.
func (n *node) operators() {
	f := n.f
	for _, kind := range []struct {
		ops       []temporal.Op
		form      syntax.Form // of the pairs that noise swaps
		otherwise syntax.Form
	}{
		{unaryTemporal, swapTemporal, syntax.Searched(record.TemporalSwapped)},
		{binaryTemporal, swapUntil, syntax.Searched(record.TemporalSwapped)},
		{unaryPast, swapTemporal, syntax.Searched(record.TemporalSwapped)},
		{binaryPast, swapUntil, syntax.Searched(record.TemporalSwapped)},
		{binaryBoolean, syntax.SwapAndOr, syntax.Searched(record.OperatorSwapped)},
	} {
		if !slices.Contains(kind.ops, f.Op) {
			continue
		}
		for _, op := range kind.ops {
			how := kind.otherwise
			if swapped[f.Op] == op {
				how = kind.form
			}
			if op != f.Op && (len(f.Args) <= 2 || (&temporal.Formula{Op: op}).Boolean().IsChain()) {
				n.Edit(how, func() *temporal.Formula { return temporal.Connect(op, f.Args...) })
			}
		}
	}
	if f.Op.IsUnary() {
		n.Edit(dropTemporal, func() *temporal.Formula { return f.Args[0] })
	}
	for _, op := range n.added {
		n.Edit(syntax.Searched(record.TemporalAdded), func() *temporal.Formula { return temporal.Connect(op, f) })
	}
}

// insertable lists X, F, G and the other temporal operators of one operand in f.
func insertable(f *temporal.Formula) []temporal.Op {
	ops := slices.Clone(unaryTemporal)
	for g := range f.Subformulas() {
		if g.Op.IsUnary() && !slices.Contains(ops, g.Op) {
			ops = append(ops, g.Op)
		}
	}
	return ops
}

// symbol replaces a proposition by another one.
func (n *node) symbol() {
	if n.f.Op == temporal.OpAtom {
		n.rename(syntax.RenameSymbol, n.f.Name, temporal.Atom)
	}
}

// everywhere replaces all occurrences of a name.
func (n *node) everywhere() {
	if !n.Wants(syntax.Searched(record.SymbolRenamed)) {
		return
	}
	for _, name := range n.f.Propositions(true) {
		n.rename(syntax.Searched(record.SymbolRenamed), name, func(other string) *temporal.Formula {
			return n.f.Renamed(func(s string) string {
				if n.Fold(s) == n.Fold(name) {
					return other
				}
				return s
			})
		})
	}
}

// rename yields a site with an edit for each name that may replace a name.
func (n *node) rename(form syntax.Form, name string, edited func(other string) *temporal.Formula) {
	n.Site(form, func(put syntax.Put[*temporal.Formula]) {
		syntax.Others(name, n.names, n.Fold, n.Invent, func(other string) bool {
			return put("", "", func() *temporal.Formula { return edited(other) })
		})
	})
}

// sides swaps the operands of a temporal operator, and of an implication.
func (n *node) sides() {
	f := n.f
	if drawn := f.Op.IsTemporal() && len(f.Args) == 2; drawn || f.Op == temporal.OpImplies {
		n.Edit(swapSides.Where(drawn), func() *temporal.Formula { return temporal.Connect(f.Op, f.Args[1], f.Args[0]) })
	}
}

// displaced moves negations. ¬X A and X ¬A mean the same.
func (n *node) displaced() {
	syntax.MoveNegations(n.Place, func(f *temporal.Formula) bool { return f.Op == temporal.OpNext })
}

// groups moves the bounds of a group of two operands: A & (B | C) becomes
// (A & B) | C, A U (B U C) becomes (A U B) U C.
func (n *node) groups() {
	f := n.f
	if len(f.Args) != 2 {
		return
	}
	a, b := f.Args[0], f.Args[1]
	bound := func(g *temporal.Formula) syntax.Form {
		return syntax.MoveBound.Where(g.Op != f.Op || f.Op == temporal.OpImplies || f.Op.IsTemporal())
	}
	if len(b.Args) > 1 {
		n.Edit(bound(b), func() *temporal.Formula { return syntax.With(b, 0, temporal.Connect(f.Op, a, b.Args[0])) })
	}
	if last := len(a.Args) - 1; last > 0 {
		n.Edit(bound(a), func() *temporal.Formula { return syntax.With(a, last, temporal.Connect(f.Op, a.Args[last], b)) })
	}
}

// scopes moves operands out of the scope of X, F or G, or into it, and swaps two
// of these operators: G (A & B) becomes G A & B, G F A becomes F G A.
func (n *node) scopes() {
	f := n.f
	if f.Op.IsUnary() {
		g := f.Args[0]
		if g.Op.IsUnary() && g.Op != f.Op {
			n.Edit(syntax.MoveBound, func() *temporal.Formula { return temporal.Connect(g.Op, temporal.Connect(f.Op, g.Args[0])) })
		}
		for i, h := range g.Args {
			if len(g.Args) > 1 {
				n.Edit(syntax.MoveBound.Where(i == 0), func() *temporal.Formula { return syntax.With(g, i, temporal.Connect(f.Op, h)) })
			}
		}
		return
	}
	for i, g := range f.Args {
		if len(f.Args) > 1 && g.Op.IsUnary() {
			n.Edit(syntax.MoveBound.Where(i == 0), func() *temporal.Formula { return temporal.Connect(g.Op, syntax.With(f, i, g.Args[0])) })
		}
	}
}

// parts drops an operand, or adds a literal.
func (n *node) parts() {
	f := n.f
	for i, g := range f.Args {
		if len(f.Args) < 2 {
			break
		}
		literal := g.Op == temporal.OpAtom || g.Op == temporal.OpNot && g.Args[0].Op == temporal.OpAtom
		n.Edit(syntax.DropLiteral.Where(literal && f.Boolean().IsChain()), func() *temporal.Formula {
			rest := slices.Concat(f.Args[:i], f.Args[i+1:])
			if len(rest) == 1 {
				return rest[0]
			}
			return temporal.Connect(f.Op, rest...)
		})
	}
	if !n.Wants(syntax.Searched(record.PartAdded)) {
		return
	}
	for _, name := range n.names[:min(syntax.MaxParts, len(n.names))] {
		atom := temporal.Atom(name)
		for _, literal := range []*temporal.Formula{atom, temporal.Not(atom)} {
			for _, added := range []*temporal.Formula{
				temporal.And(f, literal), temporal.Or(f, literal), temporal.Implies(literal, f), temporal.Implies(f, literal), temporal.Until(literal, f),
			} {
				n.Edit(syntax.Searched(record.PartAdded), func() *temporal.Formula { return added })
			}
		}
	}
}

package verify

import (
	"context"
	"slices"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/format/temporal"
)

// Trivial reports whether a formula is, or may be, trivial, such as a tautology: see
// docs/explanation/generator.md. So a formula that is not trivial is proved to be so.
func Trivial(f record.Formalism, t formalism.Tree) bool {
	v := New(Options{NoRelation: true})
	return languages[f].Trivial(context.Background(), v, t)
}

// TrivialRow reports whether the formula of a row is, or may be, trivial. It returns false
// for what is no formula of a known formalism. If the row names no formalism, the formula
// is read as a formula of logic.
func TrivialRow(row *record.Row) bool {
	if s, e := row.DFAStates, row.DFAEdges; s != nil && e != nil { // no need to build the automaton again
		return *s == 0 || *s == 1 && *e > 0
	}
	f := formalism.OrLogic(row)
	t, err := formalism.Parse(f, row.FS)
	return err == nil && Trivial(f, t)
}

// differs reports whether t is proved to be equivalent to none of the others.
func (v *Verifier) differs(ctx context.Context, s Semantics, t formalism.Tree, others ...formalism.Tree) bool {
	return !slices.ContainsFunc(others, func(other formalism.Tree) bool {
		return s.Relate(ctx, v, t, other).Verdict != record.NotEquivalent
	})
}

// Trivial reports whether a formula is a tautology or a contradiction, or has a quantifier
// whose variable does not occur in its scope.
func (s formulas) Trivial(ctx context.Context, v *Verifier, t formalism.Tree) bool {
	for f := range formula(t).Subformulas() {
		if f.Op.IsQuantifier() && !slices.Contains(f.Args[0].FreeVariables(), f.Name) {
			return true
		}
	}
	return !v.differs(ctx, s, t, logic.Top(), logic.Bottom())
}

// Trivial reports whether a formula is true of all words or of none.
func (s temporals) Trivial(ctx context.Context, v *Verifier, t formalism.Tree) bool {
	return !v.differs(ctx, s, t, temporal.Top(), temporal.Bottom())
}

// Trivial reports whether the language of an expression is empty, or contains all strings:
// in the paper's dialect, all strings over the letters of the expression.
func (s expressions) Trivial(ctx context.Context, v *Verifier, t formalism.Tree) bool {
	letter := regex.Any()
	if letters := automata.Symbols(expression(t)); s.dialect != regex.Brics && letters != nil {
		var all []*regex.Expr
		for _, r := range letters {
			all = append(all, regex.Symbol(r))
		}
		letter = regex.Alternate(all...)
	}
	every := s.Relate(ctx, v, regex.Star(letter).In(s.dialect), t)
	return every.Verdict == record.Unknown || every.Relation == record.RelEquivalent || every.Relation == record.RelWeaker ||
		!v.differs(ctx, s, t, regex.Empty().In(s.dialect))
}

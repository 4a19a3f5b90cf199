package language

import (
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// Outline returns a text that no other expression has: Brics has a sign for every
// operator. Symbols have no case to fold.
func (*Language) Outline(t syntax.Tree, _ func(string) string) string { return outline(expression(t)) }

func outline(e *regex.Expr) string { return e.Text(regex.Brics) }

// Part returns the smallest part of each expression in which the two differ, or nil if
// they differ at most in the order of alternatives. If no operand remains, the part of a
// sequence is ε, the part of alternatives is ∅, and the part of an intersection is every
// string.
func (r *Language) Part(a, b syntax.Tree, _ func(string) string) (pa, pb syntax.Tree) {
	x, y, differ := syntax.Part(expression(a), expression(b), outline, func(e, f *regex.Expr) (es, fs []*regex.Expr, m syntax.Match) {
		switch {
		case e.Op != f.Op || e.Min != f.Min || e.Max != f.Max || len(e.Args) == 0:
			return nil, nil, syntax.MatchNone
		case e.Op == regex.OpAlternate || e.Op == regex.OpIntersect:
			return e.Args, f.Args, syntax.MatchAny
		}
		return e.Args, f.Args, syntax.MatchOrdered
	}, true)
	if !differ {
		return nil, nil
	}
	return r.tree(x), r.tree(y)
}

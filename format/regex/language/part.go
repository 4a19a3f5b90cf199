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
	return syntax.Part(expression(a), expression(b), outline, func(e, f *regex.Expr) ([]*regex.Expr, bool) {
		if e.Op != f.Op || e.Min != f.Min || e.Max != f.Max {
			return nil, false
		}
		return f.Args, e.Op == regex.OpAlternate || e.Op == regex.OpIntersect
	}, true, r.tree)
}

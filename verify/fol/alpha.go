package fol

import "github.com/truthloop/truthloop/format/logic"

// alpha compares two formulas node by node up to the names of bound variables. Unlike
// the forms, it has no limit on the depth of quantifiers.
type alpha struct {
	name        func(string) string
	left, right map[string][]int // by name: levels of its quantifiers, innermost last
	level       int
	budget      int // nodes that may still be compared
}

// alphaSame reports whether a and b differ at most in the names of bound variables. It
// returns false if it would compare more nodes than the limit.
func alphaSame(a, b *logic.Formula, name func(string) string, nodes int) bool {
	c := alpha{name: name, left: map[string][]int{}, right: map[string][]int{}, budget: nodes}
	return c.formulas(a, b)
}

func (c *alpha) formulas(a, b *logic.Formula) bool {
	if c.budget--; c.budget < 0 || a.Op != b.Op || len(a.Args) != len(b.Args) {
		return false
	}
	switch a.Op {
	case logic.OpForall, logic.OpExists:
		x, y := c.name(a.Name), c.name(b.Name)
		c.left[x], c.right[y] = append(c.left[x], c.level), append(c.right[y], c.level)
		c.level++
		same := c.formulas(a.Args[0], b.Args[0])
		c.level--
		c.left[x], c.right[y] = c.left[x][:len(c.left[x])-1], c.right[y][:len(c.right[y])-1]
		return same
	case logic.OpAtom:
		if c.name(a.Name) != c.name(b.Name) {
			return false
		}
	}
	for i := range a.Args {
		if !c.formulas(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return c.terms(a.Terms, b.Terms)
}

func (c *alpha) terms(as, bs []logic.Term) bool {
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		b := bs[i]
		x, y := c.name(a.Name), c.name(b.Name)
		switch {
		case c.budget <= 0, a.Var != b.Var:
			return false
		case a.Var && (innermost(c.left[x]) < 0 || innermost(c.left[x]) != innermost(c.right[y])):
			return false
		case !a.Var && x != y:
			return false
		}
		if c.budget--; !c.terms(a.Args, b.Args) {
			return false
		}
	}
	return true
}

// innermost returns the last level, or -1.
func innermost(levels []int) int {
	if len(levels) == 0 {
		return -1
	}
	return levels[len(levels)-1]
}

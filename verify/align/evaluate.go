package align

import (
	"github.com/truthloop/truthloop/format/logic"
)

// A node is a formula whose symbols are numbers and whose variables are the
// depths of their quantifiers.
type node struct {
	op    logic.Op
	sym   int
	terms []term
	args  []*node
}

// A term is a variable, or the symbol sym with arguments.
type term struct {
	variable int // depth of the quantifier from zero; -1 for a constant or function
	sym      int
	args     []term
}

// A compiler translates the formulas of a side into nodes.
type compiler struct {
	fold  func(string) string
	index map[use]int
	uses  map[int]bool // symbols of the formula
	bound []string
	depth int // largest number of nested quantifiers
}

func (c *compiler) symbol(k Kind, name string, arity int) int {
	i := c.index[use{sort{k, arity}, fold(c.fold, name)}]
	c.uses[i] = true
	return i
}

func fold(f func(string) string, name string) string {
	if f == nil {
		return name
	}
	return f(name)
}

func (c *compiler) formula(f *logic.Formula) *node {
	n := &node{op: f.Op, terms: c.terms(f.Terms)}
	switch {
	case f.Op == logic.OpAtom && len(f.Terms) == 0:
		n.sym = c.symbol(Proposition, f.Name, 0)
	case f.Op == logic.OpAtom:
		n.sym = c.symbol(Predicate, f.Name, len(f.Terms))
	case f.Op.IsQuantifier():
		c.bound = append(c.bound, f.Name)
		c.depth = max(c.depth, len(c.bound))
		defer func() { c.bound = c.bound[:len(c.bound)-1] }()
	}
	for _, g := range f.Args {
		n.args = append(n.args, c.formula(g))
	}
	return n
}

func (c *compiler) terms(ts []logic.Term) []term {
	var out []term
	for _, t := range ts {
		out = append(out, c.term(t))
	}
	return out
}

func (c *compiler) term(t logic.Term) term {
	if t.Var {
		for i := len(c.bound) - 1; i >= 0; i-- {
			if c.bound[i] == t.Name {
				return term{variable: i}
			}
		}
	}
	if len(t.Args) > 0 {
		return term{variable: -1, sym: c.symbol(Function, t.Name, len(t.Args)), args: c.terms(t.Args)}
	}
	return term{variable: -1, sym: c.symbol(Constant, t.Name, 0)}
}

// A table is the meaning of a symbol in 64 structures with the same elements, constants
// and functions. For each tuple of arguments, in row-major order, words has the
// structures in which the predicate is true, or values has the value of the function.
type table struct {
	words  []uint64
	values []int
}

// An evaluator evaluates formulas in 64 structures at once. It counts the nodes
// that it visits.
type evaluator struct {
	size   int
	tables []table
	bound  []int
	steps  int
}

const all = ^uint64(0)

// formula returns the structures in which f is true.
func (e *evaluator) formula(f *node) uint64 {
	e.steps++
	switch f.op {
	case logic.OpTrue:
		return all
	case logic.OpAtom:
		return e.tables[f.sym].words[e.index(f.terms)]
	case logic.OpEqual:
		if e.term(&f.terms[0]) == e.term(&f.terms[1]) {
			return all
		}
	case logic.OpNot:
		return ^e.formula(f.args[0])
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		return e.chain(f)
	case logic.OpImplies:
		if a := e.formula(f.args[0]); a != 0 {
			return ^a | e.formula(f.args[1])
		}
		return all
	case logic.OpIff:
		return ^(e.formula(f.args[0]) ^ e.formula(f.args[1]))
	case logic.OpForall, logic.OpExists:
		return e.quantifier(f)
	}
	return 0
}

func (e *evaluator) chain(f *node) uint64 {
	out := uint64(0)
	if f.op == logic.OpAnd {
		out = all
	}
	for _, g := range f.args {
		switch f.op {
		case logic.OpAnd:
			out &= e.formula(g)
			if out == 0 {
				return out
			}
		case logic.OpOr:
			out |= e.formula(g)
			if out == all {
				return out
			}
		default:
			out ^= e.formula(g)
		}
	}
	return out
}

func (e *evaluator) quantifier(f *node) uint64 {
	e.bound = append(e.bound, 0)
	last := len(e.bound) - 1
	out := uint64(0)
	if f.op == logic.OpForall {
		out = all
	}
	for x := range e.size {
		e.bound[last] = x
		if f.op == logic.OpForall {
			out &= e.formula(f.args[0])
		} else {
			out |= e.formula(f.args[0])
		}
	}
	e.bound = e.bound[:last]
	return out
}

// index returns the place of a tuple of terms in a table.
func (e *evaluator) index(ts []term) int {
	i := 0
	for k := range ts {
		i = i*e.size + e.term(&ts[k])
	}
	return i
}

func (e *evaluator) term(t *term) int {
	if t.variable >= 0 {
		return e.bound[t.variable]
	}
	return e.tables[t.sym].values[e.index(t.args)]
}

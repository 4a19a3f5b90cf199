package align

import (
	"encoding/binary"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// number returns the number of a symbol of a side's formula.
func number(name string) int {
	i := uint64(name[0])
	if i >= 0x80 {
		i, _ = binary.Uvarint([]byte(name))
	}
	return int(i)
}

// A table is the meaning of a symbol in 64 structures with the same elements, constants
// and functions. For each tuple of arguments, in row-major order, words has the
// structures in which the predicate is true, or values has the value of the function.
type table struct {
	words  []uint64
	values []int
}

// An evaluator evaluates formulas in 64 structures at once. It counts the atoms, equalities
// and quantifiers that it visits.
type evaluator struct {
	size   int
	tables []table
	bound  []binding // innermost last
	steps  int
}

type binding struct {
	name  string
	value int
}

// formula returns the structures in which f is true.
func (e *evaluator) formula(f *logic.Formula) uint64 { return f.Evaluate(e.leaf) }

func (e *evaluator) leaf(f *logic.Formula) uint64 {
	e.steps++
	switch {
	case f.Op == logic.OpAtom:
		return e.tables[number(f.Name)].words[e.index(f.Terms)]
	case f.Op != logic.OpEqual:
		return e.quantifier(f)
	case e.term(f.Terms[0]) == e.term(f.Terms[1]):
		return ^uint64(0)
	}
	return 0
}

// quantifier evaluates the body for the elements, until further ones cannot change the
// result.
func (e *evaluator) quantifier(f *logic.Formula) uint64 {
	var word, flip uint64 // ∀ is computed as ¬∃¬
	if f.Op == logic.OpForall {
		flip = ^uint64(0)
	}
	last := len(e.bound)
	e.bound = append(e.bound, binding{name: f.Name})
	for x := 0; x < e.size && ^word != 0; x++ {
		e.bound[last].value = x
		word |= e.formula(f.Args[0]) ^ flip
	}
	e.bound = e.bound[:last]
	return word ^ flip
}

// index returns the place of a tuple of terms in a table.
func (e *evaluator) index(ts []logic.Term) int {
	i := 0
	for _, t := range ts {
		i = i*e.size + e.term(t)
	}
	return i
}

func (e *evaluator) term(t logic.Term) int {
	if !t.Var {
		return e.tables[number(t.Name)].values[e.index(t.Args)]
	}
	for _, b := range slices.Backward(e.bound) {
		if b.name == t.Name {
			return b.value
		}
	}
	return 0 // a pair has no free variables
}

package align

import (
	"encoding/binary"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// numbered returns f with the numbers of its symbols as names; see number.
func numbered(f *logic.Formula, index map[use]int, fold func(string) string) *logic.Formula {
	r := renamer{fold: fold, to: map[use]string{}}
	for u, i := range index {
		r.to[u] = string(binary.AppendUvarint(nil, uint64(i)))
	}
	return r.formula(f)
}

// number returns the number of a symbol of a formula that numbered returned.
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

// An evaluator evaluates formulas in 64 structures at once. It counts the atoms and
// quantifiers that it visits.
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

const all = ^uint64(0)

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
		return all
	}
	return 0
}

// quantifier evaluates the body for the elements, until further ones cannot change the
// result.
func (e *evaluator) quantifier(f *logic.Formula) uint64 {
	var flip uint64 // ∀ is computed as ¬∃¬
	if f.Op == logic.OpForall {
		flip = all
	}
	var out uint64
	last := len(e.bound)
	e.bound = append(e.bound, binding{name: f.Name})
	for x := 0; x < e.size && out != all; x++ {
		e.bound[last].value = x
		out |= e.formula(f.Args[0]) ^ flip
	}
	e.bound = e.bound[:last]
	return out ^ flip
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

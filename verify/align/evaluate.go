package align

import (
	"encoding/binary"
	"math"

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

// An evaluator evaluates formulas in 64 structures at once.
type evaluator struct {
	logic.Structures
	tables []table
}

func newEvaluator(symbols int) *evaluator {
	e := &evaluator{tables: make([]table, symbols)}
	e.Steps = math.MaxInt
	e.Atom = func(f *logic.Formula, args []int) uint64 { return e.tables[number(f.Name)].words[e.index(args)] }
	e.Apply = func(t logic.Term, args []int) int { return e.tables[number(t.Name)].values[e.index(args)] }
	return e
}

// index returns the place of a tuple in a table.
func (e *evaluator) index(args []int) int {
	i := 0
	for _, a := range args {
		i = i*e.Size + a
	}
	return i
}

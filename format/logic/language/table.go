package language

import (
	"math/bits"

	"github.com/truthloop/truthloop/format/logic"
)

// A table is the truth table of a formula over n atoms: bit r is the value of the
// formula where atom i is true iff bit i of r is set.
type table []uint64

// tabulate computes the table of a formula with n numbered atoms. A table of fewer
// than six atoms is repeated until it has 64 bits.
func tabulate(f *logic.Formula, number map[*logic.Formula]int, n int) table {
	t := make(table, max(1, 1<<n>>6))
	for w := range t {
		t[w] = f.Evaluate(func(atom *logic.Formula) uint64 { return logic.Column(number[atom], w) })
	}
	return t
}

// essential reports whether the table depends on atom i.
func (t table) essential(i int) bool {
	for w, word := range t {
		with := word >> (1 << i) // in the rows where atom i is false: the value if it were true
		if i >= 6 {
			with = t[w|1<<(i-6)]
		}
		if (word^with)&^logic.Column(i, w) != 0 {
			return true
		}
	}
	return false
}

// weight counts the rows in which the formula and all the given atoms are true.
func (t table) weight(atoms ...int) uint64 {
	n := 0
	for w, word := range t {
		for _, i := range atoms {
			word &= logic.Column(i, w)
		}
		n += bits.OnesCount64(word)
	}
	return uint64(n)
}

package canon

import (
	"math/bits"

	"github.com/truthloop/truthloop/format/logic"
)

// A table is the truth table of a formula over n atoms: bit r of it is the
// formula's value where atom i is true iff bit i of r is set.
type table []uint64

// lanes[i] has bit j set where bit i of j is.
var lanes = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// variable is the word of the table of atom i alone, at place w.
func variable(i, w int) uint64 {
	switch {
	case i < 6:
		return lanes[i]
	case w>>(i-6)&1 == 1:
		return ^uint64(0)
	}
	return 0
}

// tabulate computes the table of a formula without quantifiers, whose atoms
// number returns. A table of less than six atoms repeats itself up to 64 bits.
func tabulate(f *logic.Formula, n int, number func(*logic.Formula) int) table {
	t := make(table, max(1, 1<<n>>6))
	for w := range t {
		t[w] = evaluate(f, w, number)
	}
	return t
}

// evaluate computes 64 rows of the table at once.
func evaluate(f *logic.Formula, w int, number func(*logic.Formula) int) uint64 {
	switch f.Op {
	case logic.OpTrue:
		return ^uint64(0)
	case logic.OpAtom, logic.OpEqual:
		return variable(number(f), w)
	case logic.OpNot:
		return ^evaluate(f.Args[0], w, number)
	case logic.OpImplies:
		return ^evaluate(f.Args[0], w, number) | evaluate(f.Args[1], w, number)
	case logic.OpIff:
		return ^(evaluate(f.Args[0], w, number) ^ evaluate(f.Args[1], w, number))
	}
	var word uint64 // of ⊥, ∨ and ⊕
	if f.Op == logic.OpAnd {
		word = ^uint64(0)
	}
	for _, a := range f.Args {
		x := evaluate(a, w, number)
		switch f.Op {
		case logic.OpAnd:
			word &= x
		case logic.OpOr:
			word |= x
		case logic.OpXor:
			word ^= x
		}
	}
	return word
}

// essential reports whether the table depends on atom i.
func (t table) essential(i int) bool {
	if i < 6 {
		for _, word := range t {
			if (word^word>>(1<<i))&^lanes[i] != 0 {
				return true
			}
		}
		return false
	}
	step := 1 << (i - 6)
	for w := range t {
		if w&step == 0 && t[w] != t[w|step] {
			return true
		}
	}
	return false
}

// weight counts the rows that make the formula and all atoms given true.
func (t table) weight(atoms ...int) uint64 {
	n := 0
	for w, word := range t {
		for _, i := range atoms {
			word &= variable(i, w)
		}
		n += bits.OnesCount64(word)
	}
	return uint64(n)
}

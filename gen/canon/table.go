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

// A numbered formula is one without quantifiers whose atoms are numbers.
type numbered struct {
	op   logic.Op
	atom int
	args []numbered
}

// numberAtoms puts the numbers of its atoms in place of a formula's atoms.
func numberAtoms(f *logic.Formula, number func(*logic.Formula) int) numbered {
	if f.Op == logic.OpAtom || f.Op == logic.OpEqual {
		return numbered{op: logic.OpAtom, atom: number(f)}
	}
	n := numbered{op: f.Op, args: make([]numbered, len(f.Args))}
	for i, a := range f.Args {
		n.args[i] = numberAtoms(a, number)
	}
	return n
}

// tabulate computes the table of a formula with n atoms. A table of less than
// six atoms repeats itself up to 64 bits.
func tabulate(f *numbered, n int) table {
	t := make(table, max(1, 1<<n>>6))
	for w := range t {
		t[w] = f.evaluate(w)
	}
	return t
}

// evaluate computes the 64 rows of the table at place w at once.
func (f *numbered) evaluate(w int) uint64 {
	switch f.op {
	case logic.OpTrue:
		return ^uint64(0)
	case logic.OpAtom:
		return variable(f.atom, w)
	case logic.OpNot:
		return ^f.args[0].evaluate(w)
	case logic.OpImplies:
		return ^f.args[0].evaluate(w) | f.args[1].evaluate(w)
	case logic.OpIff:
		return ^(f.args[0].evaluate(w) ^ f.args[1].evaluate(w))
	case logic.OpAnd:
		word := ^uint64(0)
		for i := 0; i < len(f.args) && word != 0; i++ {
			word &= f.args[i].evaluate(w)
		}
		return word
	case logic.OpOr:
		var word uint64
		for i := 0; i < len(f.args) && ^word != 0; i++ {
			word |= f.args[i].evaluate(w)
		}
		return word
	case logic.OpXor:
		var word uint64
		for i := range f.args {
			word ^= f.args[i].evaluate(w)
		}
		return word
	}
	return 0 // OpFalse
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

package align

import (
	"slices"
)

// mix hashes two words into one (the finalizer of SplitMix64: Steele, Lea and
// Flood, OOPSLA 2014, over their combination).
func mix(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// A batch is 64 random structures of one size. The meaning of a symbol depends only on
// its sort and its colour.
type batch struct {
	size int
	seed uint64
	bias int // predicates are true for half of the tuples (0), few (1) or most (2)
}

// maxCells bounds a table. Structures in which a symbol has a larger table are not used.
const maxCells = 1 << 10

// cells returns the number of tuples of a table, or 0 if it is too large.
func cells(size, arity int) int {
	n := 1
	for range arity {
		if n *= size; n > maxCells {
			return 0
		}
	}
	return n
}

// fill draws the meaning of a symbol. If free is true, the order of the arguments is not
// chosen yet, and the meaning does not depend on it. Otherwise, the meaning is drawn for
// the arguments in the given order; nil leaves them as they are.
func (b *batch) fill(t *table, s sort, color uint64, free bool, order []int) {
	n := cells(b.size, s.arity)
	base := mix(mix(b.seed, color), uint64(s.kind)<<8+uint64(s.arity))
	t.words, t.values = t.words[:0], t.values[:0]
	args := make([]int, s.arity)
	drawn := make([]int, s.arity)
	for i := range n {
		at := i
		if s.arity > 1 && (free || order != nil) {
			for k, rest := s.arity-1, i; k >= 0; k-- {
				args[k], rest = rest%b.size, rest/b.size
			}
			copy(drawn, args)
			if free {
				slices.Sort(drawn)
			} else {
				for k := range drawn {
					drawn[k] = args[order[k]]
				}
			}
			at = 0
			for _, x := range drawn {
				at = at*b.size + x
			}
		}
		word := mix(base, uint64(at))
		if s.kind == Function || s.kind == Constant {
			t.values = append(t.values, int(word%uint64(b.size)))
			continue
		}
		switch b.bias {
		case 1:
			word &= mix(word, 1) & mix(word, 2)
		case 2:
			word |= mix(word, 1) | mix(word, 2)
		}
		t.words = append(t.words, word)
	}
}

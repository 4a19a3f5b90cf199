package align

import (
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

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
	base := syntax.Mix(syntax.Mix(b.seed, color), uint64(s.kind)<<8+uint64(s.arity))
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
		word := syntax.Mix(base, uint64(at))
		if s.kind == Function || s.kind == Constant {
			t.values = append(t.values, int(word%uint64(b.size)))
			continue
		}
		switch b.bias {
		case 1:
			word &= syntax.Mix(word, 1) & syntax.Mix(word, 2)
		case 2:
			word |= syntax.Mix(word, 1) | syntax.Mix(word, 2)
		}
		t.words = append(t.words, word)
	}
}

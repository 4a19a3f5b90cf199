package align

import (
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify/check"
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

// fill draws the meaning of a symbol.
func (b *batch) fill(t *table, s check.Symbol, color uint64) {
	n, _ := check.Cells(b.size, s.Arity)
	base := syntax.Mix(syntax.Mix(b.seed, color), uint64(s.Kind())<<8+uint64(s.Arity))
	t.words, t.values = t.words[:0], t.values[:0]
	for i := range n {
		word := syntax.Mix(base, uint64(i))
		if !s.Predicate {
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

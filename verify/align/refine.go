package align

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify/check"
)

// The limits of the structures that refinement evaluates.
const (
	maxVisits   = 1 << 12 // visits to the body of the innermost quantifier
	maxNodes    = 1 << 20 // nodes that one evaluation of all formulas visits
	quietRounds = 2       // a refinement ends after so many rounds without a split
)

// refine splits the colours until random structures make no further splits. It
// returns false if no mapping that the colours allow makes all pairs equivalent.
func (s *search) refine(st *state) bool {
	for round, quiet := 0, 0; quiet < quietRounds; round++ {
		if !st.balanced() {
			return false
		}
		before := len(st.classes(0))
		if !s.sample(st, round) || !st.balanced() {
			return false
		}
		if len(st.classes(0)) == before {
			quiet++
		}
		if s.over() {
			return true
		}
	}
	return true
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

func (s *search) batches(round int) []batch {
	out := []batch{{size: 1}, {size: 2}, {size: 2, bias: 1 + round%2}, {size: 3}}
	n := 0
	for i, b := range out {
		b.seed = syntax.Mix(uint64(round), uint64(i))
		if s.fits(b.size) {
			out[n] = b
			n++
		}
	}
	return out[:n]
}

// fits reports whether structures of a size are small enough.
func (s *search) fits(size int) bool {
	if s.ground && size > 1 {
		return false
	}
	visits := 1
	for range max(s.sides[0].depth, s.sides[1].depth) {
		if visits *= size; visits > maxVisits {
			return false
		}
	}
	if size > 1 && visits*(s.sides[0].nodes+s.sides[1].nodes) > maxNodes {
		return false
	}
	for _, sym := range s.sides[0].symbols {
		if n, ok := check.Cells(size, sym.Arity); !ok || n > maxCells {
			return false
		}
	}
	return true
}

// special changes the colour of the one symbol that gets a meaning of its own.
const special = 0x5bd1e9955bd1e995

// sample evaluates all formulas in random structures in which symbols of one colour
// have one meaning. It returns false if the two sides of a pair differ in a structure:
// then no mapping that respects the colours works. Otherwise, one symbol at a time gets
// a meaning of its own, and the values of the formulas become its new colour.
func (s *search) sample(st *state, round int) bool {
	var classes [2]map[uint64][]int
	next := state{}
	for k := range classes {
		classes[k] = st.classes(k)
		next[k] = append(next[k], st[k]...)
	}
	for _, b := range s.batches(round) {
		var base [2][]uint64
		for k, side := range s.sides {
			side.size = b.size
			for i := range side.symbols {
				s.meaning(&b, k, i, st[k][i])
			}
			for _, f := range side.formulas {
				base[k] = append(base[k], s.value(side, f))
			}
		}
		if !slices.Equal(base[0], base[1]) {
			return false
		}
		for k, side := range s.sides {
			for i := range side.symbols {
				color := st[k][i]
				if len(classes[k][color]) == 1 {
					continue
				}
				if s.steps += len(side.formulas); s.over() {
					return true
				}
				s.meaning(&b, k, i, syntax.Mix(color, special))
				for j := range side.formulas {
					value := base[k][j]
					if _, used := slices.BinarySearch(side.used[j], i); used {
						value = s.value(side, side.formulas[j])
					}
					next[k][i] = syntax.Mix(next[k][i], value)
				}
				s.meaning(&b, k, i, color)
			}
		}
	}
	*st = next
	return true
}

// value evaluates a formula and counts the steps.
func (s *search) value(of *side, f *logic.Formula) uint64 {
	of.steps = 0
	v := of.formula(f)
	s.steps += of.steps
	return v
}

// meaning gives a symbol of a side the meaning of a colour.
func (s *search) meaning(b *batch, side, sym int, color uint64) {
	b.fill(&s.sides[side].tables[sym], s.sides[side].symbols[sym], color)
}

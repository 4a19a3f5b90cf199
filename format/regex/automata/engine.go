package automata

import (
	"math/bits"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// An engine answers one question about the languages of expressions.
type engine struct {
	meter     meter
	positions positions
	states    determinized
	pairs     bisimulation
}

// A letter is a class of runes that lead from each state to the same state.
type letter struct {
	rune  rune // the most legible rune of the class
	rank  int  // of its legibility; the best rank is 0
	runes int  // the number of runes in the class
}

// determinized is the subset automaton. States are built on demand and numbered in
// the order of their construction.
type determinized struct {
	*positions
	sets    setTable
	letters []letter
	masks   setTable // set l: the positions that read letter l
	next    []int32  // by s*len(letters)+l: the state after s reads l; -1: unknown
	target  []uint64 // scratch of step
}

// load prepares the engine for es and returns their initial states.
func (e *engine) load(limit Limits, es ...*regex.Expr) ([]int32, error) {
	e.meter.reset(limit)
	g := &e.positions
	build := g.glushkov
	if slices.ContainsFunc(es, extended) {
		build = g.derive
	}
	sets, err := build(&e.meter, es...)
	if err != nil {
		return nil, err
	}
	d := &e.states
	d.positions, d.target = g, make([]uint64, g.words)
	d.sets, d.masks = newSetTable(g.words), newSetTable(g.words)
	d.gatherLetters()
	initial := make([]int32, len(es))
	for i, set := range sets {
		initial[i] = d.intern(set)
	}
	return initial, nil
}

// gatherLetters merges the intervals that the same positions read into one letter.
func (d *determinized) gatherLetters() {
	d.alphabet.intervals(func(i int, r regex.Range) {
		mask := d.readers[i*d.words : (i+1)*d.words]
		d.meter.steps -= d.words
		if cardinality(mask) == 0 {
			return
		}
		l, isNew := d.masks.intern(mask)
		c, rank := representative(r)
		if isNew {
			d.letters = append(d.letters, letter{c, rank, size(r)})
			return
		}
		known := &d.letters[l]
		known.runes += size(r)
		if rank < known.rank {
			known.rune, known.rank = c, rank
		}
	})
}

// intern returns the state of set. A new state gets room for its transitions.
func (d *determinized) intern(set []uint64) int32 {
	s, isNew := d.sets.intern(set)
	if !isNew {
		return s
	}
	d.meter.states--
	if len(d.sets.data) > maxSetWords || len(d.next) > maxNext {
		d.meter.full = true
	}
	for range d.letters {
		d.next = append(d.next, -1)
	}
	return s
}

// step returns the state after s reads letter l.
func (d *determinized) step(s int32, l int) int32 {
	k := int(s)*len(d.letters) + l
	if t := d.next[k]; t >= 0 {
		return t
	}
	clear(d.target)
	mask := d.masks.at(int32(l))
	for w, word := range d.sets.at(s) {
		word &= mask[w]
		d.meter.steps -= 1 + bits.OnesCount64(word)*d.words
		for ; word != 0; word &= word - 1 {
			unite(d.target, d.row(w*64+bits.TrailingZeros64(word)))
		}
	}
	t := d.intern(d.target)
	d.next[k] = t
	return t
}

// accepts reports whether state s accepts the empty string.
func (d *determinized) accepts(s int32) bool {
	return d.sets.data[int(s)*d.words]&(1<<end) != 0
}

// union returns the state of the union of the languages of s and t.
func (d *determinized) union(s, t int32) int32 {
	copy(d.target, d.sets.at(s))
	unite(d.target, d.sets.at(t))
	return d.intern(d.target)
}

// word returns the string of letters, which are in reverse order.
func (e *engine) word(letters []int32) string {
	var text []rune
	for _, l := range slices.Backward(letters) {
		text = append(text, e.states.letters[l].rune)
	}
	return string(text)
}

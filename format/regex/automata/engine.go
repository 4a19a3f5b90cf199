package automata

import (
	"math/bits"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// An Engine answers questions about the languages of expressions. It keeps
// its memory from one question to the next, so that a worker which asks many
// allocates next to nothing; a table that grew beyond half a megabyte is given
// back with the next question. The zero Engine is ready. An Engine is not safe
// for concurrent use.
type Engine struct {
	meter     meter
	positions positions
	states    determinized
	pairs     bisimulation
	minimal   partition
	initial   []uint64 // scratch: sets of positions to start from
	text      []byte   // scratch of word
	counts    [2][]uint64
}

// A letter is a class of runes that no state tells apart.
type letter struct {
	rune  rune // its most legible one
	runes int  // how many they are
}

// determinized is the subset automaton, built state by state on demand. States
// are numbered in the order in which they are met.
type determinized struct {
	*positions
	sets       setTable
	letters    []letter
	masks      setTable // set l: the positions that read letter l
	byInterval []int32  // the letter of each interval of the alphabet; -1: no position reads it
	next       []int32  // of state s and letter l at s*len(letters)+l; -1: not yet known
	target     []uint64 // scratch of step
}

// load prepares the engine for es, whose initial states it returns.
func (e *Engine) load(limit Limits, es ...*regex.Expr) ([2]int32, error) {
	var initial [2]int32
	e.meter.reset(limit)
	if err := e.positions.reset(&e.meter, es...); err != nil {
		return initial, err
	}
	words := e.positions.words
	e.initial = zeroed(e.initial, len(es)*words)
	for i, x := range es {
		if err := e.positions.expression(x, e.initial[i*words:(i+1)*words]); err != nil {
			return initial, err
		}
	}
	e.states.reset(&e.positions)
	for i := range es {
		initial[i] = e.states.intern(e.initial[i*words : (i+1)*words])
	}
	return initial, nil
}

func (d *determinized) reset(g *positions) {
	d.positions = g
	d.sets.reset(g.words)
	d.target = zeroed(d.target, g.words)
	d.next = d.next[:0]
	if cap(d.next) > keepWords {
		d.next = nil
	}
	d.gatherLetters()
}

// gatherLetters joins the intervals that the same positions read.
func (d *determinized) gatherLetters() {
	d.masks.reset(d.words)
	d.letters, d.byInterval = d.letters[:0], d.byInterval[:0]
	d.alphabet.intervals(func(i int, r regex.Range) {
		mask := d.readers[i*d.words : (i+1)*d.words]
		d.meter.steps -= d.words
		if isZero(mask) {
			d.byInterval = append(d.byInterval, -1)
			return
		}
		l, isNew := d.masks.intern(mask)
		d.byInterval = append(d.byInterval, l)
		c := representative(r)
		if isNew {
			d.letters = append(d.letters, letter{c, size(r)})
			return
		}
		known := &d.letters[l]
		known.runes += size(r)
		if legibility(c) < legibility(known.rune) {
			known.rune = c
		}
	})
}

func isZero(set []uint64) bool {
	for _, x := range set {
		if x != 0 {
			return false
		}
	}
	return true
}

// intern returns the state of set.
func (d *determinized) intern(set []uint64) int32 {
	s, isNew := d.sets.intern(set)
	if isNew {
		d.admit()
	}
	return s
}

// admit makes room for the transitions of a new state.
func (d *determinized) admit() {
	d.meter.states--
	if len(d.sets.data) > maxSetWords || len(d.next) > maxNext {
		d.meter.full = true
	}
	for range d.letters {
		d.next = append(d.next, -1)
	}
}

// step is the state after s reads letter l.
func (d *determinized) step(s int32, l int) int32 {
	k := int(s)*len(d.letters) + l
	if t := d.next[k]; t >= 0 {
		return t
	}
	var t int32
	if d.words == 1 {
		t = d.stepWord(s, l)
	} else {
		t = d.stepWords(s, l)
	}
	d.next[k] = t
	return t
}

// stepWord is step where a set is one word: the usual case.
func (d *determinized) stepWord(s int32, l int) int32 {
	var target uint64
	set := d.sets.data[s] & d.masks.data[l]
	d.meter.steps -= 1 + bits.OnesCount64(set)
	for ; set != 0; set &= set - 1 {
		target |= d.follow[bits.TrailingZeros64(set)]
	}
	t, isNew := d.sets.internWord(target)
	if isNew {
		d.admit()
	}
	return t
}

func (d *determinized) stepWords(s int32, l int) int32 {
	clear(d.target)
	mask := d.masks.at(int32(l))
	for w, word := range d.sets.at(s) {
		word &= mask[w]
		d.meter.steps -= 2 + bits.OnesCount64(word)*d.words
		for ; word != 0; word &= word - 1 {
			unite(d.target, d.row(w*64+bits.TrailingZeros64(word)))
		}
	}
	return d.intern(d.target)
}

// accepts reports whether state s accepts the empty string.
func (d *determinized) accepts(s int32) bool {
	return d.sets.data[int(s)*d.words]&(1<<end) != 0
}

// union is the state that accepts what s or t accepts.
func (d *determinized) union(s, t int32) int32 {
	copy(d.target, d.sets.at(s))
	unite(d.target, d.sets.at(t))
	return d.intern(d.target)
}

// word spells letters, which come last one first.
func (e *Engine) word(letters func(yield func(int32) bool)) string {
	e.text = e.text[:0]
	for l := range letters {
		// Reversed twice, by runes here and by bytes of each rune below.
		var b [utf8.UTFMax]byte
		n := utf8.EncodeRune(b[:], e.states.letters[l].rune)
		for i := n - 1; i >= 0; i-- {
			e.text = append(e.text, b[i])
		}
	}
	for i, j := 0, len(e.text)-1; i < j; i, j = i+1, j-1 {
		e.text[i], e.text[j] = e.text[j], e.text[i]
	}
	return string(e.text)
}

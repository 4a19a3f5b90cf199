package automata

import (
	"encoding/binary"
	"math"

	"github.com/truthloop/truthloop/format/regex"
)

// A Size describes the minimal deterministic automaton of a language, without
// its sink. Equal languages have equal sizes.
type Size struct {
	States  int     // 0 for the empty language
	Edges   int     // pairs of a state and a rune that it reads: (0|1)* has two
	Density float64 // Edges/(States·(States-1)) rounded to a tenth; 0 below two states
}

// Measure returns the size of e's language. Each rune of a class is an edge, so that
// . has 1,112,064 edges. The error wraps ErrLimit.
func Measure(e *regex.Expr, limit Limits) (Size, error) {
	var g engine
	if _, err := g.load(limit, e); err != nil {
		return Size{}, err
	}
	d := &g.states
	sink, err := d.explore()
	if err != nil {
		return Size{}, err
	}
	block, firsts, err := d.minimize()
	if err != nil {
		return Size{}, err
	}
	size := Size{States: len(firsts) - 1}
	for b, s := range firsts {
		if int32(b) == block[sink] {
			continue
		}
		for l, t := range d.after(s) {
			if block[t] != block[sink] {
				size.Edges += d.letters[l].runes
			}
		}
	}
	if n := size.States; n >= 2 {
		size.Density = math.Round(10*float64(size.Edges)/float64(n*(n-1))) / 10
	}
	return size, nil
}

// explore builds every reachable state and every transition. It returns the sink,
// which is the state of the empty set.
func (d *determinized) explore() (sink int32, err error) {
	clear(d.target)
	sink = d.intern(d.target)
	for s := int32(0); int(s) < d.sets.len(); s++ {
		for l := range d.letters {
			d.step(s, l)
		}
		if err := d.meter.err(); err != nil {
			return sink, err
		}
	}
	return sink, nil
}

// after returns the states that follow state s, by letter.
func (d *determinized) after(s int) []int32 { return d.next[s*len(d.letters) : (s+1)*len(d.letters)] }

// minimize refines the partition into accepting and other states until each letter leads
// all states of a block to the same block (Moore, Gedanken-experiments on sequential
// machines, 1956). It returns the block of each state, and the first state of each block.
func (d *determinized) minimize() (block []int32, firsts []int, err error) {
	n, letters := d.sets.len(), len(d.letters)
	block = make([]int32, n)
	for s := range int32(n) {
		if d.accepts(s) {
			block[s] = 1
		}
	}
	key := make([]byte, 0, 4*(letters+1))
	for blocks := -1; blocks != len(firsts); {
		blocks = len(firsts)
		next := make([]int32, n)
		number := make(map[string]int32, blocks)
		firsts = firsts[:0]
		for s := range n {
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(block[s]))
			for _, t := range d.after(s) {
				key = binary.LittleEndian.AppendUint32(key, uint32(block[t]))
			}
			b, ok := number[string(key)]
			if !ok {
				b = int32(len(firsts))
				number[string(key)] = b
				firsts = append(firsts, s)
			}
			next[s] = b
		}
		d.meter.steps -= 8 * n * (letters + 1)
		if err := d.meter.err(); err != nil {
			return nil, nil, err
		}
		block = next
	}
	return block, firsts, nil
}

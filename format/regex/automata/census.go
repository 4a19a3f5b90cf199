package automata

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// Census counts the strings over alphabet that e accepts. Element n of the result is
// the number of strings of n runes, up to maxLen. A repeated rune of alphabet counts
// once. The error is ErrLimit, wrapped; a count of more than 64 bits is also one.
func Census(e *regex.Expr, alphabet []rune, maxLen int, limit Limits) ([]uint64, error) {
	var g engine
	initial, err := g.load(limit, e)
	if err != nil {
		return nil, err
	}
	counts := make([]uint64, maxLen+1)
	err = g.census(initial[0], g.weights(alphabet), counts)
	return counts, err
}

// A Difference counts strings by length: those of the left language, of the right
// one, and of only one of them. Element n counts strings of n runes.
type Difference struct {
	Left, Right         []uint64
	LeftOnly, RightOnly []uint64
}

// CensusPair counts the strings over alphabet, up to maxLen runes, that a accepts,
// that b accepts, and that only one of them accepts. See Census.
func CensusPair(a, b *regex.Expr, alphabet []rune, maxLen int, limit Limits) (Difference, error) {
	var e engine
	initial, err := e.load(limit, a, b)
	if err != nil {
		return Difference{}, err
	}
	weights := e.weights(alphabet)
	var d Difference
	either := make([]uint64, maxLen+1)
	d.Left, d.Right = make([]uint64, maxLen+1), make([]uint64, maxLen+1)
	for _, c := range []struct {
		state  int32
		counts []uint64
	}{
		{initial[0], d.Left},
		{initial[1], d.Right},
		{e.states.union(initial[0], initial[1]), either},
	} {
		if err := e.census(c.state, weights, c.counts); err != nil {
			return Difference{}, err
		}
	}
	d.LeftOnly, d.RightOnly = make([]uint64, maxLen+1), make([]uint64, maxLen+1)
	for n, all := range either {
		d.LeftOnly[n], d.RightOnly[n] = all-d.Right[n], all-d.Left[n]
	}
	return d, nil
}

// weights returns the number of runes of alphabet in each letter.
func (e *engine) weights(alphabet []rune) []uint64 {
	alphabet = slices.Clone(alphabet)
	slices.Sort(alphabet)
	weights := make([]uint64, len(e.states.letters))
	for _, c := range slices.Compact(alphabet) {
		if l := e.states.letterOf(c); l >= 0 {
			weights[l]++
		}
	}
	return weights
}

// census fills counts. For each length it computes the number of strings that lead
// to each state.
func (e *engine) census(initial int32, weights, counts []uint64) error {
	d := &e.states
	now, next := make([]uint64, d.sets.len()), []uint64(nil)
	now[initial] = 1
	for n := range counts {
		next = grown(next[:0], d.sets.len())
		for s, paths := range now {
			if paths == 0 {
				continue
			}
			if d.accepts(int32(s)) {
				sum, carry := bits.Add64(counts[n], paths, 0)
				if carry != 0 {
					return errCount(n)
				}
				counts[n] = sum
			}
			if n == len(counts)-1 {
				continue
			}
			d.meter.steps -= len(weights)
			for l, weight := range weights {
				if weight == 0 {
					continue
				}
				t := d.step(int32(s), l)
				next = grown(next, d.sets.len())
				high, product := bits.Mul64(paths, weight)
				sum, carry := bits.Add64(next[t], product, 0)
				if high|carry != 0 {
					return errCount(n + 1)
				}
				next[t] = sum
			}
			if err := d.meter.err(); err != nil {
				return err
			}
		}
		now, next = next, now
	}
	return nil
}

func errCount(n int) error {
	return fmt.Errorf("%w of 64 bits for the number of strings of length %d", ErrLimit, n)
}

// grown appends zeros to s up to length n.
func grown(s []uint64, n int) []uint64 {
	for len(s) < n {
		s = append(s, 0)
	}
	return s
}

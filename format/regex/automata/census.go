package automata

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/truthloop/truthloop/format/regex"
)

// A Difference counts strings by length: the strings of the left language, of the right
// one, and of only one of them. Element n counts strings of n runes.
type Difference struct {
	Left, Right         []uint64
	LeftOnly, RightOnly []uint64
}

// Census counts the strings over alphabet, up to maxLen runes, that a accepts, that b
// accepts, and that only one of them accepts. A repeated rune of alphabet counts once.
// The error wraps ErrLimit, also for a count of more than 64 bits.
func Census(a, b *regex.Expr, alphabet []rune, maxLen int, limit Limits) (Difference, error) {
	var e engine
	initial, err := e.load(limit, a, b)
	if err != nil {
		return Difference{}, err
	}
	weights := e.weights(alphabet)
	var counts [3][]uint64 // of the left language, the right language and their union
	for i, s := range []int32{initial[0], initial[1], e.states.union(initial[0], initial[1])} {
		counts[i] = make([]uint64, maxLen+1)
		if err := e.census(s, weights, counts[i]); err != nil {
			return Difference{}, err
		}
	}
	d := Difference{counts[0], counts[1], make([]uint64, maxLen+1), make([]uint64, maxLen+1)}
	for n, either := range counts[2] {
		d.LeftOnly[n], d.RightOnly[n] = either-d.Right[n], either-d.Left[n]
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
func grown(s []uint64, n int) []uint64 { return append(s, make([]uint64, max(n-len(s), 0))...) }

// letterOf returns the letter of c, or -1 if no position reads c.
func (d *determinized) letterOf(c rune) int32 {
	if i := d.alphabet.find(c); i >= 0 && i < len(d.byInterval) {
		return d.byInterval[i]
	}
	return -1
}

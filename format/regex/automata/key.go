package automata

import (
	"encoding/binary"

	"github.com/truthloop/truthloop/format/regex"
)

// Key returns a string that is equal for two expressions if and only if their
// languages are equal. The key is the encoded minimal automaton, with its states in the
// order of a breadth-first search by ascending runes. The key of the empty language is
// empty. A key is not text. The error wraps ErrLimit.
func Key(e *regex.Expr, limit Limits) (string, error) {
	d, p, dead, err := minimal(e, limit)
	if err != nil {
		return "", err
	}
	if p.block[0] == dead {
		return "", nil
	}
	number := make([]int32, len(p.state)) // the place of each block in order, from 1
	order := []int32{p.block[0]}
	number[p.block[0]] = 1
	var key []byte
	for i := 0; i < len(order); i++ {
		if d.meter.steps -= len(d.alphabet); d.meter.spent() {
			return "", d.meter.err()
		}
		s := p.state[order[i]]
		var runs []run
		d.alphabet.intervals(func(i int, r regex.Range) {
			l := d.byInterval[i]
			if l < 0 {
				return
			}
			to := p.block[d.next[int(s)*len(d.letters)+int(l)]]
			if to == dead {
				return
			}
			if number[to] == 0 {
				order = append(order, to)
				number[to] = int32(len(order))
			}
			runs = appendRun(runs, run{r, number[to]})
		})
		head := uint64(len(runs)) << 1
		if d.accepts(s) {
			head |= 1
		}
		key = binary.AppendUvarint(key, head)
		for _, r := range runs {
			key = binary.AppendUvarint(key, uint64(r.Lo))
			key = binary.AppendUvarint(key, uint64(r.Hi-r.Lo))
			key = binary.AppendUvarint(key, uint64(r.to))
		}
	}
	return string(key), nil
}

// A run is a range of runes that lead to one state.
type run struct {
	regex.Range
	to int32
}

// appendRun appends r, or extends the last run if they are adjacent: the cuts of the
// alphabet depend on the expression, not on its language.
func appendRun(runs []run, r run) []run {
	if n := len(runs); n > 0 && runs[n-1].to == r.to && regex.Next(runs[n-1].Hi) >= r.Lo {
		runs[n-1].Hi = r.Hi
		return runs
	}
	return append(runs, r)
}

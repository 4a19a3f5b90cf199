package automata

import (
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
	d, p, dead, err := minimal(e, limit)
	if err != nil {
		return Size{}, err
	}
	size := Size{States: len(p.state) - 1}
	for b, first := range p.state {
		if int32(b) == dead {
			continue
		}
		s := int(first)
		for l, letter := range d.letters {
			if p.block[d.next[s*len(d.letters)+l]] != dead {
				size.Edges += letter.runes
			}
		}
	}
	if n := size.States; n >= 2 {
		size.Density = math.Round(10*float64(size.Edges)/float64(n*(n-1))) / 10
	}
	return size, nil
}

// minimal builds the minimal automaton of e. The initial state of d is state 0; dead
// is the block of the sink.
func minimal(e *regex.Expr, limit Limits) (d *determinized, p *partition, dead int32, err error) {
	var g engine
	if _, err := g.load(limit, e); err != nil {
		return nil, nil, 0, err
	}
	sink, err := g.states.explore()
	if err != nil {
		return nil, nil, 0, err
	}
	if p, err = minimize(&g.states); err != nil {
		return nil, nil, 0, err
	}
	return &g.states, p, p.block[sink], nil
}

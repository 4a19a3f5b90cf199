package temporal

import "slices"

// A word gives values to the propositions at each step.
type word struct {
	steps [][]bool
	back  int // the step after the last one; -1 for a finite word
}

// The limits of the searches for words, in blocks of 64 words. With four propositions,
// firstBlocks are enough for all infinite words u·v^ω of up to two steps, and finalBlocks
// for all of up to three steps. With two propositions, finalBlocks reach six steps.
const (
	firstBlocks  = 64   // before the tableau: all words by length
	randomBlocks = 32   // before the tableau: random words
	moreBlocks   = 2048 // random words, if the automaton is too large
	finalBlocks  = 1024 // for a shorter witness
	randomLength = 8
	moreLength   = 12

	maxShrinking = 1 << 26 // operations times steps that are evaluated to shorten words
)

// differs reports whether only the formula of a side is true on a word.
func (p *pair) differs(w *word, side int) bool {
	p.shrinking -= p.program.Size * len(w.steps)
	values := p.program.On(w.steps, w.back)
	return values[side] && !values[1-side]
}

// shrink removes steps of w until no single step can be removed, and then makes
// propositions false. Each change must keep w on its side. maxShrinking bounds the work.
func (p *pair) shrink(w *word, side int) *word {
	try := func(c *word) bool {
		ok := p.shrinking > 0 && len(c.steps) > 0 && c.back < len(c.steps) && p.differs(c, side)
		if ok {
			w = c
		}
		return ok
	}
	for again := true; again; {
		again = false
		for i := 0; i < len(w.steps); i++ {
			c := &word{steps: slices.Delete(slices.Clone(w.steps), i, i+1), back: w.back}
			if i < w.back {
				c.back--
			}
			again = try(c) || again
		}
		if w.back > 0 { // u x (v x)^ω is u (x v)^ω
			again = try(&word{steps: w.steps[:len(w.steps)-1], back: w.back - 1}) || again
		}
	}
	for i := range w.steps {
		for a, v := range w.steps[i] {
			if v && p.shrinking > 0 {
				w.steps[i][a] = false
				w.steps[i][a] = !p.differs(w, side)
			}
		}
	}
	return w
}

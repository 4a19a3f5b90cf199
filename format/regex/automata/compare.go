package automata

import "github.com/truthloop/truthloop/format/regex"

// A Comparison relates the languages of two expressions.
type Comparison struct {
	Equal bool // the languages are the same

	// If the languages differ: a shortest string that is in only one of them, and
	// whether it is in the left one.
	Shortest string
	InLeft   bool

	// A shortest string that only the left, or only the right, language contains. If
	// Decided is true, nil means that no such string exists: left ⊆ right if LeftOnly is
	// nil. If Decided is false, nil may also mean that the limit ended the search.
	LeftOnly, RightOnly *string
	Decided             bool

	// The size of the certificate and of the automata.
	Pairs     int // pairs of states in the bisimulation up to congruence
	States    int // deterministic states built
	Positions int // occurrences of symbols on both sides, with repetitions written out
}

// Compare decides whether a and b denote the same language, and finds shortest strings
// that only one language contains. The error wraps ErrLimit if the limit ends the work
// before equality is decided. If there are several shortest strings, the choice depends
// only on a and b.
func Compare(a, b *regex.Expr, limit Limits) (Comparison, error) {
	return new(engine).compare(a, b, limit)
}

func (e *engine) compare(a, b *regex.Expr, limit Limits) (Comparison, error) {
	initial, err := e.load(limit, a, b)
	if err != nil {
		return Comparison{}, err
	}
	left, right := initial[0], initial[1]
	found, err := e.bisimulate(left, right)
	c := Comparison{
		Pairs:     len(e.pairs.list),
		Positions: e.positions.n - 1,
	}
	if err != nil {
		return Comparison{}, err
	}
	if found < 0 {
		c.Equal, c.Decided = true, true
		c.States = e.states.sets.len()
		return c, nil
	}
	c.Shortest = e.word(e.pairs.lettersTo(found))
	c.InLeft = e.states.accepts(e.pairs.list[found].left)
	// left ⊆ right iff left ∪ right = right. Antichains (De Wulf and others, 2006) also
	// decide inclusion, but congruence can drop every pair that they drop (Bonchi and
	// Pous, section 4).
	shortest := c.Shortest
	only, larger := &c.RightOnly, left
	if c.InLeft {
		c.LeftOnly = &shortest
	} else {
		c.RightOnly = &shortest
		only, larger = &c.LeftOnly, right
	}
	found, err = e.bisimulate(e.states.union(left, right), larger)
	c.Decided = err == nil
	if found >= 0 {
		s := e.word(e.pairs.lettersTo(found))
		*only = &s
	}
	c.States = e.states.sets.len()
	return c, nil
}

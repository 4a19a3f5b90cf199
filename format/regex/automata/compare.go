package automata

import "github.com/truthloop/truthloop/format/regex"

// A Comparison relates the languages of two expressions.
type Comparison struct {
	Equal bool // the languages are the same

	// If they are not equal: a shortest string that is in only one of them, and
	// whether it is in the left one.
	Shortest string
	InLeft   bool

	// A shortest string that is in the left, or the right, language alone. If
	// Decided, nil means that there is none: left ⊆ right if LeftOnly is nil.
	// Otherwise nil may mean that the limit ended the search.
	LeftOnly, RightOnly *string
	Decided             bool

	// The certificate, and the work it took.
	Pairs     int // of states in the bisimulation up to congruence
	States    int // deterministic states built
	Positions int // occurrences of symbols on both sides, with repetitions written out
}

// Compare decides whether a and b denote the same language, and finds shortest
// strings that are in one language alone. The error is ErrLimit, wrapped, if the
// limit ends the work before equality is decided. Which of several shortest
// strings is returned depends on a and b alone.
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

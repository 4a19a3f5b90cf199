package automata

import "slices"

// A bisimulation is the relation that Hopcroft and Karp's algorithm builds:
// pairs of states that have to accept the same strings. States in one class of
// the union-find are related by the pairs so far, transitively.
type bisimulation struct {
	list    []pair
	parent  []int32 // of the union-find, by state
	later   []pair  // pairs of the next level, to be settled together
	sizes   []int64 // their sizes and indices
	pending []int32 // scratch of includes
	closure []uint64
	eager   bool // test for congruence from the first pair on
	misses  int  // congruence tests in a row that were in vain
	pause   int  // pairs still to pass untested
}

type pair struct {
	left, right int32
	from        int32 // the pair whose successor this is; -1 of the first
	letter      int32 // that led here
}

const (
	// Relations smaller than this are not worth a test of congruence.
	congruenceFrom = 48
	// From so many tests in vain on, twice as many pairs pass untested after
	// each, up to maxPause.
	patience = 8
	maxPause = 1 << 10
)

// bisimulate searches the strings that left and right disagree on, shortest
// first. It returns the number of the pair that such a string leads to, or -1
// where there is none and the pairs listed are a bisimulation up to congruence.
func (e *Engine) bisimulate(left, right int32) (int32, error) {
	d, b := &e.states, &e.pairs
	b.reset()
	b.push(pair{left, right, -1, 0})
	if d.accepts(left) != d.accepts(right) {
		return 0, nil
	}
	b.join(b.find(left), b.find(right))
	for from := 0; from < len(b.list); {
		end := len(b.list)
		for i := from; i < end; i++ {
			if found := b.follow(d, int32(i)); found >= 0 {
				return found, nil
			}
			if d.meter.spent() {
				return -1, d.meter.err()
			}
		}
		b.settle(d)
		from = end
	}
	return -1, d.meter.err()
}

// follow takes every step from pair i. It returns the number of a pair that
// differs on the empty string, or -1.
func (b *bisimulation) follow(d *determinized, i int32) int32 {
	p := b.list[i]
	for l := range d.letters {
		s, t := d.step(p.left, l), d.step(p.right, l)
		if s == t {
			continue
		}
		next := pair{s, t, i, int32(l)}
		if d.accepts(s) != d.accepts(t) {
			return b.push(next)
		}
		x, y := b.find(s), b.find(t)
		switch {
		case x == y:
		case len(b.list) < congruenceFrom && !b.eager:
			b.join(x, y)
			b.push(next)
		default:
			b.later = append(b.later, next)
		}
	}
	return -1
}

// settle decides which pairs of the next level have to be followed. Small
// states come first: larger ones are often unions of them, and by any other
// order (a|b)*a(a|b){30} would bring each union before its parts.
func (b *bisimulation) settle(d *determinized) {
	if len(b.later) == 0 {
		return
	}
	for i, p := range b.later {
		b.sizes = append(b.sizes, int64(cardinality(d.sets.at(p.left))+cardinality(d.sets.at(p.right)))<<32|int64(i))
	}
	slices.Sort(b.sizes)
	for _, k := range b.sizes {
		p := b.later[int32(k)]
		x, y := b.find(p.left), b.find(p.right)
		if x == y {
			continue
		}
		b.join(x, y)
		if !b.congruent(d, p.left, p.right) {
			b.push(p)
		}
	}
	b.later, b.sizes = b.later[:0], b.sizes[:0]
}

func (b *bisimulation) reset() {
	if cap(b.list) > keepWords {
		b.list, b.parent, b.later, b.sizes = nil, nil, nil, nil
	}
	b.later, b.sizes = b.later[:0], b.sizes[:0]
	b.list, b.parent = b.list[:0], b.parent[:0]
	b.misses, b.pause = 0, 0
}

func (b *bisimulation) push(p pair) int32 {
	b.list = append(b.list, p)
	return int32(len(b.list) - 1)
}

func (b *bisimulation) find(s int32) int32 {
	for int(s) >= len(b.parent) {
		b.parent = append(b.parent, int32(len(b.parent)))
	}
	for b.parent[s] != s {
		b.parent[s] = b.parent[b.parent[s]]
		s = b.parent[s]
	}
	return s
}

// join makes y the root of x. Halving the paths alone keeps find logarithmic.
func (b *bisimulation) join(x, y int32) { b.parent[x] = y }

// lettersTo yields the letters of the string that leads to pair i, last first.
func (b *bisimulation) lettersTo(i int32) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		for p := b.list[i]; p.from >= 0; p = b.list[p.from] {
			if !yield(p.letter) {
				return
			}
		}
	}
}

// congruent reports whether the pairs listed relate s and t by congruence with
// respect to union (Bonchi and Pous, POPL 2013): whether each is included in
// what the other grows to when the pairs are applied as rewrite rules. It may
// say no without looking, which costs a pair and is never wrong.
func (b *bisimulation) congruent(d *determinized, s, t int32) bool {
	if b.pause > 0 {
		b.pause--
		return false
	}
	if b.includes(d, s, t) && b.includes(d, t, s) {
		b.misses = 0
		return true
	}
	b.misses = min(b.misses+1, patience+10)
	if b.misses >= patience {
		b.pause = min(1<<(b.misses-patience), maxPause)
	}
	return false
}

// includes reports whether t is included in what s grows to.
func (b *bisimulation) includes(d *determinized, s, t int32) bool {
	b.closure = append(b.closure[:0], d.sets.at(s)...)
	goal := d.sets.at(t)
	b.pending = b.pending[:0]
	for i := range b.list {
		b.pending = append(b.pending, int32(i))
	}
	for grown := true; grown; {
		if subset(goal, b.closure) {
			return true
		}
		if d.meter.steps -= 2 * d.words * (1 + len(b.pending)); d.meter.steps < 0 {
			return false
		}
		grown = false
		kept := b.pending[:0]
		for _, i := range b.pending {
			left, right := d.sets.at(b.list[i].left), d.sets.at(b.list[i].right)
			switch {
			case subset(left, b.closure):
				unite(b.closure, right)
				grown = true
			case subset(right, b.closure):
				unite(b.closure, left)
				grown = true
			default:
				kept = append(kept, i)
			}
		}
		b.pending = kept
	}
	return subset(goal, b.closure)
}

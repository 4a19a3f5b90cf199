package automata

import "slices"

// A bisimulation is the relation that the algorithm of Hopcroft and Karp builds:
// pairs of states that must accept the same strings. The union-find is its
// equivalence closure.
//
// Rejected: product automata, which have quadratically many pairs in the worst case. Also
// rejected: minimization of both automata first. It builds every state, even if a string of
// one symbol shows that the languages differ.
type bisimulation struct {
	list   []pair
	parent []int32 // the union-find: parent of each state
	later  []pair  // pairs of the next level
	eager  bool    // test for congruence from the first pair on; only in tests
	misses int     // number of failed congruence tests in a row
	pause  int     // pairs to accept without a test
}

type pair struct {
	left, right int32
	from        int32 // the predecessor of this pair; -1 for the first
	letter      int32 // the letter that leads from the predecessor to this pair
}

const (
	// Relations smaller than this are not worth a test of congruence.
	congruenceFrom = 48
	// After this many failed tests, each further failure doubles the number of
	// pairs that are accepted without a test, up to maxPause.
	patience = 8
	maxPause = 1 << 10
)

// bisimulate searches for a shortest string on which left and right disagree. It
// returns the number of the pair to which this string leads. If no such string exists,
// it returns -1, and the list of pairs is a bisimulation up to congruence.
func (e *engine) bisimulate(left, right int32) (int32, error) {
	d, b := &e.states, &e.pairs
	*b = bisimulation{eager: b.eager}
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

// follow adds the successors of pair i. It returns the number of a successor that
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

// settle decides which pairs of the next level to follow. Small states come first,
// since larger ones are often unions of them.
func (b *bisimulation) settle(d *determinized) {
	size := func(p pair) int { return cardinality(d.sets.at(p.left)) + cardinality(d.sets.at(p.right)) }
	slices.SortStableFunc(b.later, func(p, q pair) int { return size(p) - size(q) })
	for _, p := range b.later {
		x, y := b.find(p.left), b.find(p.right)
		if x == y {
			continue
		}
		b.join(x, y)
		if !b.congruent(d, p.left, p.right) {
			b.push(p)
		}
	}
	b.later = b.later[:0]
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

// join makes y the root of x. Path halving alone keeps find logarithmic.
func (b *bisimulation) join(x, y int32) { b.parent[x] = y }

// lettersTo returns the letters of the string that leads to pair i, in reverse.
func (b *bisimulation) lettersTo(i int32) (letters []int32) {
	for p := b.list[i]; p.from >= 0; p = b.list[p.from] {
		letters = append(letters, p.letter)
	}
	return letters
}

// congruent reports whether s and t are related by the pairs up to congruence with
// respect to union (Bonchi and Pous, POPL 2013): each is included in the normal form
// of the other when the pairs are applied as rewrite rules. It may return false without
// a test. This is sound, but adds a pair to the list. A test reads all pairs, so after
// repeated failures the tests become rarer.
//
// With congruence, 73 pairs are enough to compare (a|b)*a(a|b){30} with a rewriting of it,
// although the subset automata have two billion states.
//
// A string that the search finds is still a shortest one. The sides of a dropped pair are
// connected by a chain, in which each step replaces one side of a merged pair by the
// other. A string that distinguishes the sides of the dropped pair also distinguishes
// the sides of a merged pair. The string that leads to the merged pair is not longer than
// the string that leads to the dropped pair.
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

// includes reports whether t is included in the normal form of s.
func (b *bisimulation) includes(d *determinized, s, t int32) bool {
	closure := slices.Clone(d.sets.at(s))
	goal := d.sets.at(t)
	pending := slices.Clone(b.list)
	for grown := true; grown; {
		if subset(goal, closure) {
			return true
		}
		if d.meter.steps -= 2 * d.words * (1 + len(pending)); d.meter.steps < 0 {
			return false
		}
		grown = false
		kept := pending[:0]
		for _, p := range pending {
			left, right := d.sets.at(p.left), d.sets.at(p.right)
			switch {
			case subset(left, closure):
				unite(closure, right)
				grown = true
			case subset(right, closure):
				unite(closure, left)
				grown = true
			default:
				kept = append(kept, p)
			}
		}
		pending = kept
	}
	return subset(goal, closure)
}

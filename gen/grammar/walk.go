package grammar

import "math/rand/v2"

// tries is the number of steps that a walk draws without a check that they are possible.
// After that, it lists the possible steps.
const tries = 16

// walk is an unfinished derivation.
type walk struct {
	space *Space
	rng   *rand.Rand
	tree  *Tree
	holes []hole // with branching productions
	rest  []hole // without branching productions
	needs bounds
	left  int // remaining steps
	quota Range
}

// Walk sets t to a random derivation of the depth. Each step is drawn uniformly from the
// steps after which the derivation can still have this depth. If there is no such step,
// the derivation is completed with the fewest branching steps, and can have another
// depth. If the range of quantifiers has an upper end, their number is drawn first.
// Rejected: a uniform draw from all derivations of a depth (Flajolet, Zimmermann and Van
// Cutsem, 1994), since the paper's data is not drawn like that.
func (s *Space) Walk(depth int, rng *rand.Rand, t *Tree) {
	t.reset()
	w := walk{space: s, rng: rng, tree: t, needs: s.holeBounds(0), left: depth - 1, quota: s.quantifiers}
	if w.quota.Max != Any {
		q := w.quota.Min + rng.IntN(w.quota.Max-w.quota.Min+1)
		w.quota = Range{q, q}
	}
	w.sort([]hole{{}})
	for w.left > 0 && w.step() {
	}
	w.close()
	t.Depth = int(t.Tally[Depth]) + 1
	t.Tally[Depth]++
}

// step takes one of the possible steps, drawn uniformly. It reports false if there
// is none.
func (w *walk) step() bool {
	for range tries {
		if len(w.holes) == 0 {
			return false
		}
		// Rejection makes the draw uniform: a hole, then one of maxBranching
		// productions.
		i := w.rng.IntN(len(w.holes))
		branching := w.space.Rules[w.holes[i].rule].Branching
		j := w.rng.IntN(w.space.maxBranching)
		if j < len(branching) && w.possible(i, branching[j]) {
			w.take(i, branching[j])
			return true
		}
	}
	var all []continuation
	for i, h := range w.holes {
		for _, j := range w.space.Rules[h.rule].Branching {
			if w.possible(i, j) {
				all = append(all, continuation{hole: int32(i), production: int32(j)})
			}
		}
	}
	if len(all) == 0 {
		return false
	}
	pick := all[w.rng.IntN(len(all))]
	w.take(int(pick.hole), int(pick.production))
	return true
}

// possible reports whether the depth and the range of quantifiers can still be met
// after the step.
func (w *walk) possible(i, production int) bool {
	h := w.holes[i]
	s := w.space
	b := s.after(w.needs, int(h.rule), &s.Rules[h.rule].Productions[production])
	q := w.tree.Tally[Quantifiers] + s.counted[h.rule][production].tally[Quantifiers]
	return b.minSteps <= w.left-1 && b.maxSteps >= w.left-1 && w.quota.reachable(q, b)
}

// take replaces hole i by the production. The order of holes does not matter.
func (w *walk) take(i, production int) {
	h := w.holes[i]
	last := len(w.holes) - 1
	w.holes[i] = w.holes[last]
	w.holes = w.holes[:last]
	w.expand(h, production)
	w.left--
}

func (w *walk) expand(h hole, production int) {
	p := &w.space.Rules[h.rule].Productions[production]
	w.needs = w.space.after(w.needs, int(h.rule), p)
	gain := w.space.gain(h, production)
	w.tree.Tally.add(&gain)
	first := w.tree.apply(h.id, production, len(p.Holes))
	var buffer [8]hole
	w.sort(w.space.children(buffer[:0], h, production, first))
}

// sort adds each hole to the list holes or rest.
func (w *walk) sort(holes []hole) {
	for _, h := range holes {
		if len(w.space.Rules[h.rule].Branching) > 0 {
			w.holes = append(w.holes, h)
		} else {
			w.rest = append(w.rest, h)
		}
	}
}

// close replaces every hole by productions that allow the fewest branching steps.
func (w *walk) close() {
	for len(w.holes)+len(w.rest) > 0 {
		list := &w.holes
		if len(*list) == 0 {
			list = &w.rest
		}
		last := len(*list) - 1
		h := (*list)[last]
		*list = (*list)[:last]
		lowest := w.space.Rules[h.rule].lowest
		w.expand(h, lowest[w.rng.IntN(len(lowest))])
	}
}

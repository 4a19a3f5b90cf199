package grammar

import (
	"context"
	"encoding/binary"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

// Options are the limits of Algorithm 1.
type Options struct {
	Depth  int     // largest depth of a derivation
	N      int     // largest number of nodes of a level, and of continuations and leaves of a node
	Strata []Count // each level is spread evenly over the values of these counts
}

// A node is a partial derivation: the derivation of before, and one more step.
type node struct {
	before     *node
	expanded   int32 // the tree node that the step expands
	production int32
	size       int32 // tree nodes so far
	holes      []hole
	key        uint64 // does not depend on the order of steps
	tally      Tally
	needs      bounds
}

// A Family is the set of leaves of one node: all its completions, or Options.N of them.
type Family struct {
	node   *node
	Leaves int    // from 1 to Options.N
	all    bool   // every completion is a leaf
	salt   uint64 // determines which completions are leaves, if not all are
}

// Levels draws the tree of partial derivations and returns the families of its
// leaves, by depth. It fails only when the context ends.
//
// Level 0 has one node, the start symbol. The next level is made in three steps:
//
//  1. Each node offers at most o.N continuations: the node with one more step.
//  2. From the continuations of all nodes of the level, o.N are drawn without
//     replacement. Equal derivations count once.
//  3. The drawn continuations are the nodes of the next level.
//
// The leaves of a node are complete derivations: the last step replaces all holes of the
// node by terminal productions. At most o.N of these completions are leaves. A node is
// drawn only if it can be completed within the depth and the range of quantifiers.
func (s *Space) Levels(ctx context.Context, o Options, rng *rand.Rand) ([]Family, error) {
	root := &node{holes: []hole{{}}, size: 1, needs: s.holeBounds(0)}
	salt := rng.Uint64()
	var families []Family
	level := []*node{root}
	if root.needs.minSteps >= o.Depth || !s.quantifiers.reachable(0, root.needs) {
		level = nil
	}
	for steps := 0; steps < o.Depth && len(level) > 0; steps++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, n := range level {
			if f, ok := s.family(n, o.N); ok {
				f.salt = syntax.Mix(salt, n.key)
				families = append(families, f)
			}
		}
		level = s.next(level, steps, o, rng)
	}
	return families, nil
}

// family returns the leaves of a node; false if it has none.
func (s *Space) family(n *node, most int) (Family, bool) {
	f := Family{node: n, Leaves: 1, all: true}
	for _, h := range n.holes {
		switch t := len(s.Rules[h.rule].Terminal); {
		case t == 0:
			return Family{}, false
		case f.all && f.Leaves*t > most:
			f.Leaves, f.all = most, false
		case f.all:
			f.Leaves *= t
		}
	}
	return f, true
}

// A continuation is a node and one more step: a hole of it and a production.
type continuation struct {
	node             *node
	hole, production int32
}

// next draws the level after a level whose nodes have the given number of steps.
func (s *Space) next(level []*node, steps int, o Options, rng *rand.Rand) []*node {
	var all []continuation
	for _, n := range level {
		start := len(all)
		all = s.continuations(all, n, o.Depth-2-steps, rng)
		if own := all[start:]; len(own) > o.N {
			shuffle(own, o.N, rng)
			all = all[:start+o.N]
		}
	}
	if len(o.Strata) > 0 {
		all = s.spread(all, o.Strata, rng)
	}
	out := make([]*node, 0, min(o.N, len(all)))
	seen := make(map[uint64]bool, o.N)
	for i := range all {
		if len(out) == o.N {
			break
		}
		if len(o.Strata) == 0 { // spread has ordered the list
			shuffle(all[i:], 1, rng)
		}
		if n := s.step(all[i]); !seen[n.key] {
			seen[n.key] = true
			out = append(out, n)
		}
	}
	return out
}

// continuations appends the continuations of a node after which a derivation with at
// most left more steps is possible. It uses only one of the holes without terminal
// productions, chosen at random. With all of them, the same derivation would occur many
// times, in different orders of its steps.
func (s *Space) continuations(dst []continuation, n *node, left int, rng *rand.Rand) []continuation {
	forced, pick := 0, -1
	for i, h := range n.holes {
		if len(s.Rules[h.rule].Terminal) == 0 {
			if forced++; rng.IntN(forced) == 0 {
				pick = i
			}
		}
	}
	for i, h := range n.holes {
		r := &s.Rules[h.rule]
		if len(r.Terminal) == 0 && i != pick {
			continue
		}
		for _, j := range r.Branching {
			b := s.after(n.needs, int(h.rule), &r.Productions[j])
			q := n.tally[Quantifiers] + s.counted[h.rule][j].tally[Quantifiers]
			if b.minSteps <= left && s.quantifiers.reachable(q, b) {
				dst = append(dst, continuation{n, int32(i), int32(j)})
			}
		}
	}
	return dst
}

// step returns the node of a continuation. Its key is a sum, since the order of steps
// does not matter.
func (s *Space) step(c continuation) *node {
	n, h := c.node, c.node.holes[c.hole]
	p := &s.Rules[h.rule].Productions[c.production]
	out := &node{
		before: n, expanded: h.id, production: c.production,
		size:  n.size + int32(len(p.Holes)),
		key:   n.key + syntax.Mix(h.path, uint64(c.production)),
		tally: n.tally, needs: s.after(n.needs, int(h.rule), p),
		holes: slices.Concat(n.holes[:c.hole], n.holes[c.hole+1:]),
	}
	gain := s.gain(h, int(c.production))
	out.tally.add(&gain)
	out.holes = s.children(out.holes, h, int(c.production), int(n.size))
	return out
}

// spread orders continuations so that strata take turns. Each stratum has a random
// order.
func (s *Space) spread(all []continuation, counts []Count, rng *rand.Rand) []continuation {
	shuffle(all, len(all), rng)
	strata := map[string][]continuation{}
	for _, c := range all {
		gain := s.gain(c.node.holes[c.hole], int(c.production))
		var key []byte
		for _, count := range counts {
			key = binary.BigEndian.AppendUint32(key, uint32(c.node.tally[count]+gain[count]))
		}
		strata[string(key)] = append(strata[string(key)], c)
	}
	order := slices.Sorted(maps.Keys(strata))
	shuffle(order, len(order), rng) // a level may have more strata than nodes
	out := all[:0:0]
	for turn := 0; len(out) < len(all); turn++ {
		for _, k := range order {
			if turn < len(strata[k]) {
				out = append(out, strata[k][turn])
			}
		}
	}
	return out
}

// shuffle makes the first n elements a random sample of the list, in random order.
func shuffle[T any](list []T, n int, rng *rand.Rand) {
	for i := range min(n, len(list)) {
		j := i + rng.IntN(len(list)-i)
		list[i], list[j] = list[j], list[i]
	}
}

package grammar

import "slices"

// Depth is that of the family's leaves.
func (f *Family) Depth() int { return int(f.node.tally[Depth]) + 1 }

// Draw makes t the family's leaf of the number, from 0 to f.Leaves-1. The same
// number gives the same leaf, and different numbers different leaves where all
// completions are in the pool.
func (s *Space) Draw(f *Family, number int, t *Tree) {
	t.reset()
	s.replay(f.node, t)
	t.Tally = f.node.tally
	t.Tally[Depth]++
	t.Depth = f.Depth()
	state := mix(f.salt, uint64(number))
	for _, h := range f.node.holes {
		terminal := s.Rules[h.rule].Terminal
		var pick int
		if f.all { // number is in mixed radix
			pick, number = number%len(terminal), number/len(terminal)
		} else {
			state = mix(state, h.path)
			pick = int(state % uint64(len(terminal)))
		}
		t.apply(h.id, terminal[pick], 0)
		gain := s.gain(h, terminal[pick])
		t.Tally.add(&gain)
	}
}

// replay applies the steps that lead to n. Nodes of the tree are numbered in
// the order of the steps, so these are found back to front and applied front
// to back.
func (s *Space) replay(n *node, t *Tree) {
	var steps []*node
	for ; n.before != nil; n = n.before {
		steps = append(steps, n)
	}
	for _, n := range slices.Backward(steps) {
		t.apply(n.expanded, int(n.production), int(n.size-n.before.size))
	}
}

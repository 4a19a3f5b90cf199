package grammar

import (
	"slices"

	"github.com/truthloop/truthloop/format/syntax"
)

// A Tree is a complete derivation. Its nodes have numbers; node 0 is the start. The
// nonterminals of a node's production are the nodes from First[node] on.
type Tree struct {
	Production []int32 // the production of each node's rule
	First      []int32
	Depth      int
	Tally      Tally
}

// reset empties the tree for a new derivation.
func (t *Tree) reset() {
	t.Production = append(t.Production[:0], -1)
	t.First = append(t.First[:0], 0)
	t.Depth = 1
	t.Tally = Tally{}
}

// apply sets the production of a node and adds a node for each hole. It returns the
// number of the first added node.
func (t *Tree) apply(node int32, production, holes int) int {
	first := len(t.Production)
	t.Production[node] = int32(production)
	t.First[node] = int32(first)
	for range holes {
		t.Production = append(t.Production, -1)
		t.First = append(t.First, 0)
	}
	return first
}

// Depth returns the depth of the family's leaves.
func (f *Family) Depth() int { return int(f.node.tally[Depth]) + 1 }

// Draw sets t to the leaf with a number from 0 to f.Leaves-1. The same number gives
// the same leaf. Different numbers give different leaves if all completions of the
// node are leaves.
func (s *Space) Draw(f *Family, number int, t *Tree) {
	t.reset()
	s.replay(f.node, t)
	t.Tally = f.node.tally
	t.Tally[Depth]++
	t.Depth = f.Depth()
	state := syntax.Mix(f.salt, uint64(number))
	for _, h := range f.node.holes {
		terminal := s.Rules[h.rule].Terminal
		var pick int
		if f.all { // number is a mixed-radix number with a digit for each hole
			pick, number = number%len(terminal), number/len(terminal)
		} else {
			state = syntax.Mix(state, h.path)
			pick = int(state % uint64(len(terminal)))
		}
		t.apply(h.id, terminal[pick], 0)
		gain := s.gain(h, terminal[pick])
		t.Tally.add(&gain)
	}
}

// replay applies the steps that lead to n, the first one first, since the nodes of the
// tree are numbered in the order of the steps.
func (s *Space) replay(n *node, t *Tree) {
	var steps []*node
	for ; n.before != nil; n = n.before {
		steps = append(steps, n)
	}
	for _, n := range slices.Backward(steps) {
		t.apply(n.expanded, int(n.production), int(n.size-n.before.size))
	}
}

package grammar

// A Tree is a whole derivation. Its nodes are numbered, 0 being the start; the
// nonterminals of a node's production are the nodes from First[node] on, in
// order.
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

// apply gives a node its production, which has so many holes, and returns the
// number of its first hole's node.
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

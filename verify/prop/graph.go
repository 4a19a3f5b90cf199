package prop

import (
	"math/bits"
	"slices"
)

// A Lit is a node of a Graph (Lit >> 1), negated if Lit & 1 is set.
type Lit uint32

// The constants; node 0 is false.
const (
	False Lit = 0
	True  Lit = 1
)

// Not returns the negation of l.
func (l Lit) Not() Lit { return l ^ 1 }

func (l Lit) node() uint32 { return uint32(l >> 1) }

// A Kind is the kind of a node.
type Kind uint8

// The kinds of node.
const (
	ConstNode Kind = iota
	LeafNode
	AndNode // of args, two or more, ascending, no two of the same node
	XorNode // of args, two or more, ascending, positive, no two of the same node
)

// node is a node of a graph. Its arguments are args[lo:hi] of the graph. They have lower
// numbers.
type node struct {
	kind   Kind
	lo, hi uint32
	hash   uint32
	next   uint32 // in the chain of its hash bucket; 0 ends it
}

// A Graph holds Boolean functions of its leaves. The zero Graph is empty and
// ready; Reset empties it and keeps its memory. Only one goroutine may use a Graph.
type Graph struct {
	nodes    []node
	args     []Lit
	buckets  []uint32
	scratch  []Lit
	leafLits []Lit // by leaf, in order of creation
	eval     evaluator
}

// Reset forgets all nodes.
func (g *Graph) Reset() {
	g.nodes = append(g.nodes[:0], node{})
	g.args = g.args[:0]
	g.scratch = g.scratch[:0]
	g.leafLits = g.leafLits[:0]
	if len(g.buckets) > 1024 { // a large pair must not slow down later pairs
		g.buckets = g.buckets[:128]
	}
	if g.buckets == nil {
		g.buckets = make([]uint32, 128)
	}
	clear(g.buckets)
}

// Size returns the number of nodes, including the constant and the leaves.
func (g *Graph) Size() int { return len(g.nodes) }

// Leaf makes a new leaf.
func (g *Graph) Leaf() Lit {
	if len(g.nodes) == 0 {
		g.Reset()
	}
	g.nodes = append(g.nodes, node{kind: LeafNode})
	l := Lit(len(g.nodes)-1) << 1
	g.leafLits = append(g.leafLits, l)
	return l
}

// Holds returns the value of a leaf or a constant under an assignment that
// Compare returned.
func (g *Graph) Holds(l Lit, values []bool) bool {
	if l <= True {
		return l == True
	}
	k, _ := slices.BinarySearch(g.leafLits, l&^1)
	return values[k] != (l&1 != 0)
}

// Node returns the kind and the arguments of l's node. It ignores whether l is negated.
// The arguments are read-only.
func (g *Graph) Node(l Lit) (Kind, []Lit) {
	n := &g.nodes[l.node()]
	return n.kind, g.args[n.lo:n.hi:n.hi]
}

// And returns the conjunction of ls, or True if there are none.
func (g *Graph) And(ls ...Lit) Lit {
	m := g.mark()
	g.push(ls...)
	return g.andFrom(m)
}

// Or returns the disjunction of ls, or False if there are none.
func (g *Graph) Or(ls ...Lit) Lit {
	m := g.mark()
	for _, l := range ls {
		g.push(l.Not())
	}
	return g.andFrom(m).Not()
}

// Xor returns a literal that is true if an odd number of ls is true. It is False if
// there are none.
func (g *Graph) Xor(ls ...Lit) Lit {
	m := g.mark()
	g.push(ls...)
	return g.xorFrom(m)
}

// Implies returns a → b.
func (g *Graph) Implies(a, b Lit) Lit { return g.Or(a.Not(), b) }

// maxFlat is the number of operands up to which a node is flattened into the node
// above it. Otherwise a formula with nested chains of thousands of operands would be
// copied at every level.
const maxFlat = 256

// mark, push and andFrom (or xorFrom) build a node from operands that come one by one,
// without a new slice. andFrom and xorFrom take the operands pushed since the mark.
func (g *Graph) mark() int { return len(g.scratch) }

func (g *Graph) push(ls ...Lit) { g.scratch = append(g.scratch, ls...) }

// flatten replaces the pushed operands of the given kind by their own operands
// and sorts all operands.
func (g *Graph) flatten(m int, kind Kind) []Lit {
	for i, end := m, len(g.scratch); i < end; i++ {
		l := g.scratch[i]
		n := &g.nodes[l.node()]
		if n.kind == kind && n.hi-n.lo <= maxFlat && l&1 == 0 {
			g.scratch[i] = g.args[n.lo]
			g.scratch = append(g.scratch, g.args[n.lo+1:n.hi]...)
		}
	}
	ls := g.scratch[m:]
	g.scratch = g.scratch[:m]
	slices.Sort(ls)
	return ls
}

// andFrom returns the conjunction of the operands pushed since mark m.
func (g *Graph) andFrom(m int) Lit {
	ls := g.flatten(m, AndNode)
	out := 0
	for _, l := range ls {
		switch {
		case l == True || out > 0 && ls[out-1] == l:
			continue
		case l == False || out > 0 && ls[out-1] == l.Not():
			return False
		}
		ls[out] = l
		out++
	}
	return g.intern(AndNode, ls[:out], True)
}

// xorFrom returns the exclusive or of the operands pushed since mark m.
func (g *Graph) xorFrom(m int) Lit {
	var sign Lit
	for i, l := range g.scratch[m:] {
		sign ^= l & 1
		g.scratch[m+i] = l &^ 1
	}
	ls := g.flatten(m, XorNode)
	out := 0
	for _, l := range ls {
		switch {
		case l == False:
		case out > 0 && ls[out-1] == l:
			out-- // x ⊕ x is false
		default:
			ls[out] = l
			out++
		}
	}
	return g.intern(XorNode, ls[:out], False) ^ sign
}

// intern returns the node with these arguments, and makes it if it is new.
func (g *Graph) intern(k Kind, ls []Lit, empty Lit) Lit {
	switch len(ls) {
	case 0:
		return empty
	case 1:
		return ls[0]
	}
	h := uint32(k) * hashFactor
	for _, l := range ls {
		h = (bits.RotateLeft32(h, 5) ^ uint32(l)) * hashFactor
	}
	h ^= h >> 15
	for i := g.buckets[h&uint32(len(g.buckets)-1)]; i != 0; i = g.nodes[i].next {
		n := &g.nodes[i]
		if n.hash == h && n.kind == k && slices.Equal(g.args[n.lo:n.hi], ls) {
			return Lit(i) << 1
		}
	}
	return g.add(k, ls, h)
}

const hashFactor = 0x9e3779b1 // 2³² divided by the golden ratio

func (g *Graph) add(k Kind, ls []Lit, h uint32) Lit {
	lo := uint32(len(g.args))
	g.args = append(g.args, ls...)
	at := &g.buckets[h&uint32(len(g.buckets)-1)]
	i := uint32(len(g.nodes))
	g.nodes = append(g.nodes, node{kind: k, lo: lo, hi: uint32(len(g.args)), hash: h, next: *at})
	*at = i
	if len(g.nodes) > 2*len(g.buckets) {
		g.rehash()
	}
	return Lit(i) << 1
}

// rehash doubles the buckets.
func (g *Graph) rehash() {
	g.buckets = make([]uint32, 2*len(g.buckets))
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.kind == AndNode || n.kind == XorNode {
			b := n.hash & uint32(len(g.buckets)-1)
			n.next = g.buckets[b]
			g.buckets[b] = uint32(i)
		}
	}
}

// Index returns the number of l's node. Arguments have lower numbers.
func (l Lit) Index() int { return int(l >> 1) }

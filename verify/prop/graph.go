package prop

import (
	"math/bits"
	"slices"
)

// A Lit is a node of a Graph (Lit >> 1), negated where Lit & 1 is set.
type Lit uint32

// The constants; node 0 is false.
const (
	False Lit = 0
	True  Lit = 1
)

// Not is the negation of l.
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

// node is one node; its arguments are args[lo:hi] of the graph and stand
// before it.
type node struct {
	kind   Kind
	lo, hi uint32
	hash   uint32
	next   uint32 // in the chain of its hash bucket; 0 ends it
}

// A Graph holds Boolean functions of its leaves. The zero Graph is empty and
// ready; Reset empties one and keeps its memory, so that a steady stream of
// small pairs allocates nothing. A Graph is not safe for use by several
// goroutines.
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
	if len(g.buckets) > 1024 { // one large pair must not slow all that follow
		g.buckets = g.buckets[:128]
	}
	if g.buckets == nil {
		g.buckets = make([]uint32, 128)
	}
	clear(g.buckets)
}

// Size is the number of nodes, the constant and the leaves included.
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

// Node gives the kind and the arguments of l's node, whether l negates it or
// not. The arguments are not to be written to.
func (g *Graph) Node(l Lit) (Kind, []Lit) {
	n := &g.nodes[l.node()]
	return n.kind, g.args[n.lo:n.hi:n.hi]
}

// And is the conjunction of ls; True of none.
func (g *Graph) And(ls ...Lit) Lit {
	m := g.mark()
	g.push(ls...)
	return g.andFrom(m)
}

// Or is the disjunction of ls; False of none.
func (g *Graph) Or(ls ...Lit) Lit {
	m := g.mark()
	for _, l := range ls {
		g.push(l.Not())
	}
	return g.andFrom(m).Not()
}

// Xor says that an odd number of ls is true; False of none.
func (g *Graph) Xor(ls ...Lit) Lit {
	m := g.mark()
	g.push(ls...)
	return g.xorFrom(m)
}

// Implies is a → b.
func (g *Graph) Implies(a, b Lit) Lit { return g.Or(a.Not(), b) }

// Iff is a ↔ b.
func (g *Graph) Iff(a, b Lit) Lit { return g.Xor(a, b).Not() }

// maxFlat is the number of operands up to which a node is taken apart where it
// is an operand itself. A chain of thousands, as a hostile formula may nest
// them, would else be copied at every level.
const maxFlat = 256

// mark, push and andFrom or xorFrom build a node from operands that come one
// by one, with no slice of their own: what was pushed since the mark is taken.
func (g *Graph) mark() int { return len(g.scratch) }

func (g *Graph) push(ls ...Lit) { g.scratch = append(g.scratch, ls...) }

// maxInsert is the number of operands up to which they are put in order by
// insertion.
const maxInsert = 24

// andFrom makes the conjunction of what was pushed since mark m.
func (g *Graph) andFrom(m int) Lit {
	ls := g.scratch[m:]
	switch {
	case len(ls) == 0:
		return True
	case len(ls) == 2: // the most frequent
		a, b := min(ls[0], ls[1]), max(ls[0], ls[1])
		if a > True && a|1 != b|1 && !g.isAnd(a) && !g.isAnd(b) {
			g.scratch = g.scratch[:m]
			return g.intern2(a, b)
		}
	}
	if len(ls) > maxInsert || g.holdsAnd(ls) {
		return g.flattened(m)
	}
	for i := 1; i < len(ls); i++ {
		l := ls[i]
		j := i
		for ; j > 0 && ls[j-1] > l; j-- {
			ls[j] = ls[j-1]
		}
		ls[j] = l
	}
	g.scratch = g.scratch[:m]
	repeated := ls[0] <= True
	for i, l := range ls[1:] {
		repeated = repeated || ls[i]|1 == l|1
	}
	if repeated {
		return g.unrepeated(ls)
	}
	return g.intern(AndNode, ls, True)
}

// holdsAnd says whether a conjunction is among ls.
func (g *Graph) holdsAnd(ls []Lit) bool {
	for _, l := range ls {
		if g.isAnd(l) {
			return true
		}
	}
	return false
}

func (g *Graph) isAnd(l Lit) bool { return l&1 == 0 && g.nodes[l.node()].kind == AndNode }

// flattened is andFrom for what is long or holds conjunctions.
func (g *Graph) flattened(m int) Lit {
	end := len(g.scratch)
	for i := m; i < end; i++ { // a positive conjunction below is taken apart
		l := g.scratch[i]
		if n := g.nodes[l.node()]; n.kind == AndNode && l&1 == 0 && n.hi-n.lo <= maxFlat {
			g.scratch[i] = g.args[n.lo]
			g.scratch = append(g.scratch, g.args[n.lo+1:n.hi]...)
		}
	}
	ls := g.scratch[m:]
	g.scratch = g.scratch[:m]
	sortLits(ls)
	return g.unrepeated(ls)
}

// unrepeated makes the conjunction of ls, which is in order but for the
// constants, repetitions and contradictions that it may hold.
func (g *Graph) unrepeated(ls []Lit) Lit {
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

// xorFrom makes the exclusive or of what was pushed since mark m.
func (g *Graph) xorFrom(m int) Lit {
	end := len(g.scratch)
	var sign Lit
	for i := m; i < end; i++ {
		l := g.scratch[i]
		sign ^= l & 1
		g.scratch[i] = l &^ 1
		if n := g.nodes[l.node()]; n.kind == XorNode && n.hi-n.lo <= maxFlat {
			g.scratch[i] = g.args[n.lo]
			g.scratch = append(g.scratch, g.args[n.lo+1:n.hi]...)
		}
	}
	ls := g.scratch[m:]
	sortLits(ls)
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
	l := g.intern(XorNode, ls[:out], False)
	g.scratch = g.scratch[:m]
	return l ^ sign
}

// sortLits sorts; the lists are short, so insertion is fastest nearly always.
func sortLits(ls []Lit) {
	if len(ls) > maxInsert {
		slices.Sort(ls)
		return
	}
	for i := 1; i < len(ls); i++ {
		l := ls[i]
		j := i
		for ; j > 0 && ls[j-1] > l; j-- {
			ls[j] = ls[j-1]
		}
		ls[j] = l
	}
}

// intern gives the node with these arguments, making it where there is none.
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
		if n.hash == h && n.kind == k && equal(g.args[n.lo:n.hi], ls) {
			return Lit(i) << 1
		}
	}
	return g.add(k, ls, h)
}

// intern2 is intern of a conjunction of two.
func (g *Graph) intern2(a, b Lit) Lit {
	h := uint32(AndNode)
	h *= hashFactor
	h = (bits.RotateLeft32(h, 5) ^ uint32(a)) * hashFactor
	h = (bits.RotateLeft32(h, 5) ^ uint32(b)) * hashFactor
	h ^= h >> 15
	at := &g.buckets[h&uint32(len(g.buckets)-1)]
	for i := *at; i != 0; {
		n := &g.nodes[i]
		if n.hash == h && n.kind == AndNode && n.hi-n.lo == 2 && g.args[n.lo] == a && g.args[n.lo+1] == b {
			return Lit(i) << 1
		}
		i = n.next
	}
	ls := [2]Lit{a, b}
	return g.add(AndNode, ls[:], h)
}

// equal is slices.Equal, which is not inlined.
func equal(a, b []Lit) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

const hashFactor = 0x9e3779b1 // 2³² over the golden ratio

// add makes a node.
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

// Index is the number of l's node; an argument's is lower.
func (l Lit) Index() int { return int(l >> 1) }

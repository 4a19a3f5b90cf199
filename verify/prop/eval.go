package prop

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// width is the number of words of a block: 8 words are a cache line.
const width = 8

// block holds 512 values of a node.
type block [width]uint64

// evaluator holds the nodes below two literals, in order, and their values.
type evaluator struct {
	order  []uint32 // nodes that are not leaves, arguments first
	leaves []uint32 // nodes that are leaves, in order of creation
	seen   []bool
	vals   []block
	only   [2][]bool // the memory of Comparison.Only
}

// cone collects the nodes that a and b depend on. Arguments have lower numbers
// than their node, so one pass from the highest number marks all.
func (e *evaluator) cone(g *Graph, a, b Lit) {
	top := int(max(a.node(), b.node()))
	e.seen = grow(e.seen, top+1)
	clear(e.seen)
	e.seen[a.node()], e.seen[b.node()] = true, true
	e.order, e.leaves = e.order[:0], e.leaves[:0]
	for i := top; i > 0; i-- {
		if !e.seen[i] {
			continue
		}
		n := &g.nodes[i]
		if n.kind == LeafNode {
			e.leaves = append(e.leaves, uint32(i))
			continue
		}
		e.order = append(e.order, uint32(i))
		for _, l := range g.args[n.lo:n.hi] {
			e.seen[l.node()] = true
		}
	}
	slices.Reverse(e.order)
	slices.Reverse(e.leaves)
}

// grow returns s with length n, in its own memory if that suffices. The result is
// not nil.
func grow[T any](s []T, n int) []T {
	if cap(s) < n || s == nil {
		return make([]T, n, 2*n)
	}
	return s[:n]
}

// rows sets n leaves to the i-th block of the table.
func (e *evaluator) rows(i, n int) {
	if i == 0 {
		e.vals = grow(e.vals, len(e.seen))
		e.vals[0] = block{}
	}
	for k := range n {
		v := &e.vals[e.leaves[k]]
		for w := range width {
			v[w] = logic.Column(k, i*width+w)
		}
	}
}

// random sets the leaves to random values. If biased is set, each leaf is mostly true or
// mostly false.
func (e *evaluator) random(rng *rand.Rand, biased bool) {
	e.vals = grow(e.vals, len(e.seen))
	e.vals[0] = block{}
	for _, i := range e.leaves {
		v := &e.vals[i]
		towards := rng.Uint64()
		for w := range width {
			v[w] = rng.Uint64()
			if biased {
				if towards&1 == 0 {
					v[w] &= rng.Uint64() & rng.Uint64()
				} else {
					v[w] |= rng.Uint64() | rng.Uint64()
				}
			}
		}
	}
}

// run evaluates the nodes on the current values of the leaves.
func (e *evaluator) run(g *Graph) {
	for _, i := range e.order {
		n := &g.nodes[i]
		args := g.args[n.lo:n.hi]
		v := e.value(args[0])
		for _, l := range args[1:] {
			m, p := -uint64(l&1), &e.vals[l>>1]
			if n.kind == AndNode {
				for w := range v {
					v[w] &= p[w] ^ m
				}
			} else {
				for w := range v {
					v[w] ^= p[w]
				}
			}
		}
		e.vals[i] = v
	}
}

// value returns the block of a literal.
func (e *evaluator) value(l Lit) block {
	v := e.vals[l>>1]
	if l&1 != 0 {
		for w := range v {
			v[w] = ^v[w]
		}
	}
	return v
}

// differ records the differences in word w of the table. In the rows of differences[0],
// only the first function is true; in those of differences[1], only the second.
func (e *evaluator) differ(g *Graph, c *Comparison, w int, differences [2]uint64) {
	e.note(g, c, differences, func(bit, k int) bool { return (w<<6|bit)>>k&1 != 0 })
}

// differWord records the differences in word w of the current block.
func (e *evaluator) differWord(g *Graph, c *Comparison, w int, differences [2]uint64) {
	e.note(g, c, differences, func(bit, k int) bool { return e.vals[e.leaves[k]][w]>>bit&1 != 0 })
}

// note records the first assignment of each direction. value returns the value of the
// k-th leaf of the cone in the assignment with a bit of the word.
func (e *evaluator) note(g *Graph, c *Comparison, differences [2]uint64, value func(bit, k int) bool) {
	for i, m := range differences {
		if m != 0 && c.Implies[i] != check.No {
			bit := bits.TrailingZeros64(m)
			c.Implies[i] = check.No
			c.Only[i] = e.assign(g, &e.only[i], func(k int) bool { return value(bit, k) })
		}
	}
}

// assign returns an assignment to all leaves of the graph, in the memory of to. value
// returns the value of the k-th leaf of the cone.
func (e *evaluator) assign(g *Graph, to *[]bool, value func(k int) bool) []bool {
	*to = grow(*to, len(g.leafLits))
	clear(*to)
	k := 0
	for leaf, l := range g.leafLits {
		if k < len(e.leaves) && e.leaves[k] == l.node() {
			(*to)[leaf] = value(k)
			k++
		}
	}
	return *to
}

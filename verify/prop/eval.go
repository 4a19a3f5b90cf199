package prop

import (
	"math/bits"
	"math/rand/v2"

	"github.com/truthloop/truthloop/verify/answer"
)

// width is the number of words evaluated at a time: 8 words of one node are a
// cache line.
const width = 8

// inBlock is the number of leaves that take all their values within a block.
const inBlock = 9

// block holds 512 values of a node.
type block [width]uint64

// patterns are the values of leaves 0 to 5 over the 64 rows of a word.
var patterns = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// evaluator holds the nodes below two literals, in order, and their values.
type evaluator struct {
	order  []uint32 // nodes that are no leaves, arguments first
	leaves []uint32 // nodes that are leaves, in order of creation
	seen   []bool
	vals   []block
	high   []uint16    // by node: of which leaves from inBlock on it depends, as bits
	again  [7][]uint32 // what of order to evaluate again for a block, see rerun
	words  []uint64
	left   []bool
	right  []bool
}

// cone collects what a and b depend on. Arguments stand before the node they
// belong to, so one sweep downwards marks all.
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
	reverse(e.order)
	reverse(e.leaves)
}

func reverse(s []uint32) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

// grow gives s the length n and keeps its memory where that suffices. What it
// gives is not nil.
func grow[T any](s []T, n int) []T {
	if cap(s) < n || s == nil {
		return make([]T, n, 2*n)
	}
	return s[:n]
}

// row sets up to six leaves to the one word of their table.
func (e *evaluator) row(n int) {
	e.words = grow(e.words, len(e.seen))
	e.words[0] = 0
	for k := range n {
		e.words[e.leaves[k]] = patterns[k]
	}
}

// run1 evaluates one word.
func (e *evaluator) run1(g *Graph, a, b Lit) (uint64, uint64) {
	vals := e.words
	for _, i := range e.order {
		n := &g.nodes[i]
		args := g.args[n.lo:n.hi]
		if n.kind == AndNode {
			v := ^uint64(0)
			for _, l := range args {
				v &= vals[l>>1] ^ -uint64(l&1)
			}
			vals[i] = v
			continue
		}
		v := uint64(0)
		for _, l := range args {
			v ^= vals[l>>1]
		}
		vals[i] = v
	}
	return vals[a>>1] ^ -uint64(a&1), vals[b>>1] ^ -uint64(b&1)
}

// rows sets n leaves to the i-th block of the table. Blocks are asked for in
// order, and only leaves from inBlock on differ from block to block.
func (e *evaluator) rows(i, n int) {
	first := inBlock
	if i == 0 {
		first = 0
		e.vals = grow(e.vals, len(e.seen))
		e.vals[0] = block{}
	}
	for k := first; k < n; k++ {
		v := &e.vals[e.leaves[k]]
		for w := range width {
			switch {
			case k < 6:
				v[w] = patterns[k]
			default:
				v[w] = -(uint64(i*width+w) >> (k - 6) & 1)
			}
		}
	}
}

// random sets the leaves to random values, biased by leaf where asked.
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

// dependences finds which nodes a leaf from inBlock on can change, and so what
// is to be evaluated again when the i-th block of the table follows the one
// before it: the leaves that change are those of the bits of i^(i-1), the
// lowest ones up to the lowest that is set in i. Leaves are in the order of
// their first occurrence, so that these are the rarer ones, and most of the
// nodes keep their value from block to block.
func (e *evaluator) dependences(g *Graph, n int) {
	e.high = grow(e.high, len(e.seen))
	e.high[0] = 0
	for k, i := range e.leaves {
		e.high[i] = 0
		if k >= inBlock {
			e.high[i] = 1 << (k - inBlock)
		}
	}
	for level := range n - inBlock {
		e.again[level] = e.again[level][:0]
	}
	for _, i := range e.order {
		n := &g.nodes[i]
		h := uint16(0)
		for _, l := range g.args[n.lo:n.hi] {
			h |= e.high[l>>1]
		}
		e.high[i] = h
		if h != 0 {
			for level := bits.TrailingZeros16(h); level < len(e.leaves)-inBlock; level++ {
				e.again[level] = append(e.again[level], i)
			}
		}
	}
}

// rerun evaluates the i-th block after the one before it.
func (e *evaluator) rerun(g *Graph, i int) {
	e.eval(g, e.again[bits.TrailingZeros(uint(i))])
}

// run evaluates a block.
func (e *evaluator) run(g *Graph) { e.eval(g, e.order) }

// eval evaluates nodes in a block. The accumulator stays in registers while the
// arguments of a node are folded into it.
func (e *evaluator) eval(g *Graph, order []uint32) {
	vals := e.vals
	for _, i := range order {
		n := &g.nodes[i]
		args := g.args[n.lo:n.hi]
		first := args[0]
		m := -uint64(first & 1)
		p := &vals[first>>1]
		v0, v1, v2, v3, v4, v5, v6, v7 := p[0]^m, p[1]^m, p[2]^m, p[3]^m, p[4]^m, p[5]^m, p[6]^m, p[7]^m
		if n.kind == AndNode {
			for _, l := range args[1:] {
				m, p := -uint64(l&1), &vals[l>>1]
				v0 &= p[0] ^ m
				v1 &= p[1] ^ m
				v2 &= p[2] ^ m
				v3 &= p[3] ^ m
				v4 &= p[4] ^ m
				v5 &= p[5] ^ m
				v6 &= p[6] ^ m
				v7 &= p[7] ^ m
			}
		} else {
			for _, l := range args[1:] {
				p := &vals[l>>1]
				v0 ^= p[0]
				v1 ^= p[1]
				v2 ^= p[2]
				v3 ^= p[3]
				v4 ^= p[4]
				v5 ^= p[5]
				v6 ^= p[6]
				v7 ^= p[7]
			}
		}
		vals[i] = block{v0, v1, v2, v3, v4, v5, v6, v7}
	}
}

// value is the block of a literal.
func (e *evaluator) value(l Lit) block {
	v := e.vals[l>>1]
	if l&1 != 0 {
		for w := range v {
			v[w] = ^v[w]
		}
	}
	return v
}

// differ notes the differences in word w of the table: rows of l make only the
// first true, rows of r only the second.
func (e *evaluator) differ(g *Graph, c *Comparison, w int, l, r uint64) {
	row := func(m uint64) int { return w<<6 | bits.TrailingZeros64(m) }
	e.note(g, c, l, r, func(m uint64, k int) bool { return row(m)>>k&1 != 0 })
}

// differWord notes the differences in word w of the block just simulated.
func (e *evaluator) differWord(g *Graph, c *Comparison, w int, l, r uint64) {
	e.note(g, c, l, r, func(m uint64, k int) bool {
		return e.vals[e.leaves[k]][w]>>bits.TrailingZeros64(m)&1 != 0
	})
}

// note keeps the first assignment of each direction; bit says what it gives
// the k-th leaf of the cone.
func (e *evaluator) note(g *Graph, c *Comparison, l, r uint64, bit func(m uint64, k int) bool) {
	if l != 0 && c.Forward != answer.No {
		c.Forward = answer.No
		c.LeftOnly = e.assign(g, &e.left, func(k int) bool { return bit(l, k) })
	}
	if r != 0 && c.Back != answer.No {
		c.Back = answer.No
		c.RightOnly = e.assign(g, &e.right, func(k int) bool { return bit(r, k) })
	}
}

// assign fills an assignment to all leaves of the graph; bit says the value of
// the k-th leaf of the cone.
func (e *evaluator) assign(g *Graph, to *[]bool, bit func(k int) bool) []bool {
	*to = grow(*to, len(g.leafLits))
	clear(*to)
	k := 0
	for leaf, l := range g.leafLits {
		if k < len(e.leaves) && e.leaves[k] == l.node() {
			(*to)[leaf] = bit(k)
			k++
		}
	}
	return *to
}

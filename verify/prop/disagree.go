package prop

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// MaxCountAtoms is the number of leaves up to which Disagree counts all
// assignments: at 20 these are 2,048 blocks.
const MaxCountAtoms = 20

// The limits of Disagree. One node takes a few nanoseconds per block, so any pair
// takes less than a second.
const (
	disagreeBlocks = 512     // of a sample: 262,144 assignments
	disagreeWork   = 1 << 26 // nodes times blocks
)

// A Disagreement is the share of all assignments on which two functions
// differ: |models(a ⊕ b)| / 2^n.
type Disagreement struct {
	Share float64 // from 0 to 1
	// Error is the standard error of Share, or 0 if Share is exact. It is the standard
	// deviation of the share's posterior under a uniform prior. It is about 1/N if a
	// and b agree on all of a sample of size N, or on none.
	Error float64
}

// Disagree returns the share of assignments on which a and b differ. It is exact
// up to MaxCountAtoms leaves within the limit of work, and otherwise an estimate
// from a sample with a fixed seed. Witnesses of Compare stay valid.
func (g *Graph) Disagree(a, b Lit) Disagreement {
	switch {
	case a == b:
		return Disagreement{}
	case a == b.Not():
		return Disagreement{Share: 1}
	}
	e := &g.eval
	e.cone(g, a, b)
	n, nodes := len(e.leaves), len(e.order)+1
	if n <= MaxCountAtoms {
		// With fewer than 9 leaves, the block repeats the table. This does not
		// change the share.
		blocks := max(1, 1<<n/(64*width))
		if blocks*nodes <= disagreeWork {
			differ := 0
			for i := range blocks {
				e.rows(i, n)
				differ += g.differing(a, b)
			}
			return Disagreement{Share: float64(differ) / float64(blocks*64*width)}
		}
	}
	blocks := min(disagreeBlocks, max(1, disagreeWork/nodes))
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	differ := 0
	for range blocks {
		e.random(rng, false)
		differ += g.differing(a, b)
	}
	size := float64(blocks * 64 * width)
	x, y := float64(differ)+1, size-float64(differ)+1 // of the beta distribution
	return Disagreement{
		Share: float64(differ) / size,
		Error: math.Sqrt(x*y/(x+y+1)) / (x + y),
	}
}

// differing evaluates a and b on the current values of the leaves and counts the rows
// of the block in which they differ.
func (g *Graph) differing(a, b Lit) int {
	g.eval.run(g)
	va, vb := g.eval.value(a), g.eval.value(b)
	n := 0
	for w := range va {
		n += bits.OnesCount64(va[w] ^ vb[w])
	}
	return n
}

package align

import (
	"math/big"
	"slices"

	"github.com/truthloop/truthloop/verify/check"
)

// MaxMappings is the largest number of mappings that Align reports. It is exact in a
// float64.
const MaxMappings = 1_000_000_000_000_000

// count returns the number of mappings that work, given one of them and its levels.
// If more is true, the number is a lower bound.
//
// Two mappings that work differ by an automorphism of the right formulas. So there are
// as many mappings as automorphisms. The number of automorphisms is the product of the
// sizes of orbits, one for each level (the theorem of orbit and stabilizer; see Seress,
// Permutation Group Algorithms, 2003, chapter 4). The orbit of a level contains the
// images that its target can have if all choices above stay. The deepest level is first:
// the automorphisms that are found there leave fewer candidates to test at the levels
// above.
func (s *search) count(found []int, levels []level) (n int64, more bool) {
	product := big.NewInt(1)
	var generators [][]int
	for _, l := range levels {
		orbit := orbitOf(l.candidates[l.chosen], generators)
		var failed, open []int
		for i, status := range l.results {
			if status == check.Unknown {
				open = append(open, l.candidates[i])
			} else {
				failed = append(failed, l.candidates[i])
			}
		}
		for _, c := range l.candidates[l.chosen+1:] {
			if slices.Contains(orbit, c) || slices.Contains(failed, c) || slices.Contains(open, c) {
				continue
			}
			status, images, _ := s.find(l.state.choose(l.target, c))
			switch status {
			case check.Yes:
				generators = append(generators, between(found, images))
				orbit = orbitOf(l.candidates[l.chosen], generators)
			case check.No:
				failed = append(failed, orbitOf(c, generators)...)
			default:
				open = append(open, orbitOf(c, generators)...)
			}
		}
		// An open candidate may be in the orbit by now.
		more = more || slices.ContainsFunc(open, func(c int) bool { return !slices.Contains(orbit, c) })
		product.Mul(product, big.NewInt(int64(len(orbit))))
	}
	product.Div(product, s.idle())
	if !product.IsInt64() || product.Int64() > MaxMappings {
		return MaxMappings, true
	}
	return max(1, product.Int64()), more
}

// idle returns the number of permutations of the symbols without a name. All of them
// give the same mapping.
func (s *search) idle() *big.Int {
	n := big.NewInt(1)
	for _, k := range s.added {
		n.Mul(n, new(big.Int).MulRange(1, int64(k)))
	}
	return n
}

// between returns the permutation of the right symbols that leads from mapping a to
// mapping b.
func between(a, b []int) []int {
	out := make([]int, len(a))
	for i, to := range a {
		out[to] = b[i]
	}
	return out
}

// orbitOf returns the orbit of a symbol under the generators.
func orbitOf(symbol int, generators [][]int) []int {
	out := []int{symbol}
	for i := 0; i < len(out); i++ {
		for _, g := range generators {
			if next := g[out[i]]; !slices.Contains(out, next) {
				out = append(out, next)
			}
		}
	}
	return out
}

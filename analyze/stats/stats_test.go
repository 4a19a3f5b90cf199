package stats

import (
	"math"
	"slices"
	"testing"
)

func TestRanks(t *testing.T) {
	for _, c := range []struct{ xs, want []float64 }{
		{nil, []float64{}},
		{[]float64{5}, []float64{1}},
		{[]float64{3, 1, 2}, []float64{3, 1, 2}},
		{[]float64{2, 1, 2, 2}, []float64{3, 1, 3, 3}},
		{[]float64{1, 1}, []float64{1.5, 1.5}},
	} {
		if got := Ranks(c.xs); !slices.Equal(got, c.want) {
			t.Errorf("Ranks(%v) = %v, want %v", c.xs, got, c.want)
		}
	}
}

// The unbiased estimate is the share of the k-subsets of the samples that hold
// a right one: counted here subset by subset.
func TestPassAtKCountsSubsets(t *testing.T) {
	for n := 1; n <= 10; n++ {
		for c := 0; c <= n; c++ {
			for k := 1; k <= n; k++ {
				right, all := 0, 0
				for set := range 1 << n {
					if popcount(set) != k {
						continue
					}
					all++
					if set&(1<<c-1) != 0 {
						right++
					}
				}
				if got, want := PassAtK(n, c, k), float64(right)/float64(all); math.Abs(got-want) > 1e-12 {
					t.Errorf("PassAtK(%d, %d, %d) = %v, want %v", n, c, k, got, want)
				}
			}
		}
	}
	if !math.IsNaN(PassAtK(3, 1, 4)) || !math.IsNaN(PassAtK(3, 1, 0)) {
		t.Error("more samples than there are")
	}
	if p := PassAtK(10000, 1, 100); math.Abs(p-0.01) > 1e-9 {
		t.Errorf("PassAtK(10000, 1, 100) = %v, want 0.01", p)
	}
}

func popcount(x int) int {
	n := 0
	for ; x > 0; x &= x - 1 {
		n++
	}
	return n
}

// With more differences than can be counted through, the random assignments
// come close to what counting half as many would say, and the seed fixes them.
func TestPairedPermutationSampled(t *testing.T) {
	ds := make([]float64, 40)
	for i := range ds {
		ds[i] = 1.0 / 3
		if i%3 == 0 {
			ds[i] = -1.0 / 3
		}
	}
	// Under the signs' binomial: P(|2X − 40| ≥ 12), X ~ binomial(40, 1/2).
	want := McNemar(14, 26)
	p := PairedPermutation(ds, 20_000, 1)
	if math.Abs(p-want) > 0.01 {
		t.Errorf("p = %v, want about %v", p, want)
	}
	if q := PairedPermutation(ds, 20_000, 1); q != p {
		t.Errorf("the same seed gave %v and %v", p, q)
	}
	for i := range ds {
		ds[i] = 1
	}
	if p := PairedPermutation(ds, 100, 1); p <= 0 {
		t.Errorf("a sampled p-value of %v", p)
	}
}

package stats

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The tolerance of permutation tests was relative to the observed sum. If this sum
// cancels out, rounding decided which other sums were as far from 0.
func TestPermutationTestsLostTiesOfCancellingSums(t *testing.T) {
	rats := func(fractions ...string) (all []*big.Rat) {
		for _, s := range fractions {
			x, _ := new(big.Rat).SetString(s)
			all = append(all, x)
		}
		return all
	}
	for _, ds := range [][]*big.Rat{
		rats("1/3", "-1/3", "2/3", "-2/3"),
		rats("1/10", "2/10", "-3/10"),
		rats("-1/10", "-7/10", "3/10", "5/10"),
		rats("1/9223372036854775783", "1/9223372036854775643", "-1/9223372036854775783", "-1/9223372036854775643"),
	} {
		if p := PairedPermutation(ds, 0, 0); p != 1 {
			t.Errorf("%v: found p = %v of the sum 0, expected 1", ds, p)
		}
	}
	xs, ys := []float64{.3, .9, .3, .1, .7, .3}, []float64{.5, .6, .3, .8, .6, .5}
	if p := PearsonPermutation(xs, ys, 0, 0); p != 1 {
		t.Errorf("found p = %v of the correlation 0, expected 1", p)
	}
}

// The same sums in exact arithmetic have the same order. Scores have one decimal, so
// that many sums are equal.
func TestPermutationTestsCountEveryTie(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 6).Draw(t, "n")
		tenths := rapid.SliceOfN(rapid.Int64Range(0, 9), n, n)
		a, b := tenths.Draw(t, "a"), tenths.Draw(t, "b")
		offset := rapid.SampledFrom([]float64{0, 1, 1000}).Draw(t, "offset")
		xs, ys := make([]float64, n), make([]float64, n)
		sumA, sumB := int64(0), int64(0)
		for i := range n {
			xs[i], ys[i] = offset+float64(a[i])/10, float64(b[i])/30
			sumA, sumB = sumA+a[i], sumB+b[i]
		}
		statistic := func(order []int) int64 {
			sum := int64(0)
			for i, j := range order {
				sum += (int64(n)*a[i] - sumA) * (int64(n)*b[j] - sumB)
			}
			return max(sum, -sum)
		}
		least, as, all := statistic(identity(n)), 0, 0
		order := identity(n)
		permute(order, 0, func() {
			all++
			if statistic(order) >= least {
				as++
			}
		})
		got, want := PearsonPermutation(xs, ys, 0, 0), float64(as)/float64(all)
		if constant(xs) || constant(ys) {
			want = math.NaN()
		}
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Fatalf("%v and %v: found p = %v, expected %v", xs, ys, got, want)
		}
	})
}

// Random orders count ties as exact tests do: if every order has the observed sum, p is 1.
func TestSampledPermutationsCountTies(t *testing.T) {
	ds := make([]*big.Rat, 0, 42)
	for range 7 {
		for _, k := range []int64{1, 2, 3, -1, -2, -3} {
			ds = append(ds, big.NewRat(k, 7))
		}
	}
	if p := PairedPermutation(ds, 500, 1); p != 1 {
		t.Errorf("found p = %v of the sum 0, expected 1", p)
	}
	xs, ys := slices.Repeat([]float64{.3, .9, .3, .1, .7, .3}, 2), slices.Repeat([]float64{.5, .6, .3, .8, .6, .5}, 2)
	if p := PearsonPermutation(xs, ys, 500, 1); p != 1 {
		t.Errorf("found p = %v of the correlation 0, expected 1", p)
	}
}

package stats

import "testing"

// The tolerance of permutation tests was relative to the observed sum. If this sum
// cancels out, rounding decided which other sums were as far from 0.
func TestPermutationTestsLostTiesOfCancellingSums(t *testing.T) {
	for _, ds := range [][]float64{
		{1.0 / 3, -1.0 / 3, 2.0 / 3, -2.0 / 3},
		{0.1, 0.2, -0.3},
		{-0.1, -0.7, 0.3, 0.5},
	} {
		if p := PairedPermutation(ds, 0, 0); p != 1 {
			t.Errorf("%v: found p = %v of the sum 0, expected 1", ds, p)
		}
	}
}

// Random orders count ties as exact tests do: if every order has the observed sum, p is 1.
func TestSampledPermutationsCountTies(t *testing.T) {
	ds := make([]float64, 0, 42)
	for range 7 {
		for _, k := range []float64{1, 2, 3, -1, -2, -3} {
			ds = append(ds, k/7)
		}
	}
	if p := PairedPermutation(ds, 500, 1); p != 1 {
		t.Errorf("found p = %v of the sum 0, expected 1", p)
	}
}

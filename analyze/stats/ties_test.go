package stats

import (
	"math/big"
	"testing"
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
}

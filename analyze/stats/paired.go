package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// McNemar returns the exact two-sided p-value of McNemar's test (Q. McNemar,
// Psychometrika 12, 1947, p. 153). Two systems differ on b + c items; b counts those
// that only the first got right, and c those that only the second got right. If the
// systems are equally good, b is binomial(b+c, 1/2). The p-value is 1 if they never
// differ.
func McNemar(b, c int64) float64 {
	n := b + c
	if n == 0 {
		return 1
	}
	tail := distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(min(b, c)))
	return min(1, 2*tail)
}

// PairedPermutation returns the two-sided p-value of the mean of paired differences: the
// share of the assignments of signs for which the mean is at least as far from 0. With
// up to 20 non-zero differences, it counts all assignments. With more, it counts rounds
// random assignments and the observed one, so that the p-value is never 0 (B. Phipson
// and G. K. Smyth, 2010).
//
// Many assignments have exactly the observed mean. Sums have a tolerance relative to the sum
// of magnitudes, so that rounding does not lose them.
func PairedPermutation(differences []float64, rounds int, seed uint64) float64 {
	ds := slices.DeleteFunc(slices.Clone(differences), func(d float64) bool { return d == 0 })
	found, magnitudes := math.Abs(floats.Sum(ds)), floats.Norm(ds, 1)
	far := func(turn func(int) bool) bool {
		sum := 0.0
		for i, d := range ds {
			if turn(i) {
				d = -d
			}
			sum += d
		}
		return math.Abs(sum) >= found-1e-12*magnitudes
	}
	const maxExact = 20
	if len(ds) <= maxExact {
		as, all := 0, 1<<len(ds)
		for signs := range all {
			if far(func(i int) bool { return signs>>i&1 == 1 }) {
				as++
			}
		}
		return float64(as) / float64(all)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	as := 1
	for range rounds {
		var bits uint64
		if far(func(i int) bool {
			if i%64 == 0 {
				bits = r.Uint64()
			}
			turn := bits&1 == 1
			bits >>= 1
			return turn
		}) {
			as++
		}
	}
	return float64(as) / float64(rounds+1)
}

// PassAtK returns the unbiased estimate of the probability that at least one of k
// samples is right, if c of n samples were right: 1 − C(n−c, k) / C(n, k) (M. Chen et
// al., Evaluating Large Language Models Trained on Code, 2021, sec. 2.1). It is NaN if k
// exceeds n or is below 1.
func PassAtK(n, c, k int) float64 {
	switch {
	case k > n || k < 1:
		return math.NaN()
	case n-c < k:
		return 1
	}
	return 1 - math.Exp(combin.LogGeneralizedBinomial(float64(n-c), float64(k))-combin.LogGeneralizedBinomial(float64(n), float64(k)))
}

package stats

import (
	"math"
	"math/rand/v2"

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
func PairedPermutation(differences []float64, rounds int, seed uint64) float64 {
	var ds []float64
	found := 0.0
	for _, d := range differences {
		if d != 0 {
			ds = append(ds, d)
			found += d
		}
	}
	// Sums in another order may differ in their last digits.
	least := math.Abs(found) * (1 - 1e-12)
	const maxExact = 20
	if len(ds) <= maxExact {
		as, all := 0, 1<<len(ds)
		for signs := range all {
			if math.Abs(signed(ds, func(i int) bool { return signs>>i&1 == 1 })) >= least {
				as++
			}
		}
		return float64(as) / float64(all)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	as := 1
	for range rounds {
		var bits uint64
		sum := signed(ds, func(i int) bool {
			if i%64 == 0 {
				bits = r.Uint64()
			}
			turn := bits&1 == 1
			bits >>= 1
			return turn
		})
		if math.Abs(sum) >= least {
			as++
		}
	}
	return float64(as) / float64(rounds+1)
}

// signed returns the sum of ds, with the sign of ds[i] changed if turn(i).
func signed(ds []float64, turn func(i int) bool) float64 {
	sum := 0.0
	for i, d := range ds {
		if turn(i) {
			sum -= d
		} else {
			sum += d
		}
	}
	return sum
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

package stats

import (
	"math"
	"math/big"
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
//
// The differences are fractions, because many assignments have exactly the observed
// mean, and rounded sums would count only some of them.
func PairedPermutation(differences []*big.Rat, rounds int, seed uint64) float64 {
	ds := numerators(differences)
	far := asFar(ds)
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

// numerators returns the non-zero fractions times their least common denominator.
func numerators(fractions []*big.Rat) (all []*big.Int) {
	common, gcd := big.NewInt(1), new(big.Int)
	for _, x := range fractions {
		gcd.GCD(nil, nil, common, x.Denom())
		common.Mul(common, gcd.Quo(x.Denom(), gcd))
	}
	for _, x := range fractions {
		if x.Sign() != 0 {
			n := new(big.Int).Quo(common, x.Denom())
			all = append(all, n.Mul(n, x.Num()))
		}
	}
	return all
}

// asFar returns a function that reports whether the sum of ds is at least as far from 0
// if the sign of ds[i] is changed where turn(i).
func asFar(ds []*big.Int) func(turn func(int) bool) bool {
	most, found := new(big.Int), new(big.Int)
	for _, d := range ds {
		most.Add(most, new(big.Int).Abs(d))
		found.Add(found, d)
	}
	found.Abs(found)
	if !most.IsInt64() {
		return func(turn func(int) bool) bool {
			sum := new(big.Int)
			for i, d := range ds {
				if turn(i) {
					sum.Sub(sum, d)
				} else {
					sum.Add(sum, d)
				}
			}
			return sum.CmpAbs(found) >= 0
		}
	}
	small, least := make([]int64, len(ds)), found.Int64()
	for i, d := range ds {
		small[i] = d.Int64()
	}
	return func(turn func(int) bool) bool {
		sum := int64(0)
		for i, d := range small {
			if turn(i) {
				sum -= d
			} else {
				sum += d
			}
		}
		return max(sum, -sum) >= least
	}
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

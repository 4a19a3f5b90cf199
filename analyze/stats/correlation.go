package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A Correlation measures how two scores of the same models go together, such as
// truth maintenance and a benchmark (assessment A1 of AutoEval, ∀uto∃∨∧L, ICLR
// 2025, Sec. 4).
//
// Pearson's r comes with Student's p-value; the ranks' correlations, Spearman's ρ
// and Kendall's τ, have exact p-values for few models. The predictive power
// P(x₁ > x₂ | y₁ > y₂) (Definition 5.1) is the share, among the pairs of models
// with different y, of those that x puts in the same order, which is the
// maximum-likelihood estimate. A pair with equal y is left out, and a pair with
// equal x counts against x. Both are reported.
type Correlation struct {
	Models     int     // with both scores
	Pearson    float64 // r in [−1, 1]; NaN where a score is constant
	P          float64 // two-sided, of r under no correlation of normal scores; NaN below 3 models
	Spearman   float64 // ρ, of the ranks
	SpearmanP  float64 // exact up to 9 models
	Kendall    float64 // τ_b
	KendallP   float64 // exact up to 9 models
	Power      float64 // P(x₁ > x₂ | y₁ > y₂); NaN where no pair has different y
	Pairs      int     // with different y
	Concordant int     // of Pairs, those with x in the same order
	TiesX      int     // of Pairs, those with equal x
	TiesY      int     // pairs with equal y
}

// Correlate compares the scores xs with the scores ys of the same models in the
// same order. It needs two or more models and finite scores.
func Correlate(xs, ys []float64) (Correlation, error) {
	if len(xs) != len(ys) {
		return Correlation{}, fmt.Errorf("correlate: %d scores against %d", len(xs), len(ys))
	}
	if len(xs) < 2 {
		return Correlation{}, fmt.Errorf("correlate: found %d models with both scores, expected two or more", len(xs))
	}
	for i := range xs {
		if math.IsNaN(xs[i]+ys[i]) || math.IsInf(xs[i]+ys[i], 0) {
			return Correlation{}, fmt.Errorf("correlate: scores %v and %v: expected finite numbers", xs[i], ys[i])
		}
	}
	r := Correlation{Models: len(xs)}
	r.Pearson, r.P = Pearson(xs, ys)
	r.Spearman, r.SpearmanP = Spearman(xs, ys)
	r.Kendall, r.KendallP = KendallTauB(xs, ys)
	p := pairsOf(xs, ys)
	r.Pairs, r.Concordant, r.TiesX, r.TiesY, r.Power = p.all, p.concordant, p.tiesX, p.tiesY, p.power()
	return r, nil
}

// pairs counts pairs of models: all are those with different y.
type pairs struct{ all, concordant, tiesX, tiesY int }

func (p pairs) power() float64 { return float64(p.concordant) / float64(p.all) }

func pairsOf(xs, ys []float64) pairs {
	var p pairs
	for i := range xs {
		for j := range i {
			switch {
			case ys[i] == ys[j]:
				p.tiesY++
				continue
			case xs[i] == xs[j]:
				p.tiesX++
			case (xs[i] > xs[j]) == (ys[i] > ys[j]):
				p.concordant++
			}
			p.all++
		}
	}
	return p
}

// An Interval has NaN ends where there is none.
type Interval struct{ Low, High float64 }

// CorrelationIntervals are those of a Correlation's figures.
type CorrelationIntervals struct{ Pearson, Spearman, Kendall, Power Interval }

// CorrelationIntervalsOf computes the intervals of Correlate(xs, ys): of Pearson's
// r by Fisher's transformation, of the others from the percentiles of rounds
// resamples of the models. A figure ignores the resamples in which it has no
// value. Predictive power is resampled by models and not by pairs, since pairs
// that share a model are not independent.
func CorrelationIntervalsOf(xs, ys []float64, level float64, rounds int, seed uint64) CorrelationIntervals {
	var in CorrelationIntervals
	r, _ := Pearson(xs, ys)
	in.Pearson.Low, in.Pearson.High = FisherInterval(r, len(xs), level)
	var rho, tau, power []float64
	random := rand.New(rand.NewPCG(seed, 0))
	rx, ry := make([]float64, len(xs)), make([]float64, len(ys))
	for range rounds {
		for i := range rx {
			k := random.IntN(len(xs))
			rx[i], ry[i] = xs[k], ys[k]
		}
		rho = append(rho, SpearmanRho(rx, ry))
		tau = append(tau, KendallTau(rx, ry))
		p := pairsOf(rx, ry)
		power = append(power, p.power())
	}
	in.Spearman, in.Kendall, in.Power = percentile(rho, level), percentile(tau, level), percentile(power, level)
	return in
}

func percentile(values []float64, level float64) Interval {
	values = slices.DeleteFunc(values, math.IsNaN)
	if len(values) == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	slices.Sort(values)
	return Interval{Quantile(values, (1-level)/2), Quantile(values, (1+level)/2)}
}

// Package correlate measures how well one score per model goes with another:
// whether truth maintenance tells how models do on a benchmark (assessment A1
// of AutoEval, ∀uto∃∨∧L, ICLR 2025, Sec. 5).
//
// Two figures. Pearson's r with the two-sided p-value of Student's t with n−2
// degrees of freedom, from gonum. And the predictive power of x for y,
// P(x₁ > x₂ | y₁ > y₂): of the ordered pairs of models of which the first has
// the higher y, the share of which it has the higher x, too. That share is the
// maximum-likelihood estimate of the probability. A pair with equal y says
// nothing and is left out; a pair with equal x was not told apart and counts
// against x; both are reported.
package correlate

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Result is what two scores of the same models have to do with each other.
type Result struct {
	Models     int     // with both scores
	Pearson    float64 // r in [−1, 1]; NaN where a score is constant
	P          float64 // two-sided, of r under no correlation; NaN below 3 models
	Power      float64 // P(x₁ > x₂ | y₁ > y₂); NaN where no pair has different y
	Pairs      int     // with different y
	Concordant int     // of Pairs, those with x in the same order
	TiesX      int     // of Pairs, those with equal x
	TiesY      int     // pairs with equal y
}

// Of compares the scores xs with the scores ys of the same models in the same
// order. It needs two or more models and finite scores.
func Of(xs, ys []float64) (Result, error) {
	if len(xs) != len(ys) {
		return Result{}, fmt.Errorf("correlate: %d scores against %d", len(xs), len(ys))
	}
	if len(xs) < 2 {
		return Result{}, fmt.Errorf("correlate: found %d models with both scores, expected two or more", len(xs))
	}
	for i := range xs {
		if math.IsNaN(xs[i]+ys[i]) || math.IsInf(xs[i]+ys[i], 0) {
			return Result{}, fmt.Errorf("correlate: scores %v and %v: expected finite numbers", xs[i], ys[i])
		}
	}
	r := Result{Models: len(xs)}
	r.Pearson, r.P = pearson(xs, ys)
	for i := range xs {
		for j := range i {
			switch {
			case ys[i] == ys[j]:
				r.TiesY++
				continue
			case xs[i] == xs[j]:
				r.TiesX++
			case (xs[i] > xs[j]) == (ys[i] > ys[j]):
				r.Concordant++
			}
			r.Pairs++
		}
	}
	r.Power = float64(r.Concordant) / float64(r.Pairs)
	return r, nil
}

// pearson is r and its two-sided p-value.
func pearson(xs, ys []float64) (r, p float64) {
	if stat.Variance(xs, nil) == 0 || stat.Variance(ys, nil) == 0 {
		return math.NaN(), math.NaN()
	}
	// Rounding can carry r past its range, and the root below with it.
	r = max(-1, min(1, stat.Correlation(xs, ys, nil)))
	df := float64(len(xs) - 2)
	if df < 1 {
		return r, math.NaN()
	}
	t := math.Abs(r) * math.Sqrt(df/((1-r)*(1+r)))
	return r, 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Survival(t)
}

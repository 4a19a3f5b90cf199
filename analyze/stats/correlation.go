// Package correlate measures how well one score per model goes with another:
// whether truth maintenance tells how models do on a benchmark (assessment A1
// of AutoEval, ∀uto∃∨∧L, ICLR 2025, Sec. 5).
//
// Correlations with their two-sided p-values: Pearson's r, by Student's t and by
// permutation, and Spearman's ρ and Kendall's τ, which ask only for the order.
// The p-values of few models are exact, but for Student's. And the predictive power of x for y,
// P(x₁ > x₂ | y₁ > y₂): of the ordered pairs of models of which the first has
// the higher y, the share of which it has the higher x, too. That share is the
// maximum-likelihood estimate of the probability. A pair with equal y says
// nothing and is left out; a pair with equal x was not told apart and counts
// against x; both are reported.
//
// Scores come from tables of metrics, selected by a condition on their lines
// and grouped by a column where each category of formulas is to be correlated
// on its own, and from lists of benchmarks.
package stats

import (
	"fmt"
	"math"
)

// A Correlation says how two scores of the same models go together.
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

// Correlate compares the scores xs with the scores ys of the same models in the same
// order. It needs two or more models and finite scores.
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

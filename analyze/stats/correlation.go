package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// A Correlation compares two scores of the same points. A point is a model or, for
// example, a model at a number of operators. The scores are, for example, accuracy in
// the loop and the score in a benchmark (assessment A1 of AutoEval, ∀uto∃∨∧L, ICLR
// 2025, Sec. 4).
//
// Pearson's r has Student's p-value. The rank correlation, Spearman's ρ, has an exact
// p-value for few points.
type Correlation struct {
	Points    int     // points with both scores
	Pearson   float64 // r in [−1, 1]; NaN if a score is constant
	PearsonP  float64 // two-sided, under uncorrelated normal scores; NaN below 3 points
	Spearman  float64 // ρ, of the ranks
	SpearmanP float64 // exact up to 9 points
	Pairs
}

// Correlate compares a predictor's scores with the predicted scores of the same
// points, in the same order. It needs two or more points and finite scores.
func Correlate(predictor, predicted []float64) (Correlation, error) {
	if len(predictor) != len(predicted) {
		return Correlation{}, fmt.Errorf("correlate: %d scores against %d", len(predictor), len(predicted))
	}
	if len(predictor) < 2 {
		return Correlation{}, fmt.Errorf("correlate: points with both scores: found %d, expected two or more", len(predictor))
	}
	for i, x := range predictor {
		if y := predicted[i]; math.IsNaN(x-x) || math.IsNaN(y-y) {
			return Correlation{}, fmt.Errorf("correlate: scores %v and %v: expected finite numbers", x, y)
		}
	}
	c := Correlation{Points: len(predictor), Pairs: CountPairs(predictor, predicted)}
	c.Pearson, c.PearsonP = Pearson(predictor, predicted)
	c.Spearman, c.SpearmanP = Spearman(predictor, predicted)
	return c, nil
}

// Pairs counts the pairs of points by the order of their scores. Each pair is in one
// class.
type Pairs struct {
	Concordant    int // in the same order by both scores
	Discordant    int // in opposite orders
	TiesPredictor int // equal by the predictor alone
	TiesPredicted int // equal by the predicted score alone
	TiesBoth      int // equal by both
}

// CountPairs counts the pairs of points.
func CountPairs(predictor, predicted []float64) Pairs {
	var p Pairs
	for i := range predictor {
		for j := range i {
			sameX, sameY := predictor[i] == predictor[j], predicted[i] == predicted[j]
			switch {
			case sameX && sameY:
				p.TiesBoth++
			case sameX:
				p.TiesPredictor++
			case sameY:
				p.TiesPredicted++
			case (predictor[i] > predictor[j]) == (predicted[i] > predicted[j]):
				p.Concordant++
			default:
				p.Discordant++
			}
		}
	}
	return p
}

// Power returns the predictive power P(x₁ > x₂ | y₁ > y₂) of the predictor Y for the
// predicted score X (Definition 5.1 of AutoEval). The maximum-likelihood estimate is the
// share of the pairs of points with different y that have the same order by x. Pairs
// with equal y are omitted; pairs with different y and equal x count as not in the same
// order. Power is NaN if there is no pair.
func (p Pairs) Power() float64 {
	return float64(p.Concordant) / float64(p.Concordant+p.Discordant+p.TiesPredicted)
}

// ReversePower returns the power with the two roles exchanged.
func (p Pairs) ReversePower() float64 {
	return float64(p.Concordant) / float64(p.Concordant+p.Discordant+p.TiesPredictor)
}

// An Interval is a confidence interval. Its ends are NaN if there is none.
type Interval struct{ Low, High float64 }

// CorrelationIntervals are the intervals of the figures of a Correlation.
type CorrelationIntervals struct{ Pearson, Spearman, Power, ReversePower Interval }

// CorrelationIntervalsOf computes the intervals of Correlate(xs, ys). The interval of
// Pearson's r uses Fisher's transformation. The others are percentiles over rounds
// resamples of the points, without the resamples in which the figure has no value.
// Predictive power is resampled by points and not by pairs, since pairs that share a
// point are not independent.
func CorrelationIntervalsOf(xs, ys []float64, level float64, rounds int, seed uint64) CorrelationIntervals {
	var in CorrelationIntervals
	r, _ := Pearson(xs, ys)
	in.Pearson.Low, in.Pearson.High = FisherInterval(r, len(xs), level)
	var rho, power, reverse []float64
	random := rand.New(rand.NewPCG(seed, 0))
	rx, ry := make([]float64, len(xs)), make([]float64, len(ys))
	for range rounds {
		for i := range rx {
			k := random.IntN(len(xs))
			rx[i], ry[i] = xs[k], ys[k]
		}
		r, _ := Pearson(Ranks(rx), Ranks(ry))
		p := CountPairs(rx, ry)
		rho = append(rho, r)
		power, reverse = append(power, p.Power()), append(reverse, p.ReversePower())
	}
	in.Spearman = percentiles(rho, level)
	in.Power, in.ReversePower = percentiles(power, level), percentiles(reverse, level)
	return in
}

func percentiles(values []float64, level float64) Interval {
	values = slices.DeleteFunc(values, math.IsNaN)
	if len(values) == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	slices.Sort(values)
	return Interval{Quantile(values, (1-level)/2), Quantile(values, (1+level)/2)}
}

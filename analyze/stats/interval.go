package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Interval is where a figure lies at some level; NaN ends are none.
type Interval struct{ Low, High float64 }

// CorrelationIntervals are those of a Correlation's figures.
type CorrelationIntervals struct{ Pearson, Spearman, Kendall, Power Interval }

// CorrelationIntervalsOf computes the intervals of Correlate(xs, ys): of Pearson's r by Fisher's
// transformation, of the others from the percentiles of rounds resamples of the
// models. Resamples in which a figure has no value, because all models are the
// same one, are left out of it. Predictive power is resampled by models and not
// by pairs, since pairs that share a model are not independent.
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

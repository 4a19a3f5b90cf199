package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Bootstrap is a distribution of a statistic over resamples.
type Bootstrap struct {
	Estimate  float64
	Resamples []float64 // the statistic of each resample, sorted
	Jackknife []float64 // the statistic with each item left out
}

// ResampleRatio draws samples of the n items with replacement, rounds times, and
// computes Σ numerators / Σ denominators of each sample. For the BCa interval, it also
// computes the ratio with each item left out.
func ResampleRatio(numerators, denominators []float64, rounds int, seed uint64) *Bootstrap {
	n := len(numerators)
	top, bottom := floats.Sum(numerators), floats.Sum(denominators)
	b := &Bootstrap{Estimate: top / bottom, Resamples: make([]float64, rounds), Jackknife: make([]float64, n)}
	for i := range n {
		b.Jackknife[i] = (top - numerators[i]) / (bottom - denominators[i])
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for k := range b.Resamples {
		top, bottom := 0.0, 0.0
		for range n {
			i := r.IntN(n)
			top, bottom = top+numerators[i], bottom+denominators[i]
		}
		b.Resamples[k] = top / bottom
	}
	slices.Sort(b.Resamples)
	return b
}

// Percentile returns the interval between the quantiles of the resamples (B. Efron and
// R. J. Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13).
func (b *Bootstrap) Percentile(level float64) (low, high float64) {
	return b.quantile((1 - level) / 2), b.quantile((1 + level) / 2)
}

// BCa returns the bias-corrected and accelerated interval (Efron and Tibshirani 1993,
// sec. 14.3). It is the percentile interval if all resamples are on one side of the
// estimate.
func (b *Bootstrap) BCa(level float64) (low, high float64) {
	below, same := 0, 0
	for _, x := range b.Resamples {
		switch {
		case x < b.Estimate:
			below++
		case x == b.Estimate:
			same++
		}
	}
	// Half of the ties count as below, since rates have many ties.
	share := (float64(below) + float64(same)/2) / float64(len(b.Resamples))
	if share == 0 || share == 1 {
		return b.Percentile(level)
	}
	bias := distuv.UnitNormal.Quantile(share)
	a := b.acceleration()
	shift := func(alpha float64) float64 {
		z := bias + distuv.UnitNormal.Quantile(alpha)
		return distuv.UnitNormal.CDF(bias + z/(1-a*z))
	}
	return b.quantile(shift((1 - level) / 2)), b.quantile(shift((1 + level) / 2))
}

// acceleration returns the skewness of the jackknife (Efron and Tibshirani 1993, eq.
// 14.15), or 0 if its values are equal or almost equal.
func (b *Bootstrap) acceleration() float64 {
	mean := stat.Mean(b.Jackknife, nil)
	squares, cubes := 0.0, 0.0
	for _, x := range b.Jackknife {
		d := mean - x
		squares += d * d
		cubes += d * d * d
	}
	if scale := math.Pow(squares, 1.5); scale > 0 {
		return cubes / (6 * scale)
	}
	return 0
}

func (b *Bootstrap) quantile(p float64) float64 { return Quantile(b.Resamples, p) }

// Quantile interpolates between the order statistics, as numpy does.
func Quantile(sorted []float64, p float64) float64 {
	at := max(0, min(1, p)) * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

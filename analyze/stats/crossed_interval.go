package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

func chiSquareTail(x float64) float64 { return distuv.ChiSquared{K: 1}.Survival(x) }

// CrossedIntervals are the intervals of a fit's rates.
type CrossedIntervals struct {
	Writers, Readers []Interval
	Cancel           Interval
}

// Intervals returns profile-likelihood intervals: the values of a rate for which the
// likelihood, with the best values of the other rates, is not too far below its maximum.
// They stay within 0 and 1, and they are valid for rates near 0 and 1, where intervals
// from standard errors are not.
//
// The likelihood treats descriptions as independent. Descriptions of one formula are
// not: a hard formula is hard for all models. So the likelihood ratio is divided by the
// design effect of the rate, the ratio of the variance with formulas as clusters to the
// variance without clusters (R. E. Chandler and S. Bate, Biometrika 94, 2007, p. 167). A
// design effect below 1 counts as 1.
func (f *CrossedFit) Intervals(level float64) CrossedIntervals {
	effects := f.designEffects()
	quantile := distuv.ChiSquared{K: 1}.Quantile(level)
	at := func(k int) Interval {
		if math.IsNaN(f.theta[k]) {
			return Interval{math.NaN(), math.NaN()}
		}
		limit := quantile * effects[k]
		high := 1.0
		if k == f.data.Writers+f.data.Readers {
			high = mostCancel
		}
		return Interval{f.end(k, 0, limit), f.end(k, high, limit)}
	}
	var in CrossedIntervals
	for i := range f.data.Writers {
		in.Writers = append(in.Writers, at(i))
	}
	for j := range f.data.Readers {
		in.Readers = append(in.Readers, at(f.data.Writers+j))
	}
	in.Cancel = at(f.data.Writers + f.data.Readers)
	return in
}

// end returns the value of parameter k, between its estimate and bound, whose likelihood
// ratio is limit. It returns bound, the end of k's range, if there is none.
func (f *CrossedFit) end(k int, bound, limit float64) float64 {
	const steps, tolerance = 60, 1e-4
	near, far := f.theta[k], bound
	if near == far {
		return bound
	}
	// EM starts at the best parameters of the near end. From the parameters of the far
	// end, it may reach the solution with exchanged classes.
	warm := f.theta
	excess := func(v float64) float64 { // root of the ratio minus root of limit
		start := slices.Clone(warm)
		start[k] = v
		p := f.data.em(f.private, start, k)
		if math.IsInf(p.LogLik, -1) {
			return math.Inf(1)
		}
		g := math.Sqrt(max(0, 2*(f.LogLik-p.LogLik))) - math.Sqrt(limit)
		if g < 0 {
			warm = p.theta
		}
		return g
	}
	low, high := -math.Sqrt(limit), excess(far)
	if high <= 0 {
		return bound
	}
	for range steps {
		if math.Abs(far-near) < 1e-7 {
			break
		}
		v := (near + far) / 2
		if !math.IsInf(high, 1) {
			// The root of the ratio is almost linear in the rate. v keeps away from the
			// ends so that both of them move.
			v = near + (far-near)*min(0.95, max(0.05, -low/(high-low)))
		}
		g := excess(v)
		if math.Abs(g) < tolerance {
			return v
		}
		if g < 0 {
			near, low = v, g
		} else {
			far, high = v, g
		}
	}
	return (near + far) / 2
}

// designEffects returns the design effects of the parameters. It is 1 for a parameter at
// 0 or 1, which has no score.
func (f *CrossedFit) designEffects() []float64 {
	effects := make([]float64, len(f.theta))
	var free []int
	for k, v := range f.theta {
		effects[k] = 1
		if v > 0 && v < 1 {
			free = append(free, k)
		}
	}
	if len(free) == 0 {
		return effects
	}
	n := len(free)
	single, clustered := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	sums := map[int][]float64{} // the scores of the descriptions of a formula
	var order []int
	for _, d := range f.data.Descriptions {
		score := f.score(d)
		s := make([]float64, n)
		for i, k := range free {
			s[i] = score[k]
		}
		single.SymRankOne(single, 1, mat.NewVecDense(n, s))
		if sums[d.Formula] == nil {
			sums[d.Formula], order = make([]float64, n), append(order, d.Formula)
		}
		for i := range s {
			sums[d.Formula][i] += s[i]
		}
	}
	for _, formula := range order {
		clustered.SymRankOne(clustered, 1, mat.NewVecDense(n, sums[formula]))
	}
	var inverse, half, robust mat.Dense
	if inverse.Inverse(single) != nil {
		return effects
	}
	half.Mul(&inverse, clustered)
	robust.Mul(&half, &inverse)
	for i, k := range free {
		if effect := robust.At(i, i) / inverse.At(i, i); effect > 1 {
			effects[k] = effect
		}
	}
	return effects
}

// score returns the gradient of the logarithm of a description's likelihood.
func (f *CrossedFit) score(d Description) []float64 {
	s := make([]float64, len(f.theta))
	w, cancel := f.data.Writers, f.data.Writers+f.data.Readers
	right, _ := f.posterior(d)
	p := f.theta[d.Writer]
	s[d.Writer] = right/p - (1-right)/(1-p)
	for j, o := range d.Outcomes {
		if o.Right+o.Wrong == 0 {
			continue
		}
		k, kappa := f.kappa(d.Writer, j)
		for _, class := range [2]struct {
			p  float64
			at int
		}{{right, w + j}, {1 - right, cancel}} {
			q := f.theta[class.at]
			yes, no := float64(o.Right)*class.p, float64(o.Wrong)*class.p
			if all := kappa + (1-kappa)*q; yes > 0 {
				s[class.at] += yes * (1 - kappa) / all
				if k >= 0 {
					s[k] += yes * (1 - q) / all
				}
			}
			if no > 0 {
				s[class.at] -= no / (1 - q)
				if k >= 0 {
					s[k] -= no / (1 - kappa)
				}
			}
		}
	}
	return s
}

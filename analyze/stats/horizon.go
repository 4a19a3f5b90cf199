package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Trial counts the answers about formulas of one complexity, such as a number of
// operators. Right and Wrong need not be whole: several answers about one formula count
// as one answer, of which a share is right.
type Trial struct{ Complexity, Right, Wrong float64 }

// A Horizon is the complexity at which the accuracy falls to a share, with its interval.
//
// The accuracy at complexity n is modelled as
//
//	exp(−ln(1/share) · ((n+1)/(h+1))^slope)
//
// where h is the horizon. If each operator goes wrong independently of the others,
// the slope is 1. This is the Weibull function of psychometrics (R. F. Quick,
// Kybernetik 16, 1974, p. 65), a regression with the complementary log-log link on
// ln(n+1). Rejected: the logistic regression on n. It is symmetric around one half,
// while a product of chances is not, and its horizon is off by a tenth if the
// complexities are spread over several horizons.
//
// The estimate maximizes the likelihood times a prior of the slope: ln slope is
// normal with mean 0 and standard deviation 1. The prior matters only while there
// are few answers, which may fit any slope.
type Horizon struct {
	At float64 // h; it may be far beyond the complexities of the trials
	Interval
}

// The search is over ln(h+1), from searched below its least value in the trials to
// searched above its largest, and over ln slope, from −steepest to steepest.
const (
	searched = 3.0 // a factor of 20
	steepest = 3.0
)

// A regression holds the trials on the scale of the search.
type regression struct {
	x, right, wrong []float64 // x is ln(complexity+1)
	fall            float64   // ln(1/share)
	low, high       float64   // ends of the search
}

func newRegression(trials []Trial, share float64) *regression {
	r := &regression{fall: -math.Log(share), low: math.Inf(1), high: math.Inf(-1)}
	for _, t := range trials {
		x := math.Log1p(t.Complexity)
		r.x, r.right, r.wrong = append(r.x, x), append(r.right, t.Right), append(r.wrong, t.Wrong)
		r.low, r.high = min(r.low, x-searched), max(r.high, x+searched)
	}
	return r
}

// likelihood returns the logarithm of the likelihood times the prior.
func (r *regression) likelihood(at, logSlope float64) float64 {
	sum, slope := -logSlope*logSlope/2, math.Exp(logSlope)
	for i, x := range r.x {
		e := r.fall * math.Exp(max(-600, min(600, slope*(x-at))))
		sum -= r.right[i] * e
		if r.wrong[i] > 0 {
			sum += r.wrong[i] * math.Log(-math.Expm1(-e))
		}
	}
	return sum
}

// profile returns the largest likelihood of a horizon, over all slopes.
func (r *regression) profile(at float64) float64 {
	of := func(logSlope float64) float64 { return r.likelihood(at, logSlope) }
	return of(maximum(-steepest, steepest, 28, of))
}

// maximum finds the argument of the maximum of a function with one peak, by golden
// section search (J. Kiefer, Proc. Am. Math. Soc. 4, 1953, p. 502).
func maximum(low, high float64, steps int, f func(float64) float64) float64 {
	const golden = 0.6180339887498949
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := f(a), f(b)
	for range steps {
		if fa < fb {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = f(b)
		} else {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = f(a)
		}
	}
	return (low + high) / 2
}

// FitHorizon estimates the horizon from one or more trials. The interval at a level such as
// 0.95 is by the profile likelihood (D. A. Williams, Biometrics 42, 1986, p. 641, on the
// median lethal dose). An end is NaN if the trials do not bound the horizon there.
func FitHorizon(trials []Trial, share, level float64) Horizon {
	r := newRegression(trials, share)
	peak := maximum(r.low, r.high, 40, r.profile)
	least := r.profile(peak) - distuv.ChiSquared{K: 1}.Quantile(level)/2
	end := func(outer float64) float64 {
		if r.profile(outer) >= least {
			return math.NaN()
		}
		inner := peak
		for range 40 {
			middle := (inner + outer) / 2
			if r.profile(middle) >= least {
				inner = middle
			} else {
				outer = middle
			}
		}
		return math.Expm1(inner)
	}
	return Horizon{math.Expm1(peak), Interval{end(r.low), end(r.high)}}
}

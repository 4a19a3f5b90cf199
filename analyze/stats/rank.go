package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Ranks returns the rank of each value, from 1. Equal values get the mean of
// their ranks (midranks).
func Ranks(xs []float64) []float64 {
	sorted, order, ranks := slices.Clone(xs), make([]int, len(xs)), make([]float64, len(xs))
	floats.Argsort(sorted, order)
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && sorted[hi] == sorted[lo] {
			hi++
		}
		for _, i := range order[lo:hi] {
			ranks[i] = float64(lo+hi+1) / 2
		}
		lo = hi
	}
	return ranks
}

// constant reports whether all values are the same.
func constant(xs []float64) bool {
	return !slices.ContainsFunc(xs, func(x float64) bool { return x != xs[0] })
}

// scaled divides the values by a power of two, so that the largest is below 1 and no sum
// of squares overflows. This does not change correlations.
func scaled(xs []float64) []float64 {
	most := 0.0
	for _, x := range xs {
		most = max(most, math.Abs(x))
	}
	_, exponent := math.Frexp(most)
	all := make([]float64, len(xs))
	for i, x := range xs {
		all[i] = math.Ldexp(x, -exponent)
	}
	return all
}

// Pearson returns the correlation r of two samples, and its two-sided p-value by
// Student's t with n−2 degrees of freedom. Both are NaN if a sample is constant; p is
// NaN below three pairs.
func Pearson(xs, ys []float64) (r, p float64) {
	if len(xs) < 2 || constant(xs) || constant(ys) {
		return math.NaN(), math.NaN()
	}
	// Rounding can move r out of [−1, 1], where the root in pearsonP has no value.
	r = max(-1, min(1, stat.Correlation(scaled(xs), scaled(ys), nil)))
	return r, pearsonP(r, len(xs))
}

// pearsonP returns the two-sided p-value of a correlation r of n pairs by Student's t
// with n−2 degrees of freedom; NaN below three pairs, and if r is NaN.
func pearsonP(r float64, n int) float64 {
	df := float64(n - 2)
	if df < 1 || math.IsNaN(r) {
		return math.NaN()
	}
	t := math.Abs(r) * math.Sqrt(df/((1-r)*(1+r)))
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Survival(t)
}

// FisherInterval returns the interval of a correlation r of n pairs, by Fisher's
// transformation: artanh r is approximately normal with variance 1/(n−3) (R. A. Fisher,
// Metron 1, 1921, p. 3). Its ends are NaN if r is NaN or n is less than four. They are r
// itself if r is 1 or −1.
func FisherInterval(r float64, n int, level float64) (low, high float64) {
	if n < 4 || math.IsNaN(r) {
		return math.NaN(), math.NaN()
	}
	half := distuv.UnitNormal.Quantile((1+level)/2) / math.Sqrt(float64(n-3))
	return math.Tanh(math.Atanh(r) - half), math.Tanh(math.Atanh(r) + half)
}

// maxExact is the number of pairs up to which p-values of rank correlations
// count all orders of one sample: 9! of them are 362,880.
const maxExact = 9

// Spearman returns the rank correlation ρ of two samples, which is Pearson's r of their
// midranks, and its two-sided p-value. Up to nine pairs the p-value is exact, over all
// orders of one sample; with more, it comes from Student's t (M. G. Kendall, Rank
// Correlation Methods, 1948, sec. 4). Both are NaN if a sample is constant.
func Spearman(xs, ys []float64) (rho, p float64) {
	rx, ry := Ranks(xs), Ranks(ys)
	rho, p = Pearson(rx, ry)
	if n := len(xs); 2 < n && n <= maxExact && !math.IsNaN(rho) {
		p = exact(doubled(rx), doubled(ry))
	}
	return rho, p
}

// doubled returns twice the deviations of ranks from their mean, which are integers, so
// that sums of their products are exact.
func doubled(ranks []float64) []float64 {
	ds := make([]float64, len(ranks))
	for i, r := range ranks {
		ds[i] = 2*r - float64(len(ranks)+1)
	}
	return ds
}

// exact returns the share of the orders of dy for which the absolute sum of products of
// deviations is at least the observed one. Since means and variances are fixed, r depends
// on the order only through this sum.
func exact(dx, dy []float64) float64 {
	least, total, as := math.Abs(floats.Dot(dx, dy)), 0, 0
	var visit func(k int, sum float64) // the orders of the elements from k on
	visit = func(k int, sum float64) {
		if k == len(dy) {
			total++
			if math.Abs(sum) >= least {
				as++
			}
			return
		}
		for i := k; i < len(dy); i++ {
			dy[k], dy[i] = dy[i], dy[k]
			visit(k+1, sum+dx[k]*dy[k])
			dy[k], dy[i] = dy[i], dy[k]
		}
	}
	visit(0, 0)
	return float64(as) / float64(total)
}

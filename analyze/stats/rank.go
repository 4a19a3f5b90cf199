package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Ranks returns the rank of each value, from 1. Equal values get the mean of
// their ranks (midranks).
func Ranks(xs []float64) []float64 {
	order := identity(len(xs))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
	ranks := make([]float64, len(xs))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && xs[order[hi]] == xs[order[lo]] {
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
	// Rounding can move r out of [−1, 1], where the root in PearsonP has no value.
	r = max(-1, min(1, stat.Correlation(scaled(xs), scaled(ys), nil)))
	return r, PearsonP(r, len(xs))
}

// PearsonP returns the two-sided p-value of a correlation r of n pairs by Student's t
// with n−2 degrees of freedom; NaN below three pairs, and if r is NaN.
func PearsonP(r float64, n int) float64 {
	df := float64(n - 2)
	if df < 1 || math.IsNaN(r) {
		return math.NaN()
	}
	t := math.Abs(r) * math.Sqrt(df/((1-r)*(1+r)))
	return 2 * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Survival(t)
}

// products returns the statistic of Spearman's exact test: the absolute sum of products of
// deviations. Since means and variances are fixed, r depends on the order only through
// this sum.
func products(dx, dy []float64) func(order []int) float64 {
	return func(order []int) float64 {
		s := 0.0
		for i, j := range order {
			s += dx[i] * dy[j]
		}
		return math.Abs(s)
	}
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
		p = exact(n, products(doubled(rx), doubled(ry)))
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

// identity returns the order 0, 1, ..., n−1.
func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// exact returns the share of the orders of n things whose statistic is at least that of
// the first order. The statistic has no rounding errors.
func exact(n int, statistic func(order []int) float64) float64 {
	order := identity(n)
	least := statistic(order)
	total, as := 0, 0
	permute(order, 0, func() {
		total++
		if statistic(order) >= least {
			as++
		}
	})
	return float64(as) / float64(total)
}

// permute visits all orders of the elements of order from k on.
func permute(order []int, k int, visit func()) {
	if k == len(order) {
		visit()
		return
	}
	for i := k; i < len(order); i++ {
		order[k], order[i] = order[i], order[k]
		permute(order, k+1, visit)
		order[k], order[i] = order[i], order[k]
	}
}

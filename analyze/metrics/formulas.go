package metrics

import (
	"maps"
	"math"
	"slices"

	"github.com/truthloop/truthloop/analyze/stats"
)

// attempts counts the rows of one formula.
type attempts struct{ all, right, open int }

func (a *attempts) add(t Tally) {
	a.all += int(t.Attempts())
	a.right += int(t.Equivalent)
	a.open += int(t.Unknown)
}

// inOrder lists the formulas with an attempt by their identity, so that sums of
// floats and resamples are the same in every run.
func (g *group) inOrder() []*attempts {
	all := make([]*attempts, 0, len(g.formulas))
	for _, id := range slices.Sorted(maps.Keys(g.formulas)) {
		if a := g.formulas[id]; a.all > 0 {
			all = append(all, a)
		}
	}
	return all
}

// passAtK is the mean of pass@k over the formulas that have k rows or more,
// with the unknown rows as wrong and as right.
func (g *group) passAtK(k int) (low, high float64) {
	n := 0
	for _, a := range g.inOrder() {
		if a.all < k {
			continue
		}
		n++
		low += stats.PassAtK(a.all, a.right, k)
		high += stats.PassAtK(a.all, a.right+a.open, k)
	}
	return low / float64(n), high / float64(n)
}

// majority is the share of the formulas of which more than half of the rows are
// right: there a vote over the meanings elects the right one, whatever the
// others say. A mere plurality may elect it, too; that would take the
// equivalence of the wrong answers with each other, which rows do not tell.
func (g *group) majority() (low, high float64) {
	var least, most, n int64
	for _, a := range g.inOrder() {
		n++
		if 2*a.right > a.all {
			least++
		}
		if 2*(a.right+a.open) > a.all {
			most++
		}
	}
	return share(least, n), share(most, n)
}

// clusteredError is the standard error of accuracy_low with the rows of a
// formula as a cluster, that is the sandwich estimate of a mean times G/(G−1)
// (K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986, p. 13). NaN below two
// formulas.
func (g *group) clusteredError() float64 {
	all := g.inOrder()
	right, n := 0.0, 0.0
	for _, a := range all {
		right += float64(a.right)
		n += float64(a.all)
	}
	clusters := float64(len(all))
	if clusters < 2 {
		return math.NaN()
	}
	sum := 0.0
	for _, a := range all {
		d := float64(a.right) - right/n*float64(a.all)
		sum += d * d
	}
	return math.Sqrt(sum*clusters/(clusters-1)) / n
}

// intervals are both ends of two intervals.
type intervals struct{ percentile, bca [2]float64 }

// bootstrap is both intervals of accuracy_low over resampled formulas; NaN
// below two formulas. No row may be added to g afterwards.
func (g *group) bootstrap(o Options) *intervals {
	if g.intervals != nil {
		return g.intervals
	}
	nan := [2]float64{math.NaN(), math.NaN()}
	g.intervals = &intervals{nan, nan}
	all := g.inOrder()
	if len(all) < 2 {
		return g.intervals
	}
	right, n := make([]float64, len(all)), make([]float64, len(all))
	for i, a := range all {
		right[i], n[i] = float64(a.right), float64(a.all)
	}
	b := stats.ResampleRatio(right, n, o.Rounds, o.Seed)
	g.intervals.percentile[0], g.intervals.percentile[1] = b.Percentile(o.Level)
	g.intervals.bca[0], g.intervals.bca[1] = b.BCa(o.Level)
	return g.intervals
}

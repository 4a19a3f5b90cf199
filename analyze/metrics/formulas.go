package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
)

// attempts counts the rows of one formula.
type attempts struct{ all, right, open, parsed int }

func (a *attempts) add(t *Tally) {
	a.all += int(t.Attempts())
	a.right += int(t[Equivalent])
	a.open += int(t[Unknown])
	a.parsed += int(t.Parsed())
}

// byFormula lists the sets that count the attempts at each formula.
var byFormula = []Set{Samples, Clustered}

// formulaFigures returns the figures of a set in byFormula. Formulas are visited in the
// order of their ids, so that sums of floats are the same in every run.
func (s Set) formulaFigures(o Options) figures {
	var columns []table.Column
	var cells func(formulas []*attempts) []any
	switch s {
	case Samples:
		for _, k := range o.K {
			columns = append(columns, table.Floats(fmt.Sprintf("pass_%d_low", k), fmt.Sprintf("pass_%d_high", k))...)
		}
		cells = func(formulas []*attempts) (cells []any) {
			for _, k := range o.K {
				low, high := passAtK(formulas, k)
				cells = append(cells, low, high)
			}
			return cells
		}
	default:
		columns = table.Floats("accuracy_se")
		cells = func(formulas []*attempts) []any { return []any{clusteredError(formulas)} }
	}
	return figures{columns, func(c *counted) []any {
		var formulas []*attempts
		for _, id := range slices.Sorted(maps.Keys(c.formulas)) {
			if a := c.formulas[id]; a.all > 0 {
				formulas = append(formulas, a)
			}
		}
		return cells(formulas)
	}}
}

// passAtK returns the mean of pass@k over the formulas that have k rows or more. low
// counts unknown rows as wrong, high as right.
func passAtK(formulas []*attempts, k int) (low, high float64) {
	n := 0
	for _, a := range formulas {
		if a.all < k {
			continue
		}
		n++
		low += stats.PassAtK(a.all, a.right, k)
		high += stats.PassAtK(a.all, a.right+a.open, k)
	}
	return low / float64(n), high / float64(n)
}

// clusteredError returns the standard error of accuracy_low with the rows of a formula
// as a cluster: the sandwich estimate of a mean, times G/(G−1) (K.-Y. Liang and S. L.
// Zeger, Biometrika 73, 1986, p. 13). It is NaN below two formulas.
func clusteredError(formulas []*attempts) float64 {
	right, n := 0.0, 0.0
	for _, a := range formulas {
		right += float64(a.right)
		n += float64(a.all)
	}
	clusters := float64(len(formulas))
	if clusters < 2 {
		return math.NaN()
	}
	sum := 0.0
	for _, a := range formulas {
		d := float64(a.right) - right/n*float64(a.all)
		sum += d * d
	}
	return math.Sqrt(sum*clusters/(clusters-1)) / n
}

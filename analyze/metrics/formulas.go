package metrics

import (
	"fmt"
	"maps"
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

// sampleFigures are the number of formulas, and the mean of pass@k over the formulas that
// have k rows or more, for each k. low counts unknown rows as wrong, high as right.
func sampleFigures(ks []int) figures {
	columns := table.Ints("formulas")
	for _, k := range ks {
		columns = append(columns, table.Floats(fmt.Sprintf("pass_%d_low", k), fmt.Sprintf("pass_%d_high", k))...)
	}
	return figures{columns, func(c *counted) []any {
		cells := []any{int64(len(c.formulas))}
		for _, k := range ks {
			var low, high mean
			for _, id := range slices.Sorted(maps.Keys(c.formulas)) { // sums of floats depend on the order
				if a := c.formulas[id]; a.all >= k {
					low.add(stats.PassAtK(a.all, a.right, k))
					high.add(stats.PassAtK(a.all, a.right+a.open, k))
				}
			}
			cells = append(cells, low.value(), high.value())
		}
		return cells
	}}
}

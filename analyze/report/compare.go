package report

import (
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// mostModels bounds the models that are compared, since the pairs grow with the square
// of their number.
const mostModels = 30

// permutations is the number of random assignments of signs in a permutation test: the
// least p-value is 1/2001.
const permutations = 2000

// comparisons compares each two models on the formulas that both have, over all rows and
// in each dataset.
type comparisons struct {
	all, each *metrics.Comparison
	models    map[string]bool
	datasets  map[string]bool
	pooled    *metrics.Pooled
}

func newComparisons() comparisons {
	return comparisons{
		metrics.NewComparison(nil, "model", ""), metrics.NewComparison(metrics.By("dataset"), "model", ""),
		map[string]bool{},
		map[string]bool{},
		metrics.NewPooled(metrics.By("dataset", "model")...),
	}
}

func (c *comparisons) add(r *record.Row) {
	if len(c.models) > mostModels {
		return
	}
	c.models[r.Model], c.datasets[r.Dataset] = true, true
	c.all.Add(r)
	c.each.Add(r)
	c.pooled.Add(r)
}

// table returns a comparison of all rows and, if there are several datasets, of each
// dataset (column dataset). It returns nil if there is nothing to compare.
func (c *comparisons) table(level float64, seed uint64) *table.Table {
	if len(c.models) > mostModels || c.all.Check() != nil {
		return nil
	}
	all := c.all.Table(level, permutations, seed)
	t := &table.Table{Columns: append(table.Strings("dataset"), all.Columns...)}
	for _, line := range all.Rows {
		t.Rows = append(t.Rows, append([]any{nil}, line...))
	}
	if len(c.datasets) > 1 {
		t.Rows = append(t.Rows, c.each.Table(level, permutations, seed).Rows...)
	}
	return t
}

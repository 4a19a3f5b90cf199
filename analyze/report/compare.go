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

// comparisons compares each two models on the formulas that both have, in each dataset and
// over all rows.
type comparisons struct {
	*metrics.Comparison
	models map[string]bool
	pooled *metrics.Pooled
}

func newComparisons() comparisons {
	return comparisons{
		metrics.NewComparison(metrics.By("dataset"), true, "model", ""),
		map[string]bool{},
		metrics.NewPooled(metrics.By("dataset", "model")...),
	}
}

func (c *comparisons) add(r *record.Row) {
	if len(c.models) > mostModels {
		return
	}
	c.models[r.Model] = true
	c.Add(r)
	c.pooled.Add(r)
}

// table returns a comparison of each dataset, if there are several, and of all rows, whose
// dataset is missing. It returns nil if there is nothing to compare.
func (c *comparisons) table(level float64, seed uint64) *table.Table {
	if len(c.models) > mostModels || c.Check() != nil {
		return nil
	}
	t := c.Table(level, permutations, seed)
	if t.Total = false; c.Len() == 1 {
		t.Rows = t.Rows[len(t.Rows)/2:]
	}
	return t
}

package report

import (
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
)

// axes lists the columns that a curve may have as its x-axis.
var axes = []string{
	"num_operators", "depth", "num_quantifiers", "num_and", "num_or", "num_not", "num_implies", "num_iff", "num_xor",
	"num_predicates", "num_propositions", "num_temporal", "temporal_depth", "dfa_states", "dfa_edges", "step",
}

// A point counts the rows of one model, dataset and value of an axis.
type point struct {
	Axis    string  `json:"axis"`
	Dataset string  `json:"dataset"`
	Model   string  `json:"model"`
	X       float64 `json:"x"`
	// Counts holds Attempts, Equivalent, Unknown and Parsed.
	Counts [4]int64 `json:"n"`
}

func countsOf(t *metrics.Tally) [4]int64 {
	return [4]int64{t.Attempts(), t[metrics.Equivalent], t[metrics.Unknown], t.Parsed()}
}

// curves counts rows for each axis, by dataset, model and value.
type curves []*metrics.Groups[metrics.Tally]

// maxPoints bounds the points of an axis: hostile rows may have any values.
const maxPoints = 20_000

func newCurves() curves {
	c := make(curves, len(axes))
	for i, axis := range axes {
		c[i] = metrics.NewGroups[metrics.Tally](metrics.By("dataset", "model", axis), false)
		c[i].Most = maxPoints
	}
	return c
}

func (c curves) add(r *record.Row) {
	for i, axis := range axes {
		v, _ := r.Get(axis)
		if n, ok := v.(int64); ok && 0 <= n && n <= 1e9 {
			c[i].Add(r, func(t *metrics.Tally) { t.Add(r) })
		}
	}
}

// points lists the points of the axes on which something varies, in order.
func (c curves) points() []point {
	all := []point{}
	for i, axis := range axes {
		values := map[any]bool{}
		for key := range c[i].Sorted() {
			values[key[2]] = true
		}
		if len(values) < 2 {
			continue
		}
		for key, t := range c[i].Sorted() {
			dataset, _ := key[0].(string)
			model, _ := key[1].(string)
			if n, ok := key[2].(int64); ok && t.Attempts() > 0 {
				all = append(all, point{axis, dataset, model, float64(n), countsOf(t)})
			}
		}
	}
	return all
}

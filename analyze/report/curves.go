package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
)

// axes lists the columns that a curve may have as its x-axis.
var axes = []string{
	"num_operators", "depth", "num_quantifiers", "num_and", "num_or", "num_not", "num_implies", "num_iff",
	"num_predicates", "num_propositions", "dfa_states", "dfa_edges", "step",
}

// A point counts the rows of one model, dataset and value of an axis.
type point struct {
	Axis    string  `json:"axis"`
	Dataset string  `json:"dataset"`
	Model   string  `json:"model"`
	X       float64 `json:"x"`
	// N, Equivalent, Unknown, Answered and Parsed, in this order.
	Counts [5]int64 `json:"n"`
}

// curves counts rows for all axes. What is kept grows with the values of the
// axes; a value past those that a chart can show is not counted.
type curves struct {
	points map[pointKey]*metrics.Tally
	most   map[[2]string]int // values of an axis in a dataset
}

type pointKey struct {
	axis, dataset, model string
	x                    float64
}

// maxPoints bounds the points of an axis: hostile rows may have any values.
const maxPoints = 20_000

func (c *curves) add(r *record.Row) {
	for _, axis := range axes {
		v, ok := r.Get(axis)
		if !ok {
			continue
		}
		n, ok := v.(int64)
		if !ok || n < 0 || n > 1e9 {
			continue
		}
		key := pointKey{axis, r.Dataset, r.Model, float64(n)}
		t := c.points[key]
		if t == nil {
			place := [2]string{axis, r.Dataset}
			if c.most[place]++; c.most[place] > maxPoints {
				continue
			}
			t = &metrics.Tally{}
			c.points[key] = t
		}
		t.Add(r)
	}
}

// sorted lists the points; axes on which nothing varies are left out.
func (c *curves) sorted() []point {
	values := map[string]map[float64]bool{}
	for k := range c.points {
		if values[k.axis] == nil {
			values[k.axis] = map[float64]bool{}
		}
		values[k.axis][k.x] = true
	}
	all := []point{}
	for k, t := range c.points {
		if len(values[k.axis]) < 2 || t.Attempts() == 0 {
			continue
		}
		all = append(all, point{k.axis, k.dataset, k.model, k.x, [5]int64{t.Attempts(), t.Equivalent, t.Unknown, t.Answered(), t.Parsed()}})
	}
	slices.SortFunc(all, func(a, b point) int {
		return cmp.Or(
			cmp.Compare(slices.Index(axes, a.Axis), slices.Index(axes, b.Axis)), cmp.Compare(a.Dataset, b.Dataset),
			cmp.Compare(a.Model, b.Model), cmp.Compare(a.X, b.X))
	})
	return all
}

// quantile of sorted values, to three digits.
func quantile(sorted []float64, p float64) any {
	if len(sorted) == 0 {
		return nil
	}
	x := sorted[int(math.Round(p*float64(len(sorted)-1)))]
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	return x
}

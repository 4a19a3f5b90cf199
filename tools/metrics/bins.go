package metrics

import (
	"math"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
)

// wilson is the kind of the intervals of shares.
const wilson = "Wilson interval"

// A spot is a point of a line in a panel, with the number of its rows.
type spot struct {
	figure.Point
	panel, line string
	rows        float64
}

// A figure against complexity has bins by default if its points would be more than
// mostPoints with fewer than fewRows rows each: their noise would hide the curve.
const (
	mostPoints = 15
	fewRows    = 30
	wantedBins = 10
)

// width returns the width of the default bins of the x-axis; 0: none.
func (p *plot) width(l *layout) float64 {
	isMeasure := strings.HasPrefix(l.x, "num_") || strings.HasPrefix(l.x, "dfa_") || slices.Contains([]string{"complexity", "depth", "temporal_depth"}, l.x)
	if !isMeasure || l.dots || slices.ContainsFunc(p.keys, func(k metrics.Key) bool { return k.Column == l.x && k.Binned() }) {
		return 0
	}
	values, points, rows := map[float64]bool{}, 0.0, 0.0
	least, most := math.Inf(1), math.Inf(-1)
	for _, row := range groupsOf(p.table) {
		x := number(cell(p.table, row, l.x))
		if n := attempts(p.table, row); !math.IsNaN(x) && n > 0 {
			values[x], points, rows = true, points+1, rows+n
			least, most = min(least, x), max(most, x)
		}
	}
	if len(values) <= mostPoints || rows/points >= fewRows {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10((most-least)/wantedBins)))
	for _, k := range []float64{1, 2, 5, 10} {
		if k*unit*wantedBins >= most-least {
			return max(1, k*unit)
		}
	}
	return 0
}

// attempts returns the number of rows of which a group's rates are shares; NaN if the table
// has none.
func attempts(t *table.Table, row []any) float64 {
	n := number(cell(t, row, "rows"))
	for _, outside := range []string{"gold_error", "abstained"} {
		if x := number(cell(t, row, outside)); !math.IsNaN(x) {
			n -= x
		}
	}
	return n
}

// binned merges the points of each line in bins of the width, which are drawn at their
// middle.
func binned(spots []spot, width, level float64) (all []spot) {
	for _, s := range spots {
		if math.IsNaN(s.Y) || !(s.rows > 0) {
			continue
		}
		at, upper := math.Floor(s.X/width)*width+width/2, s.Upper
		if math.IsNaN(upper) {
			upper = s.Y
		}
		i := slices.IndexFunc(all, func(b spot) bool { return b.panel == s.panel && b.line == s.line && b.X == at })
		if i < 0 {
			i = len(all)
			all = append(all, spot{Point: figure.Point{X: at}, panel: s.panel, line: s.line})
		}
		b := &all[i]
		b.Y, b.Upper, b.rows = b.Y+s.Y*s.rows, b.Upper+upper*s.rows, b.rows+s.rows
	}
	for i := range all {
		b := &all[i]
		b.Y, b.Upper = b.Y/b.rows, b.Upper/b.rows
		b.Low, b.High = stats.Wilson(b.Y, b.rows, level)
	}
	return all
}

package metrics

import (
	"math"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
)

// A figure of forty points with three rows each showed noise.
func TestFewRowsHaveBins(t *testing.T) {
	made := func(points, rows int64, by string) *plot {
		p := &plot{table: &table.Table{Columns: append(table.Ints(by), table.Ints("rows")...)}, keys: metrics.By(by)}
		for x := range points {
			p.table.Rows = append(p.table.Rows, []any{x, rows})
		}
		return p
	}
	for _, tt := range []struct {
		points, rows int64
		by           string
		want         float64
	}{{40, 3, "num_operators", 5}, {18, 3, "depth", 2}, {200, 3, "dfa_states", 20}, {40, 30, "num_operators", 0}, {15, 3, "num_operators", 0}, {40, 3, "step", 0}} {
		if got := made(tt.points, tt.rows, tt.by).width(&layout{x: tt.by}); got != tt.want {
			t.Errorf("%d points of %d rows by %s: found bins of %g, expected %g", tt.points, tt.rows, tt.by, got, tt.want)
		}
	}
	own := made(40, 3, "num_operators")
	own.keys[0], _ = metrics.ParseKey("num_operators:1")
	if got := own.width(&layout{x: "num_operators"}); got != 0 {
		t.Errorf("bins of one's own: found bins of %g, expected none", got)
	}
}

// The rate of a bin is that of its rows.
func TestBinnedRates(t *testing.T) {
	point := func(x, y, upper float64) figure.Point {
		return figure.Point{X: x, Y: y, Upper: upper, Low: math.NaN(), High: math.NaN()}
	}
	got := binned([]spot{
		{point(0, 1, 1), "", "m", 3}, {point(4, 0, 0.5), "", "m", 2}, {point(5, 0.5, math.NaN()), "", "m", 4}, {point(6, math.NaN(), math.NaN()), "", "m", 0}, {point(0, 1, 1), "", "n", 1},
	}, 5, 0.95)
	low, high := stats.Wilson(0.6, 5, 0.95)
	want := spot{figure.Point{X: 2.5, Y: 0.6, Upper: 0.8, Low: low, High: high}, "", "m", 5}
	if len(got) != 3 || got[0] != want {
		t.Errorf("found %+v, expected 3 spots, the first %+v", got, want)
	}
	if at := slices.IndexFunc(got, func(s spot) bool { return s.line == "m" && s.X == 7.5 && s.Y == 0.5 && s.rows == 4 }); at != 1 {
		t.Errorf("found %+v, expected the second bin with its own 4 rows", got)
	}
}

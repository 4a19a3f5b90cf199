package metrics

import (
	"fmt"
	"math"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// horizonOf adds, for each complexity, rows of which some are equivalent, and then some
// unknown.
func horizonOf(t *testing.T, rows [][4]int, level float64) []any {
	t.Helper()
	h := NewHorizons(nil, "complexity", []float64{0.5})
	for _, r := range rows {
		for i := range r[1] {
			row := &record.Row{ID: fmt.Sprint(r[0], "/", i), Verdict: record.NotEquivalent, NumOperators: record.Int(r[0])}
			switch {
			case i < r[2]:
				row.Verdict = record.Equivalent
			case i < r[2]+r[3]:
				row.Verdict = record.Unknown
			}
			h.Add(row)
		}
	}
	table := h.Table(level)
	if len(table.Rows) != 1 {
		t.Fatalf("%d lines, want 1", len(table.Rows))
	}
	return table.Rows[0]
}

func closeTo(x any, want, within float64) bool {
	v, ok := x.(float64)
	return ok && math.Abs(v-want) <= within
}

// Of 1000 rows at n operators, 1000 · 2^(−(n+1)/16) are equivalent, rounded: 841 at 3,
// 707 at 7, 500 at 15, 354 at 23 and 169 at 40. So the horizon is 15. With 50 unknown
// rows each, it is 15 if they are wrong; if they are right, the accuracies are 0.891,
// 0.757, 0.55, 0.404 and 0.219, which cross one half between 15 and 23.
func TestHorizonByHand(t *testing.T) {
	rows := [][4]int{{3, 1000, 841, 50}, {7, 1000, 707, 50}, {15, 1000, 500, 50}, {23, 1000, 354, 50}, {40, 1000, 169, 50}}
	line := horizonOf(t, rows, 0.95)
	low, high := line[5], line[6]
	if !closeTo(low, 15, 0.1) || !closeTo(high, 18, 1.5) {
		t.Errorf("found %v and %v, want 15 and about 18", low, high)
	}
	from, to := line[7].(float64), line[8].(float64)
	if !(from > 13.5 && from < low.(float64) && to > high.(float64) && to < 20) {
		t.Errorf("found the interval [%v, %v] around [%v, %v]", from, to, low, high)
	}
	if line[1] != int64(5000) || line[2] != int64(5000) || line[3] != 3.0 || line[4] != 40.0 {
		t.Errorf("found %v, want 5000 rows and formulas of 3 to 40", line)
	}
}

// A horizon beyond the formulas has no value, which would be a guess by the form of the
// curve; the interval says on which side it is.
func TestHorizonBeyondTheFormulas(t *testing.T) {
	line := horizonOf(t, [][4]int{{3, 100, 100, 0}, {9, 100, 99, 0}}, 0.95)
	if line[5] != nil || line[6] != nil || line[7] != 9.0 || line[8] != nil {
		t.Errorf("all right: found %v, want only the lower end 9", line)
	}
	line = horizonOf(t, [][4]int{{3, 100, 1, 0}, {9, 100, 0, 0}}, 0.95)
	if line[5] != nil || line[6] != nil || line[7] != nil || line[8] != 3.0 {
		t.Errorf("all wrong: found %v, want only the upper end 3", line)
	}
}

// Ten rows of each formula do not make the interval as narrow as ten times as many
// formulas do: the answers about one formula depend on each other.
func TestRowsOfOneFormulaAreOneAnswer(t *testing.T) {
	width := func(copies int) float64 {
		h := NewHorizons(nil, "num_operators", []float64{0.5})
		for n := range 40 {
			for i := range 5 {
				row := &record.Row{ID: fmt.Sprint(n, "/", i), Verdict: record.NotEquivalent, NumOperators: record.Int(n)}
				if float64(i)+0.5 < 5*math.Exp2(-float64(n)/15) {
					row.Verdict = record.Equivalent
				}
				for range copies {
					h.Add(row)
				}
			}
		}
		line := h.Table(0.95).Rows[0]
		return line[8].(float64) - line[7].(float64)
	}
	if one, ten := width(1), width(10); one != ten {
		t.Errorf("the interval is %v wide with one row of each formula and %v with ten equal rows", one, ten)
	}
}

package table

import (
	"math"
	"testing"
)

// A bin becomes its middle.
func TestMiddlesOfBins(t *testing.T) {
	for _, c := range []struct {
		cell any
		want float64 // NaN: an error
	}{
		{int64(3), 3},
		{0.25, 0.25},
		{"1e3", 1000},
		{"[5,10)", 7.5},
		{"[0.1,0.2)", 0.15},
		{"[0.6,0.7)", 0.65},
		{"[-0.3,-0.2)", -0.25},
		{"[0,1e300)", 5e299},
		{"[1e-999999999,1)", 0.5},
		{"[0,Inf)", math.Inf(1)},
		{"[5,ten)", math.NaN()},
		{"five", math.NaN()},
		{nil, math.NaN()},
	} {
		got, err := Number(c.cell)
		if math.IsNaN(c.want) != (err != nil) || err == nil && got != c.want && !(math.Abs(got-c.want) < 1e-15) {
			t.Errorf("%v: found %v, %v, expected %v", c.cell, got, err, c.want)
		}
	}
}

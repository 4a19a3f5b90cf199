package figure

import (
	"cmp"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// A Bar is the number of items that have a value.
type Bar struct{ Value, Count float64 }

// A Distribution is a panel of bars, in the order of their values.
type Distribution struct {
	Title, X, Y string
	Bars        []Bar
}

// Distributions draws a panel for each distribution. across is the number of panels
// beside each other; 0 means three, or all if there are fewer. The width of a bar is
// the least distance between two values.
func Distributions(w io.Writer, o Options, all []Distribution, across int) error {
	var panels []*plot.Plot
	for _, d := range all {
		if len(d.Bars) == 0 {
			return ErrEmpty
		}
		panels = append(panels, d.plot())
	}
	return sheet{panels: panels, across: cmp.Or(across, min(most, len(panels)))}.write(w, o)
}

func (d Distribution) plot() *plot.Plot {
	p := newPlot(d.Title, d.X, d.Y, true, false)
	width := math.Inf(1)
	for i := 1; i < len(d.Bars); i++ {
		width = min(width, d.Bars[i].Value-d.Bars[i-1].Value)
	}
	if math.IsInf(width, 1) {
		width = 1
	}
	bars := &plotter.Histogram{FillColor: palette[0], LineStyle: draw.LineStyle{Color: light, Width: 0.3}}
	highest := 0.0
	for _, b := range d.Bars {
		bars.Bins = append(bars.Bins, plotter.HistogramBin{Min: b.Value - width/2, Max: b.Value + width/2, Weight: b.Count})
		highest = max(highest, b.Count)
	}
	p.Add(bars)
	p.X.Min, p.X.Max = span(d.Bars[0].Value-width/2, d.Bars[len(d.Bars)-1].Value+width/2, 0.03)
	p.Y.Min, p.Y.Max = 0, highest*1.05
	return p
}

package figure

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Bar is the number of items that have a value.
type Bar struct{ Value, Count float64 }

// A Distribution is a panel of bars, in the order of their values.
type Distribution struct {
	Title, X, Y string
	Bars        []Bar
}

// Distributions draws a panel for each distribution, across of them beside each
// other; 0 is three, or all if there are fewer. A bar is as wide as the least
// distance between two values.
func Distributions(w io.Writer, f Format, all []Distribution, across int) error {
	var panels []*plot.Plot
	for _, d := range all {
		if len(d.Bars) == 0 {
			return ErrEmpty
		}
		panels = append(panels, d.plot())
	}
	return write(w, f, panels, cmp.Or(across, min(most, len(panels))), nil)
}

func (d Distribution) plot() *plot.Plot {
	p := newPlot(d.Title, d.X, d.Y, false)
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

// A Score is a named figure with its interval; NaN for none.
type Score struct {
	Name             string
	Value, Low, High float64
}

// Scores draws a bar per score, the first at the top. x is the label of the axis,
// which always includes least and most.
func Scores(w io.Writer, f Format, scores []Score, x string, least, most float64) error {
	scores = slices.DeleteFunc(slices.Clone(scores), func(s Score) bool { return math.IsNaN(s.Value) || math.IsInf(s.Value, 0) })
	if len(scores) == 0 {
		return ErrEmpty
	}
	slices.Reverse(scores)
	p := newPlot("", x, "", false)
	values, names := make(plotter.Values, len(scores)), make([]string, len(scores))
	for i, s := range scores {
		values[i], names[i] = s.Value, printable(s.Name)
		least, most = min(least, s.Value), max(most, s.Value)
	}
	bars, err := plotter.NewBarChart(values, barWidth(len(scores)))
	if err != nil {
		return fmt.Errorf("draw bars: %w", err)
	}
	bars.Horizontal, bars.Color, bars.LineStyle.Width = true, palette[0], 0
	p.Add(bars)
	for i, s := range scores {
		if s.Low <= s.High {
			ends := plotter.XYs{{X: s.Low, Y: float64(i)}, {X: s.High, Y: float64(i)}}
			p.Add(&plotter.Line{XYs: ends, LineStyle: draw.LineStyle{Color: palette[1], Width: 1.2}})
			least, most = min(least, s.Low), max(most, s.High)
		}
	}
	p.NominalY(names...)
	p.X.Min, p.X.Max = span(least, most, 0.03)
	p.Y.Min, p.Y.Max = -0.6, float64(len(scores))-0.4
	return write(w, f, []*plot.Plot{p}, 1, nil)
}

// barWidth is the width of one of n bars of a panel.
func barWidth(n int) vg.Length { return 0.5 * panelHeight / vg.Length(n+1) }

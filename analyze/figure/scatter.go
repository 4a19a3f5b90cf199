package figure

import (
	"io"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Scatter is a panel of points with a trend line. Each name has its own symbol, and
// lines connect the points of a name.
type Scatter struct {
	Title, X, Y string
	Names       []string // of the points
	Xs, Ys      []float64
}

// Scatters draws a panel per scatter, with its least-squares line, and a legend of the
// names.
func Scatters(w io.Writer, o Options, scatters []Scatter) error {
	var names []string
	for _, s := range scatters {
		if len(s.Xs) == 0 {
			return ErrEmpty
		}
		for _, name := range s.Names {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	var panels []*plot.Plot
	for _, s := range scatters {
		panels = append(panels, s.plot(names))
	}
	return sheet{panels: panels, across: min(most, len(panels)), keys: keysOf(names, pointThumb)}.write(w, o)
}

// plot makes a panel. all lists the names of all panels.
func (s Scatter) plot(all []string) *plot.Plot {
	p := newPlot(s.Title, s.X, s.Y, true, true)
	p.X.Min, p.X.Max = span(floats.Min(s.Xs), floats.Max(s.Xs), 0.15)
	p.Y.Min, p.Y.Max = span(floats.Min(s.Ys), floats.Max(s.Ys), 0.12)
	if distinct(s.Xs) >= fewestForTrend && distinct(s.Ys) >= fewestForTrend {
		a, b := stat.LinearRegression(s.Xs, s.Ys, nil, false)
		trend := plotter.XYs{{X: p.X.Min, Y: a + b*p.X.Min}, {X: p.X.Max, Y: a + b*p.X.Max}}
		p.Add(&plotter.Line{XYs: trend, LineStyle: draw.LineStyle{Color: palette[1], Width: 1, Dashes: []vg.Length{4, 2}}})
	}
	at := make(plotter.XYs, len(s.Xs))
	for i, x := range s.Xs {
		at[i] = plotter.XY{X: x, Y: s.Ys[i]}
	}
	for i, name := range all {
		var path plotter.XYs
		for k, q := range at {
			if s.Names[k] == name {
				path = append(path, q)
			}
		}
		if len(path) > 1 {
			p.Add(&plotter.Line{XYs: path, LineStyle: draw.LineStyle{Color: pale(i, 0x90), Width: 0.6}})
		}
	}
	p.Add(&plotter.Scatter{XYs: at, GlyphStyleFunc: func(i int) draw.GlyphStyle {
		style := pointStyle(slices.Index(all, s.Names[i]))
		style.Radius = 2.5
		return style
	}})
	return p
}

// fewestForTrend is the number of different values of both variables from which a
// regression line is drawn: through a few points, or ties, it shows more than they say.
const fewestForTrend = 7

// distinct counts the different values.
func distinct(xs []float64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(xs))))
}

package figure

import (
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Scatter is a panel of named points. If the points have marks, they are drawn by
// their mark, without names and a trend line. With Path, arrows lead from each point to
// the next one of its mark, and there is a trend line.
type Scatter struct {
	Title, X, Y string
	Names       []string // of the points
	Xs, Ys      []float64
	Marks       []string // of the points; nil for none
	Path        bool
}

// Scatters draws a panel per scatter, with its least-squares line or, for points
// with marks, with a legend of the marks.
func Scatters(w io.Writer, f Format, scatters []Scatter) error {
	var marks []string
	for _, s := range scatters {
		for _, m := range s.Marks {
			if !slices.Contains(marks, m) {
				marks = append(marks, m)
			}
		}
	}
	keys := make([]key, len(marks))
	for i, m := range marks {
		keys[i] = key{printable(m), []plot.Thumbnailer{&plotter.Scatter{GlyphStyle: pointStyle(i)}}}
	}
	var panels []*plot.Plot
	for _, s := range scatters {
		if len(s.Xs) == 0 {
			return ErrEmpty
		}
		panels = append(panels, s.plot(marks))
	}
	return write(w, f, panels, min(most, len(panels)), keys)
}

// plot draws a panel; marks are those of all panels.
func (s Scatter) plot(marks []string) *plot.Plot {
	p := newPlot(s.Title, s.X, s.Y, true)
	left, right := span(floats.Min(s.Xs), floats.Max(s.Xs), 0.15)
	least, most := span(floats.Min(s.Ys), floats.Max(s.Ys), 0.12)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left, right, least, most
	if (s.Marks == nil || s.Path) && floats.Min(s.Xs) < floats.Max(s.Xs) {
		a, b := stat.LinearRegression(s.Xs, s.Ys, nil, false)
		ends := plotter.XYs{{X: left, Y: a + b*left}, {X: right, Y: a + b*right}}
		p.Add(&plotter.Line{XYs: ends, LineStyle: draw.LineStyle{Color: palette[1], Width: 1, Dashes: []vg.Length{4, 2}}})
	}
	at, names := make(plotter.XYs, len(s.Xs)), make([]string, len(s.Xs))
	for i, x := range s.Xs {
		at[i], names[i] = plotter.XY{X: x, Y: s.Ys[i]}, printable(s.Names[i])
	}
	if s.Path {
		p.Add(arrows{at, s.Marks, marks})
	}
	p.Add(&plotter.Scatter{XYs: at, GlyphStyleFunc: func(i int) draw.GlyphStyle {
		style := pointStyle(0)
		if s.Marks != nil {
			style = pointStyle(slices.Index(marks, s.Marks[i]))
		}
		style.Radius = 2.5
		return style
	}})
	if s.Marks == nil {
		p.Add(newNames(at, names))
	}
	return p
}

// arrows lead from each point to the next one of its mark.
type arrows struct {
	at    plotter.XYs
	marks []string // of the points
	all   []string // the marks, in the order of their styles
}

// Plot draws the arrows.
func (a arrows) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	last := map[string]vg.Point{}
	for i, q := range a.at {
		to := vg.Point{X: x(q.X), Y: y(q.Y)}
		if from, ok := last[a.marks[i]]; ok && from != to {
			style := draw.LineStyle{Color: pale(slices.Index(a.all, a.marks[i]), 0x90), Width: 0.6}
			c.StrokeLine2(style, from.X, from.Y, to.X, to.Y)
			back := from.Sub(to)
			back = back.Scale(1.5 * vg.Millimeter / vg.Length(math.Hypot(float64(back.X), float64(back.Y))))
			side := vg.Point{X: -back.Y / 2, Y: back.X / 2}
			head := []vg.Point{to.Add(back).Add(side), to, to.Add(back).Sub(side)}
			c.StrokeLines(style, head)
		}
		last[a.marks[i]] = to
	}
}

package figure

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Scatter is a panel of named points with a trend line. If the points have marks, each
// mark has its own symbol, there are no names, and arrows lead from each point to the next
// point with the same mark.
type Scatter struct {
	Title, X, Y string
	Names       []string // of the points
	Xs, Ys      []float64
	Marks       []string // of the points; nil for none
}

// Scatters draws a panel per scatter, with its least-squares line and, for points with
// marks, with a legend of the marks. If there is no room for all names, numbers replace
// them, and the legend lists the names.
func Scatters(w io.Writer, o Options, scatters []Scatter) error {
	var marks []string
	for _, s := range scatters {
		if len(s.Xs) == 0 {
			return ErrEmpty
		}
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
	var b bytes.Buffer
	unplaced, err := drawScatters(&b, o, scatters, marks, keys)
	if err == nil && unplaced > 0 {
		numbered, numbers := numberNames(scatters)
		b.Reset()
		unplaced, err = drawScatters(&b, o, numbered, marks, numbers)
		if err == nil && unplaced > 0 {
			b.Reset()
			note := key{fmt.Sprintf("%d points have no room for their number", unplaced), nil}
			_, err = drawScatters(&b, o, numbered, marks, append(numbers, note))
		}
	}
	if err != nil {
		return err
	}
	if _, err := b.WriteTo(w); err != nil {
		return fmt.Errorf("write a figure: %w", err)
	}
	return nil
}

// drawScatters draws the panels, and counts the names that there is no room for.
func drawScatters(w io.Writer, o Options, scatters []Scatter, marks []string, keys []key) (unplaced int, err error) {
	var panels []*plot.Plot
	for _, s := range scatters {
		panels = append(panels, s.plot(marks, &unplaced))
	}
	err = sheet{panels: panels, across: min(most, len(panels)), keys: keys}.write(w, o)
	return unplaced, err
}

// numberNames replaces the names by numbers, and returns keys that explain the numbers.
func numberNames(scatters []Scatter) (numbered []Scatter, keys []key) {
	var all []string
	for _, s := range scatters {
		names := make([]string, len(s.Names))
		for i, name := range s.Names {
			k := slices.Index(all, name)
			if k < 0 {
				k = len(all)
				all = append(all, name)
				keys = append(keys, key{printable(name), []plot.Thumbnailer{wordThumb(strconv.Itoa(k + 1))}})
			}
			names[i] = strconv.Itoa(k + 1)
		}
		s.Names = names
		numbered = append(numbered, s)
	}
	return numbered, keys
}

// plot makes a panel. marks lists the marks of all panels. When the panel is drawn, the
// number of names without room is added to unplaced.
func (s Scatter) plot(marks []string, unplaced *int) *plot.Plot {
	p := newPlot(s.Title, s.X, s.Y, true, true)
	p.X.Min, p.X.Max = span(floats.Min(s.Xs), floats.Max(s.Xs), 0.15)
	p.Y.Min, p.Y.Max = span(floats.Min(s.Ys), floats.Max(s.Ys), 0.12)
	if distinct(s.Xs) >= fewestForTrend && distinct(s.Ys) >= fewestForTrend {
		a, b := stat.LinearRegression(s.Xs, s.Ys, nil, false)
		trend := plotter.XYs{{X: p.X.Min, Y: a + b*p.X.Min}, {X: p.X.Max, Y: a + b*p.X.Max}}
		p.Add(&plotter.Line{XYs: trend, LineStyle: draw.LineStyle{Color: palette[1], Width: 1, Dashes: []vg.Length{4, 2}}})
	}
	at, names := make(plotter.XYs, len(s.Xs)), make([]string, len(s.Xs))
	for i, x := range s.Xs {
		at[i], names[i] = plotter.XY{X: x, Y: s.Ys[i]}, printable(s.Names[i])
	}
	if s.Marks != nil {
		p.Add(arrows{at, s.Marks, marks})
	}
	p.Add(&plotter.Scatter{XYs: at, GlyphStyleFunc: func(i int) draw.GlyphStyle {
		style := pointStyle(0)
		if s.Marks != nil {
			style = pointStyle(slices.Index(marks, s.Marks[i]))
		}
		style.Radius = pointRadius
		return style
	}})
	if s.Marks == nil {
		p.Add(labels{at, names, unplaced})
	}
	return p
}

// fewestForTrend is the number of different values of both variables from which a
// regression line is drawn: through a few points, or ties, it shows more than they say.
const fewestForTrend = 7

// distinct counts the different values.
func distinct(xs []float64) int {
	return len(slices.Compact(slices.Sorted(slices.Values(xs))))
}

// pointRadius is the radius of the points of a scatter.
const pointRadius = 2.5

// arrows lead from each point to the next point with the same mark.
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

package figure

import (
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Point is at (X, Y). Low and High are the ends of its interval. Upper is the
// upper bound if there are unknown rows. A missing number is NaN.
type Point struct{ X, Y, Low, High, Upper float64 }

// A Line is a series of points under a name.
type Line struct {
	Name   string
	Points []Point
}

// A Chart is a panel of lines.
type Chart struct {
	Title string
	Lines []Line
}

// Charts are panels of lines.
type Charts []Chart

// Add adds a point to the named line of the titled panel. It makes the line and
// the panel if they are missing.
func (c *Charts) Add(title, line string, p Point) {
	i := slices.IndexFunc(*c, func(c Chart) bool { return c.Title == title })
	if i < 0 {
		i = len(*c)
		*c = append(*c, Chart{Title: title})
	}
	lines := &(*c)[i].Lines
	k := slices.IndexFunc(*lines, func(l Line) bool { return l.Name == line })
	if k < 0 {
		k = len(*lines)
		*lines = append(*lines, Line{Name: line})
	}
	(*lines)[k].Points = append((*lines)[k].Points, p)
}

// Axes describes the axes of all panels.
type Axes struct {
	X, Y string
	// The y-axis always includes Least and Most, such as 0 and 1 for a rate.
	Least, Most float64
}

// drawn reports whether the point has a place.
func (p Point) drawn() bool { return !math.IsNaN(p.X+p.Y) && !math.IsInf(p.X+p.Y, 0) }

// hasBand reports whether the point has an interval.
func (p Point) hasBand() bool { return p.Low <= p.High && !math.IsInf(p.High-p.Low, 0) }

// Lines draws a panel per chart. A line of the same name has the same colour in
// all of them.
func Lines(w io.Writer, f Format, charts Charts, axes Axes) error {
	var names []string
	bounds, bands := false, false
	least, most := axes.Least, axes.Most
	left, right := math.Inf(1), math.Inf(-1)
	for _, c := range charts {
		for _, l := range c.Lines {
			if !slices.Contains(names, l.Name) {
				names = append(names, l.Name)
			}
			for _, p := range l.Points {
				if !p.drawn() {
					continue
				}
				left, right = min(left, p.X), max(right, p.X)
				least, most = min(least, p.Y), max(most, p.Y)
				bounds = bounds || p.Upper > p.Y
				if p.hasBand() && p.Low < p.High {
					bands = true
					least, most = min(least, p.Low), max(most, p.High)
				}
			}
		}
	}
	if left > right {
		return ErrEmpty
	}
	left, right = span(left, right, 0.04)
	least, most = span(least, most, 0.03)
	var panels []*plot.Plot
	for _, c := range charts {
		p := newPlot(c.Title, axes.X, axes.Y, false)
		if axes.Least < 0 && axes.Most > 0 {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: left}, {X: right}}, LineStyle: draw.LineStyle{Color: grey, Width: 0.6}})
		}
		for _, l := range c.Lines { // bands lie below all lines
			addBand(p, l, slices.Index(names, l.Name))
		}
		for _, l := range c.Lines {
			addLine(p, l, slices.Index(names, l.Name))
		}
		p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left, right, least, most
		panels = append(panels, p)
	}
	return write(w, f, panels, lineKeys(names, bands, bounds))
}

func lineKeys(names []string, bands, bounds bool) []key {
	var keys []key
	for i, name := range names {
		if name == "" && len(names) == 1 {
			continue
		}
		keys = append(keys, key{printable(name), []plot.Thumbnailer{&plotter.Line{LineStyle: lineStyle(i)}, &plotter.Scatter{GlyphStyle: pointStyle(i)}}})
	}
	if bands {
		keys = append(keys, key{"interval", []plot.Thumbnailer{&plotter.Polygon{Color: color.Gray{0xd8}}}})
	}
	if bounds {
		keys = append(keys, key{"upper bound, unknown counted in", []plot.Thumbnailer{&plotter.Line{LineStyle: upperStyle(grey)}}})
	}
	return keys
}

// upperStyle is the style of upper bounds.
func upperStyle(c color.Color) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: 0.8, Dashes: []vg.Length{1, 2}}
}

// addBand fills the intervals of the i-th line. That of a single point is a bar.
func addBand(p *plot.Plot, l Line, i int) {
	var low, high plotter.XYs
	for _, q := range l.Points {
		if q.drawn() && q.hasBand() {
			low, high = append(low, plotter.XY{X: q.X, Y: q.Low}), append(high, plotter.XY{X: q.X, Y: q.High})
		}
	}
	slices.Reverse(low)
	around := append(high, low...)
	switch len(around) {
	case 0:
	case 2:
		p.Add(&plotter.Line{XYs: around, LineStyle: draw.LineStyle{Color: pale(i, 0x60), Width: 3}})
	default:
		p.Add(&plotter.Polygon{XYs: []plotter.XYs{around}, Color: pale(i, 0x30)})
	}
}

// addLine draws the i-th line and, with unknown rows, its upper bound.
func addLine(p *plot.Plot, l Line, i int) {
	var at, upper plotter.XYs
	bound := false
	for _, q := range l.Points {
		if !q.drawn() {
			continue
		}
		at = append(at, plotter.XY{X: q.X, Y: q.Y})
		upper = append(upper, plotter.XY{X: q.X, Y: max(q.Y, q.Upper)})
		bound = bound || q.Upper > q.Y
	}
	p.Add(&plotter.Line{XYs: at, LineStyle: lineStyle(i)}, &plotter.Scatter{XYs: at, GlyphStyle: pointStyle(i)})
	if bound {
		p.Add(&plotter.Line{XYs: upper, LineStyle: upperStyle(palette[i%len(palette)])})
	}
}

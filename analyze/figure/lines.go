package figure

import (
	"cmp"
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

// A Chart is a panel of lines. Y is the label of its y-axis; "" means the label in
// Axes. Charts with the same Y have the same range.
type Chart struct {
	Title, Y string
	Lines    []Line
}

// Charts are panels of lines.
type Charts []Chart

// Panel returns the panel with this title and label of the y-axis. It makes the
// panel if it is missing.
func (c *Charts) Panel(title, y string) *Chart {
	i := slices.IndexFunc(*c, func(c Chart) bool { return c.Title == title && c.Y == y })
	if i < 0 {
		i = len(*c)
		*c = append(*c, Chart{Title: title, Y: y})
	}
	return &(*c)[i]
}

// Add adds a point to the named line. It makes the line if it is missing.
func (c *Chart) Add(line string, p Point) {
	k := slices.IndexFunc(c.Lines, func(l Line) bool { return l.Name == line })
	if k < 0 {
		k = len(c.Lines)
		c.Lines = append(c.Lines, Line{Name: line})
	}
	c.Lines[k].Points = append(c.Lines[k].Points, p)
}

// Axes describes the axes of all panels.
type Axes struct {
	X, Y string
	// The y-axis always includes Least and Most, such as 0 and 1 for a rate.
	Least, Most float64
	// Intervals and Uppers name the intervals and the upper bounds in the legend; the
	// defaults are "interval" and "upper bound".
	Intervals, Uppers []string
	// Across is the number of panels beside each other; the default is three, or
	// all if there are fewer.
	Across int
}

// drawn reports whether X and Y are finite.
func (p Point) drawn() bool { return !math.IsNaN(p.X+p.Y) && !math.IsInf(p.X+p.Y, 0) }

// hasBand reports whether the point has an interval.
func (p Point) hasBand() bool { return p.Low <= p.High && !math.IsInf(p.High-p.Low, 0) }

// Lines draws a panel per chart. Lines of the same name have the same colour in all
// panels.
func Lines(w io.Writer, o Options, charts Charts, axes Axes) error {
	e := extentOf(charts, axes)
	if e.left > e.right {
		return ErrEmpty
	}
	left, right := span(e.left, e.right, 0.04)
	var panels []*plot.Plot
	for _, c := range charts {
		p := newPlot(c.Title, axes.X, cmp.Or(c.Y, axes.Y), true, false)
		if axes.Least < 0 && axes.Most > 0 {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: left}, {X: right}}, LineStyle: draw.LineStyle{Color: grey, Width: 0.6}})
		}
		for _, l := range c.Lines { // bands lie below all lines
			addBand(p, l, slices.Index(e.names, l.Name), len(e.names))
		}
		for _, l := range c.Lines {
			addLine(p, l, slices.Index(e.names, l.Name))
		}
		p.X.Min, p.X.Max, p.X.Tick.Marker = left, right, roundTicks{whole: e.whole}
		p.Y.Min, p.Y.Max = span(e.y[c.Y][0], e.y[c.Y][1], 0.03)
		panels = append(panels, p)
	}
	notes := e.notes(axes, &plotter.Polygon{Color: color.Gray{0xd8}})
	return sheet{panels: panels, across: cmp.Or(axes.Across, min(most, len(charts))), keys: keysOf(e.names, lineThumb), notes: notes}.write(w, o)
}

// An extent holds the names and the ranges of the lines of all panels.
type extent struct {
	names         []string // of the lines
	left, right   float64
	whole         bool                  // whether all x are whole numbers
	y             map[string][2]float64 // by the label of the y-axis
	bands, bounds bool                  // whether there are any
}

func extentOf(charts Charts, axes Axes) extent {
	e := extent{left: math.Inf(1), right: math.Inf(-1), whole: true, y: map[string][2]float64{}}
	for _, c := range charts {
		least, most := axes.Least, axes.Most
		if y, ok := e.y[c.Y]; ok {
			least, most = y[0], y[1]
		}
		for _, l := range c.Lines {
			if !slices.Contains(e.names, l.Name) {
				e.names = append(e.names, l.Name)
			}
			for _, p := range l.Points {
				if !p.drawn() {
					continue
				}
				e.whole = e.whole && p.X == math.Trunc(p.X)
				e.left, e.right = min(e.left, p.X), max(e.right, p.X)
				least, most = min(least, p.Y), max(most, p.Y)
				e.bounds = e.bounds || p.Upper > p.Y
				if p.hasBand() && p.Low < p.High {
					e.bands = true
					least, most = min(least, p.Low), max(most, p.High)
				}
			}
		}
		e.y[c.Y] = [2]float64{least, most}
	}
	return e
}

// keysOf returns the keys of lines or points. A single one needs no name.
func keysOf(names []string, thumb func(i int) []plot.Thumbnailer) (keys []key) {
	for i, name := range names {
		if name != "" || len(names) > 1 {
			keys = append(keys, key{printable(name), thumb(i)})
		}
	}
	return keys
}

func pointThumb(i int) []plot.Thumbnailer {
	return []plot.Thumbnailer{&plotter.Scatter{GlyphStyle: pointStyle(i)}}
}

func lineThumb(i int) []plot.Thumbnailer {
	return append([]plot.Thumbnailer{&plotter.Line{LineStyle: lineStyle(i)}}, pointThumb(i)...)
}

// notes returns the keys of the intervals, with their thumbnail, and of the upper
// bounds.
func (e extent) notes(axes Axes, interval plot.Thumbnailer) []key {
	var keys []key
	add := func(any bool, names []string, name string, thumb plot.Thumbnailer) {
		if names == nil {
			names = []string{name}
		}
		for _, name := range names {
			if any {
				keys = append(keys, key{name, []plot.Thumbnailer{thumb}})
			}
		}
	}
	add(e.bands, axes.Intervals, "interval", interval)
	add(e.bounds, axes.Uppers, "upper bound", &plotter.Line{LineStyle: upperStyle(grey)})
	return keys
}

// upperStyle returns the style of upper bounds.
func upperStyle(c color.Color) draw.LineStyle {
	return draw.LineStyle{Color: c, Width: 0.8, Dashes: []vg.Length{1, 2}}
}

// addBand fills the intervals of the i-th line. Bands of many lines are paler. A single
// interval is a bar.
func addBand(p *plot.Plot, l Line, i, lines int) {
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
		p.Add(&plotter.Polygon{XYs: []plotter.XYs{around}, Color: pale(i, uint8(0xc0/max(4, lines)))})
	}
}

// addLine draws the i-th line and, if there are unknown rows, its upper bound.
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
	p.Add(&plotter.Line{XYs: at, LineStyle: lineStyle(i)})
	p.Add(marks(at, i, markRadius)...)
	if bound {
		p.Add(&plotter.Line{XYs: upper, LineStyle: upperStyle(palette[i%len(palette)])})
	}
}

package figure

import (
	"image/color"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
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
				if math.IsNaN(p.Y) {
					continue
				}
				left, right = min(left, p.X), max(right, p.X)
				least, most = min(least, p.Y), max(most, p.Y)
				bounds = bounds || p.Upper > p.Y
				if bands = bands || p.Low < p.High; p.Low < p.High {
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
	panels := make([]chartPanel, len(charts))
	for i, c := range charts {
		panels[i] = chartPanel{c, axes, names, [4]float64{left, right, least, most}}
	}
	return write(w, f, panels, lineKeys(names, bands, bounds))
}

func lineKeys(names []string, bands, bounds bool) []key {
	var keys []key
	for i, name := range names {
		if name == "" && len(names) == 1 {
			continue
		}
		l, p, _ := plotter.NewLinePoints(plotter.XYs{{}})
		l.LineStyle, p.GlyphStyle = lineStyle(i), pointStyle(i)
		keys = append(keys, key{printable(name), []plot.Thumbnailer{l, p}})
	}
	if bands {
		band, _ := plotter.NewPolygon(plotter.XYs{{}})
		band.Color, band.LineStyle.Width = color.Gray{0xd8}, 0
		keys = append(keys, key{"interval", []plot.Thumbnailer{band}})
	}
	if bounds {
		upper, _ := plotter.NewLine(plotter.XYs{{}})
		upper.Color, upper.Width, upper.Dashes = grey, 0.8, upperDashes
		keys = append(keys, key{"upper bound, unknown counted in", []plot.Thumbnailer{upper}})
	}
	return keys
}

var upperDashes = []vg.Length{1, 2}

// A chartPanel is a chart with the axes and names of all charts.
type chartPanel struct {
	Chart
	axes  Axes
	names []string
	ends  [4]float64 // left, right, least, most
}

func (c chartPanel) plot() (*plot.Plot, error) {
	p := newPlot(c.Title, c.axes.X, c.axes.Y)
	grid := plotter.NewGrid()
	grid.Vertical.Width = 0
	grid.Horizontal.Color, grid.Horizontal.Width = light, 0.5
	p.Add(grid)
	if c.axes.Least < 0 && c.axes.Most > 0 {
		zero, err := plotter.NewLine(plotter.XYs{{X: c.ends[0]}, {X: c.ends[1]}})
		if err != nil {
			return nil, err
		}
		zero.Color, zero.Width = grey, 0.6
		p.Add(zero)
	}
	for _, l := range c.Lines { // bands lie below all lines
		if err := addBand(p, l, slices.Index(c.names, l.Name)); err != nil {
			return nil, err
		}
	}
	for _, l := range c.Lines {
		if err := addLine(p, l, slices.Index(c.names, l.Name)); err != nil {
			return nil, err
		}
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = c.ends[0], c.ends[1], c.ends[2], c.ends[3]
	return p, nil
}

// addBand fills the intervals of a line. That of a single point is a bar.
func addBand(p *plot.Plot, l Line, i int) error {
	var around plotter.XYs
	for _, q := range l.Points {
		if q.Low <= q.High {
			around = append(around, plotter.XY{X: q.X, Y: q.High})
		}
	}
	if len(around) == 0 {
		return nil
	}
	for _, q := range slices.Backward(l.Points) {
		if q.Low <= q.High {
			around = append(around, plotter.XY{X: q.X, Y: q.Low})
		}
	}
	if len(around) == 2 {
		bar, err := plotter.NewLine(around)
		if err != nil {
			return err
		}
		bar.Color, bar.Width = pale(i, 0x60), 3
		p.Add(bar)
		return nil
	}
	band, err := plotter.NewPolygon(around)
	if err != nil {
		return err
	}
	band.Color, band.LineStyle.Width = pale(i, 0x30), 0
	p.Add(band)
	return nil
}

func addLine(p *plot.Plot, l Line, i int) error {
	var at, upper plotter.XYs
	bound := false
	for _, q := range l.Points {
		if math.IsNaN(q.Y) {
			continue
		}
		at = append(at, plotter.XY{X: q.X, Y: q.Y})
		upper = append(upper, plotter.XY{X: q.X, Y: max(q.Y, q.Upper)})
		bound = bound || q.Upper > q.Y
	}
	if len(at) == 0 {
		return nil
	}
	line, points, err := plotter.NewLinePoints(at)
	if err != nil {
		return err
	}
	line.LineStyle, points.GlyphStyle = lineStyle(i), pointStyle(i)
	p.Add(line, points)
	if !bound {
		return nil
	}
	above, err := plotter.NewLine(upper)
	if err != nil {
		return err
	}
	above.LineStyle = lineStyle(i)
	above.Width, above.Dashes = 0.8, upperDashes
	p.Add(above)
	return nil
}

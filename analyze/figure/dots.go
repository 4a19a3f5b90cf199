package figure

import (
	"cmp"
	"image/color"
	"io"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Dots draws charts over categories, which have no order: the X of a point is the index
// of its category. The categories are on the y-axis, the first at the top, and the
// values on the x-axis. The points of several lines lie below each other. Readers
// compare positions on a common scale most exactly (W. S. Cleveland and R. McGill, J.
// Am. Stat. Assoc. 79, 1984, p. 531).
func Dots(w io.Writer, o Options, charts Charts, categories []string, axes Axes) error {
	e := extentOf(charts, axes)
	if e.left > e.right {
		return ErrEmpty
	}
	var panels []*plot.Plot
	for _, c := range charts {
		p := newPlot(c.Title, cmp.Or(c.Y, axes.Y), axes.X, false, true)
		if axes.Least < 0 && axes.Most > 0 {
			p.Add(&plotter.Line{XYs: plotter.XYs{{Y: -0.5}, {Y: float64(len(categories)) - 0.5}}, LineStyle: draw.LineStyle{Color: grey, Width: 0.6}})
		}
		for _, l := range c.Lines {
			addDots(p, l, slices.Index(e.names, l.Name), len(e.names), len(categories))
		}
		nominalY(p, categories)
		p.X.Min, p.X.Max = span(e.y[c.Y][0], e.y[c.Y][1], 0.03)
		panels = append(panels, p)
	}
	width := vg.Length(panelWidth)
	for _, name := range categories {
		width = max(width, textStyle(8).Width(printable(name))+6.5*vg.Centimeter)
	}
	row := 3 * vg.Millimeter * vg.Length(len(e.names)+1)
	return sheet{
		panels: panels, across: cmp.Or(axes.Across, min(most, len(panels))), keys: keysOf(e.names, pointThumb), notes: e.notes(axes, &plotter.Line{LineStyle: intervalStyle(color.Black)}),
		panelWidth: width, panelHeight: max(3.5*vg.Centimeter, vg.Length(len(categories))*row+2.2*vg.Centimeter),
	}.write(w, o)
}

// addDots draws the points of the k-th line, their intervals, and dotted lines to upper
// bounds.
func addDots(p *plot.Plot, l Line, k, lines, categories int) {
	var at plotter.XYs
	colour := palette[k%len(palette)]
	across := &plotter.XErrorBars{LineStyle: intervalStyle(colour), CapWidth: 1.6 * vg.Millimeter}
	row := 1 / float64(lines+1)
	for _, q := range l.Points {
		if !q.drawn() {
			continue
		}
		y := float64(categories-1) - q.X - (float64(k)-float64(lines-1)/2)*row
		at = append(at, plotter.XY{X: q.Y, Y: y})
		if q.hasBand() && q.Low < q.High {
			across.XYs = append(across.XYs, plotter.XY{X: q.Y, Y: y})
			across.XErrors = append(across.XErrors, struct{ Low, High float64 }{q.Low - q.Y, q.High - q.Y})
		}
		if q.Upper > q.Y {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: q.Y, Y: y - 0.3*row}, {X: q.Upper, Y: y - 0.3*row}}, LineStyle: upperStyle(colour)})
		}
	}
	p.Add(across)
	p.Add(marks(at, k, markRadius)...)
}

// nominalY labels the y-axis with names, the first at the top.
func nominalY(p *plot.Plot, names []string) {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[len(names)-1-i] = printable(name)
	}
	p.NominalY(shown...)
	p.Y.Min, p.Y.Max = -0.6, float64(len(names))-0.4
}

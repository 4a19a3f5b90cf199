package figure

import (
	"io"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// A Scatter is a panel of named points. If the points have marks, they are drawn
// by their mark, without names and without a trend line.
type Scatter struct {
	Title, X, Y string
	Names       []string // of the points
	Xs, Ys      []float64
	Marks       []string // of the points; nil for none

	marks []string // of all panels
}

// Scatters draws a panel for each scatter, with a least-squares line. If the
// points have marks, it draws a legend of the marks instead of the line.
func Scatters(w io.Writer, f Format, scatters []Scatter) error {
	for _, s := range scatters {
		if len(s.Xs) == 0 {
			return ErrEmpty
		}
	}
	if len(scatters) == 0 {
		return ErrEmpty
	}
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
	all := slices.Clone(scatters)
	for i := range all {
		all[i].marks = marks
	}
	return write(w, f, all, keys)
}

func (s Scatter) plot() (*plot.Plot, error) {
	p := newPlot(s.Title, s.X, s.Y)
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Horizontal.Width = light, 0.5
	grid.Vertical.Color, grid.Vertical.Width = light, 0.5
	p.Add(grid)
	at := make(plotter.XYs, len(s.Xs))
	shown := make([]string, len(s.Xs))
	for i := range at {
		at[i].X, at[i].Y = s.Xs[i], s.Ys[i]
		shown[i] = printable(s.Names[i])
	}
	left, right := span(floats.Min(s.Xs), floats.Max(s.Xs), 0.15)
	least, most := span(floats.Min(s.Ys), floats.Max(s.Ys), 0.12)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = left, right, least, most
	if s.Marks != nil {
		return p, s.addMarks(p, at)
	}
	if floats.Min(s.Xs) < floats.Max(s.Xs) {
		a, b := stat.LinearRegression(s.Xs, s.Ys, nil, false)
		trend, err := plotter.NewLine(plotter.XYs{{X: left, Y: a + b*left}, {X: right, Y: a + b*right}})
		if err != nil {
			return nil, err
		}
		trend.Color, trend.Width, trend.Dashes = palette[1], 1, []vg.Length{4, 2}
		p.Add(trend)
	}
	points, err := plotter.NewScatter(at)
	if err != nil {
		return nil, err
	}
	points.GlyphStyle = pointStyle(0)
	points.Radius = 2.5
	p.Add(points, newNames(at, shown))
	return p, nil
}

// addMarks draws the points by their marks.
func (s Scatter) addMarks(p *plot.Plot, at plotter.XYs) error {
	for i, m := range s.marks {
		var own plotter.XYs
		for k := range at {
			if s.Marks[k] == m {
				own = append(own, at[k])
			}
		}
		if len(own) == 0 {
			continue
		}
		points, err := plotter.NewScatter(own)
		if err != nil {
			return err
		}
		points.GlyphStyle = pointStyle(i)
		points.Radius = 2.5
		p.Add(points)
	}
	return nil
}

package figure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// names writes a name beside each point, in the first of the places where it
// overlaps other names and points least.
type names struct {
	at    plotter.XYs
	names []string
	style text.Style
}

func newNames(at plotter.XYs, all []string) names {
	return names{at, all, text.Style{Color: grey, Font: face(7), Handler: plot.DefaultTextHandler}}
}

// sides are the places of a name: the offset of its lower left corner from the
// point, in shares of its size, and a further offset.
var sides = []struct{ x, y, dx, dy float64 }{
	{-0.5, 0, 0, 1},
	{-0.5, -1, 0, -1},
	{0, -0.5, 1.4, 0},
	{-1, -0.5, -1.4, 0},
	{0, 0, 0.6, 0.8},
	{-1, 0, -0.6, 0.8},
	{0, -1, 0.6, -0.8},
	{-1, -1, -0.6, -0.8},
	{-0.5, 0, 0, 3.6},
	{-0.5, -1, 0, -3.6},
	{0, 0, 1, 3.2},
	{-1, -1, -1, -3.2},
}

// Plot draws the names.
func (n names) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var taken []vg.Rectangle
	const around = 1 * vg.Millimeter
	for _, q := range n.at {
		o := vg.Point{X: x(q.X), Y: y(q.Y)}
		taken = append(taken, vg.Rectangle{Min: vg.Point{X: o.X - around, Y: o.Y - around}, Max: vg.Point{X: o.X + around, Y: o.Y + around}})
	}
	for i, q := range n.at {
		o := vg.Point{X: x(q.X), Y: y(q.Y)}
		size := vg.Point{X: n.style.Width(n.names[i]), Y: n.style.FontExtents().Height * 0.8}
		var best vg.Rectangle
		least := vg.Length(-1)
		for _, s := range sides {
			low := vg.Point{
				X: o.X + vg.Length(s.x)*size.X + vg.Length(s.dx)*around,
				Y: o.Y + vg.Length(s.y)*size.Y + vg.Length(s.dy)*around,
			}
			box := vg.Rectangle{Min: low, Max: low.Add(size)}
			if lost := outside(box, c.Rectangle) + covered(box, taken); least < 0 || lost < least {
				best, least = box, lost
			}
		}
		taken = append(taken, best)
		c.FillText(n.style, best.Min, n.names[i])
	}
}

// covered is the area of box that lies on others.
func covered(box vg.Rectangle, others []vg.Rectangle) vg.Length {
	area := vg.Length(0)
	for _, o := range others {
		w := min(box.Max.X, o.Max.X) - max(box.Min.X, o.Min.X)
		h := min(box.Max.Y, o.Max.Y) - max(box.Min.Y, o.Min.Y)
		if w > 0 && h > 0 {
			area += w * h
		}
	}
	return area
}

// outside is the area of box that lies outside of the canvas, times ten: a name
// that is cut off is worse than one that overlaps another.
func outside(box, canvas vg.Rectangle) vg.Length {
	inside := covered(box, []vg.Rectangle{canvas})
	size := box.Size()
	return 10 * (size.X*size.Y - inside)
}

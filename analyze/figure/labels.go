package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labels writes the name of each point beside it, where it covers no point and no other
// name. A name without such a place is left out, and counted.
//
// The algorithm is greedy. It begins with the names that have the least room, and each
// name takes the nearest free place around its point, up to farthest. Rejected: places
// farther away with lines to the points, since a figure with so many names is easier to
// read with numbers.
type labels struct {
	at       plotter.XYs
	names    []string
	unplaced *int
}

// The distances between a point and its name.
const (
	nearest  = 1 * vg.Millimeter
	farthest = 3 * vg.Millimeter
)

// Plot draws the names.
func (l labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := textStyle(7)
	style.Color = grey
	height := style.FontExtents().Height * 0.8
	var points []vg.Point
	var boxes []vg.Rectangle // of points and names
	var order []int          // of the points in the panel
	for i, q := range l.at {
		o := vg.Point{X: x(q.X), Y: y(q.Y)}
		points, boxes = append(points, o), append(boxes, around(o, vg.Point{X: 2 * pointRadius, Y: 2 * pointRadius}, 0, 0, 0))
		if c.Contains(o) {
			order = append(order, i)
		}
	}
	near := func(i int) (n int) {
		for _, q := range points {
			if d := q.Sub(points[i]); math.Hypot(float64(d.X), float64(d.Y)) < float64(1*vg.Centimeter) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b int) int { return near(b) - near(a) })
	for _, i := range order {
		size := vg.Point{X: style.Width(l.names[i]), Y: height}
		free := func(box vg.Rectangle) bool {
			inside := box.Min.X >= c.Min.X && box.Max.X <= c.Max.X && box.Min.Y >= c.Min.Y && box.Max.Y <= c.Max.Y
			return inside && !slices.ContainsFunc(boxes, func(b vg.Rectangle) bool { return overlap(box, b) })
		}
		placed := false
		for k := 0; !placed; k++ {
			distance := nearest * (1 + vg.Length(k/16)/2)
			if distance > farthest {
				*l.unplaced++
				break
			}
			sin, cos := math.Sincos(float64(k%16) * math.Pi / 8) // clockwise from above
			box := around(points[i], size, distance, sin, cos)
			if placed = free(box); placed {
				boxes = append(boxes, box)
				c.FillText(style, box.Min, l.names[i])
			}
		}
	}
}

// around returns a box of the given size at a distance from a point, in the direction
// (right, up). If both are 0, the point is its centre.
func around(o, size vg.Point, distance vg.Length, right, up float64) vg.Rectangle {
	distance += pointRadius / 2
	centre := o.Add(vg.Point{X: vg.Length(right) * (size.X/2 + distance), Y: vg.Length(up) * (size.Y/2 + distance)})
	half := size.Scale(0.5)
	return vg.Rectangle{Min: centre.Sub(half), Max: centre.Add(half)}
}

// overlap reports whether two boxes have less than a small gap between them.
func overlap(a, b vg.Rectangle) bool {
	const gap = 0.8
	return a.Min.X < b.Max.X+gap && b.Min.X < a.Max.X+gap && a.Min.Y < b.Max.Y+gap && b.Min.Y < a.Max.Y+gap
}

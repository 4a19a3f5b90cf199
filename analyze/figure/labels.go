package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// labels writes the name of each point at a place where it covers no point and no other
// name. A line connects a name with its point if they are not beside each other. A name
// covers the trend line only if there is no other place. A name without a place is left
// out, and counted.
//
// The algorithm is greedy. It begins with the names that have the least room. Each name
// takes the first free place of a list that goes from near the point to far away.
type labels struct {
	at       plotter.XYs
	names    []string
	trend    plotter.XYs
	unplaced *int
}

// A segment is a straight line.
type segment struct{ from, to vg.Point }

// A placement holds the area for the names, and what they must not cover.
type placement struct {
	area   vg.Rectangle
	boxes  []vg.Rectangle // of points and names
	lines  []segment      // from names to points
	trend  []segment
	points []vg.Point
}

// beside is the distance between a point and the nearest places for its name.
const beside = 1 * vg.Millimeter

// Plot draws the names.
func (l labels) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(q plotter.XY) vg.Point { return vg.Point{X: x(q.X), Y: y(q.Y)} }
	style := textStyle(7)
	style.Color = grey
	height := style.FontExtents().Height * 0.8
	place := placement{area: c.Rectangle}
	if l.trend != nil {
		place.trend = []segment{{at(l.trend[0]), at(l.trend[1])}}
	}
	var order []int
	for i, q := range l.at {
		o := at(q)
		place.points = append(place.points, o)
		place.boxes = append(place.boxes, grown(vg.Rectangle{Min: o, Max: o}, pointRadius+0.3))
		if c.Contains(o) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return place.near(b) - place.near(a) })
	for _, i := range order {
		box, ok := place.find(i, vg.Point{X: style.Width(l.names[i]), Y: height})
		if !ok {
			*l.unplaced++
			continue
		}
		place.boxes = append(place.boxes, box)
		if line := (segment{place.points[i], nearest(box, place.points[i])}); line.length() > 2*beside {
			place.lines = append(place.lines, line)
			c.StrokeLine2(draw.LineStyle{Color: grey, Width: 0.3}, line.from.X, line.from.Y, line.to.X, line.to.Y)
		}
		c.FillText(style, box.Min, l.names[i])
	}
}

// near counts the points near the i-th one.
func (p *placement) near(i int) (n int) {
	for _, q := range p.points {
		if (segment{p.points[i], q}).length() < 1*vg.Centimeter {
			n++
		}
	}
	return n
}

// find returns a place for a name of the given size for the i-th point.
func (p *placement) find(i int, size vg.Point) (vg.Rectangle, bool) {
	for _, overTrend := range []bool{false, true} {
		for distance := beside; distance < 3*vg.Centimeter; distance += beside {
			for k := range 16 {
				box := around(p.points[i], size, distance, float64(k)*math.Pi/8)
				if p.free(box, i, overTrend) {
					return box, true
				}
			}
		}
	}
	return vg.Rectangle{}, false
}

// around returns a box of the given size at a distance and an angle from a point. The
// angle is clockwise from above.
func around(o, size vg.Point, distance vg.Length, angle float64) vg.Rectangle {
	sin, cos := math.Sincos(angle)
	centre := vg.Point{
		X: o.X + vg.Length(sin)*(size.X/2+distance+pointRadius/2),
		Y: o.Y + vg.Length(cos)*(size.Y/2+distance+pointRadius/2),
	}
	half := size.Scale(0.5)
	return vg.Rectangle{Min: centre.Sub(half), Max: centre.Add(half)}
}

// free reports whether a name of the i-th point can stand in box.
func (p *placement) free(box vg.Rectangle, i int, overTrend bool) bool {
	if box.Min.X < p.area.Min.X || box.Max.X > p.area.Max.X || box.Min.Y < p.area.Min.Y || box.Max.Y > p.area.Max.Y {
		return false
	}
	wide := grown(box, 0.5)
	if slices.ContainsFunc(p.boxes, func(b vg.Rectangle) bool { return overlap(wide, b) }) ||
		slices.ContainsFunc(p.lines, func(s segment) bool { return s.crosses(wide) }) ||
		!overTrend && slices.ContainsFunc(p.trend, func(s segment) bool { return s.crosses(box) }) {
		return false
	}
	line := segment{p.points[i], nearest(box, p.points[i])}
	for k, b := range p.boxes {
		if k != i && line.length() > 2*beside && line.crosses(b) && !contains(b, p.points[i]) {
			return false
		}
	}
	return true
}

// grown returns a box with a margin added on each side.
func grown(b vg.Rectangle, by vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: b.Min.X - by, Y: b.Min.Y - by}, Max: vg.Point{X: b.Max.X + by, Y: b.Max.Y + by}}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func contains(b vg.Rectangle, q vg.Point) bool { return nearest(b, q) == q }

// nearest returns the point of the box that is nearest to q.
func nearest(b vg.Rectangle, q vg.Point) vg.Point {
	return vg.Point{X: min(max(q.X, b.Min.X), b.Max.X), Y: min(max(q.Y, b.Min.Y), b.Max.Y)}
}

func (s segment) length() vg.Length {
	d := s.to.Sub(s.from)
	return vg.Length(math.Hypot(float64(d.X), float64(d.Y)))
}

// crosses reports whether the segment has a point in the box: it clips the segment at
// each side of the box (Liang and Barsky 1984).
func (s segment) crosses(b vg.Rectangle) bool {
	enter, leave := 0.0, 1.0
	d := s.to.Sub(s.from)
	for _, side := range [][2]vg.Length{
		{-d.X, s.from.X - b.Min.X}, {d.X, b.Max.X - s.from.X}, {-d.Y, s.from.Y - b.Min.Y}, {d.Y, b.Max.Y - s.from.Y},
	} {
		switch at := float64(side[1] / side[0]); {
		case side[0] == 0 && side[1] < 0:
			return false
		case side[0] < 0:
			enter = max(enter, at)
		case side[0] > 0:
			leave = min(leave, at)
		}
	}
	return enter <= leave
}

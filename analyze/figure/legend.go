package figure

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A key explains a line or a kind of point, below the panels.
type key struct {
	name  string
	thumb []plot.Thumbnailer
}

const (
	legendLine  = 5 * vg.Millimeter
	legendThumb = 9 * vg.Millimeter
	legendGap   = 2 * vg.Millimeter
)

// A legend lists keys in columns as wide as the longest name.
type legend struct {
	keys   []key
	perRow int
	column vg.Length
	style  text.Style
}

// legendOf arranges keys in rows of the given width.
func legendOf(keys []key, width vg.Length) legend {
	l := legend{style: textStyle(9), perRow: 1}
	l.style.YAlign = draw.YCenter
	const around = legendThumb + 2*legendGap + margin
	for _, k := range keys {
		k.name = fit(k.name, l.style, width-around)
		l.keys = append(l.keys, k)
		l.column = max(l.column, l.style.Width(k.name)+around)
	}
	if l.column > 0 {
		l.perRow = max(1, int((width-2*margin)/l.column))
	}
	return l
}

// height returns the height of all rows.
func (l legend) height() vg.Length {
	return vg.Length((len(l.keys)+l.perRow-1)/l.perRow) * legendLine
}

func (l legend) draw(c draw.Canvas) {
	for i, k := range l.keys {
		left := c.Min.X + vg.Length(i%l.perRow)*l.column
		top := c.Max.Y - vg.Length(i/l.perRow)*legendLine
		icon := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: left, Y: top - legendLine + 1*vg.Millimeter}, Max: vg.Point{X: left + legendThumb, Y: top - 1*vg.Millimeter},
		}}
		for _, t := range k.thumb {
			t.Thumbnail(&icon)
		}
		c.FillText(l.style, vg.Point{X: left + legendThumb + legendGap, Y: top - legendLine/2}, k.name)
	}
}

// intervalStyle returns the style of the intervals of dots.
func intervalStyle(c color.Color) draw.LineStyle { return draw.LineStyle{Color: c, Width: 1} }

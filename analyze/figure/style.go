package figure

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// palette holds the colours of Okabe and Ito, the darker ones first.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
	{0x00, 0x00, 0x00, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
}

var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{},
}

var dashes = [][]vg.Length{nil, {6, 2}, {2, 2}, {8, 2, 2, 2}, {1, 2}}

// lineStyle and pointStyle are those of the i-th line. The numbers of colours and
// dashes have no common divisor, so that styles repeat late.
func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: palette[i%len(palette)], Width: 1.2, Dashes: dashes[i%len(dashes)]}
}

func pointStyle(i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette[i%len(palette)], Radius: 2, Shape: shapes[i%len(shapes)]}
}

// pale is the colour of the i-th line's band.
func pale(i int, alpha uint8) color.NRGBA {
	c := palette[i%len(palette)]
	c.A = alpha
	return c
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

func legendOf(keys []key, width vg.Length) (l legend, perRow int) {
	l = legend{keys: keys, style: text.Style{Color: color.Black, Font: face(9), YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}}
	for _, k := range keys {
		l.column = max(l.column, l.style.Width(k.name)+legendThumb+2*legendGap+margin)
	}
	l.perRow = 1
	if l.column > 0 {
		l.perRow = max(1, int((width-2*margin)/l.column))
	}
	return l, l.perRow
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

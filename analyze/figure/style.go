package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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

// lineStyle and pointStyle return the styles of the i-th line. The numbers of colours
// and dashes have no common divisor, so up to 35 lines differ in colour or dashes. Up
// to 49 kinds of points differ in colour or shape.
func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: palette[i%len(palette)], Width: 1.2, Dashes: dashes[i%len(dashes)]}
}

// markRadius is the radius of the points of a line.
const markRadius = 2

func pointStyle(i int) draw.GlyphStyle {
	return draw.GlyphStyle{Color: palette[i%len(palette)], Radius: markRadius, Shape: shapes[(i+i/len(palette))%len(shapes)]}
}

// marks returns the points of the i-th line. Open marks are white inside, so that they
// hide the lines behind them.
func marks(at plotter.XYs, i int, radius vg.Length) []plot.Plotter {
	style := pointStyle(i)
	style.Radius = radius
	all := []plot.Plotter{&plotter.Scatter{XYs: at, GlyphStyle: style}}
	switch style.Shape.(type) {
	case draw.RingGlyph, draw.SquareGlyph, draw.TriangleGlyph:
		inside := draw.GlyphStyle{Color: color.White, Radius: 0.8 * radius, Shape: draw.CircleGlyph{}}
		all = slices.Insert(all, 0, plot.Plotter(&plotter.Scatter{XYs: at, GlyphStyle: inside}))
	}
	return all
}

// pale returns the colour of the i-th line's band.
func pale(i int, alpha uint8) color.NRGBA {
	c := palette[i%len(palette)]
	c.A = alpha
	return c
}

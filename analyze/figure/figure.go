package figure

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a written form of a figure.
type Format uint8

// The formats.
const (
	SVG Format = iota + 1
	PNG
)

// FormatOf returns the format for a file's name.
func FormatOf(name string) (Format, error) {
	switch {
	case strings.HasSuffix(name, ".svg"):
		return SVG, nil
	case strings.HasSuffix(name, ".png"):
		return PNG, nil
	}
	return 0, fmt.Errorf("figure %q: expected a name that ends in .svg or .png", name)
}

// ErrEmpty says that a figure has no point.
var ErrEmpty = errors.New("found no point to draw")

// A key explains a line or a kind of point, below the panels.
type key struct {
	name  string
	thumb []plot.Thumbnailer
}

const (
	panelWidth  = 8.5 * vg.Centimeter
	panelHeight = 6.6 * vg.Centimeter
	margin      = 3 * vg.Millimeter
	most        = 3 // panels beside each other
	dpi         = 200
)

// write draws the panels in rows of the given length, and the keys below them.
func write(w io.Writer, f Format, panels []*plot.Plot, across int, keys []key) error {
	if len(panels) == 0 {
		return ErrEmpty
	}
	down := (len(panels) + across - 1) / across
	grid := make([][]*plot.Plot, down)
	for i := range grid {
		grid[i] = make([]*plot.Plot, across)
	}
	for i, p := range panels {
		grid[i/across][i%across] = p
	}
	legend, perRow := legendOf(keys, vg.Length(across)*panelWidth)
	rows := (len(keys) + perRow - 1) / perRow
	below := vg.Length(rows) * legendLine
	width, height := vg.Length(across)*panelWidth, vg.Length(down)*panelHeight+below+margin
	canvas, out := newCanvas(f, width, height)
	white := draw.New(canvas)
	white.SetColor(color.White)
	white.Fill(white.Rectangle.Path())
	tiles := draw.Tiles{Rows: down, Cols: across, PadTop: margin, PadLeft: margin, PadRight: margin, PadX: 2 * margin, PadY: 2 * margin}
	top := draw.Crop(draw.New(canvas), 0, 0, below+margin, 0)
	for i, line := range plot.Align(grid, tiles, top) {
		for j := range line {
			if grid[i][j] != nil {
				grid[i][j].Draw(line[j])
			}
		}
	}
	legend.draw(draw.Crop(draw.New(canvas), 2*margin, -margin, margin, -(height - below - margin)))
	if _, err := out.WriteTo(w); err != nil {
		return fmt.Errorf("write a figure: %w", err)
	}
	return nil
}

// newCanvas is a canvas and what writes it.
func newCanvas(f Format, width, height vg.Length) (vg.CanvasSizer, io.WriterTo) {
	if f == PNG {
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))
		return c, vgimg.PngCanvas{Canvas: c}
	}
	c := vgsvg.New(width, height)
	return c, c
}

// newPlot is an empty panel in the house style, with horizontal lines and, if
// wanted, vertical ones.
func newPlot(title, x, y string, vertical bool) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = printable(title), printable(x), printable(y)
	p.Title.TextStyle.Font = face(10)
	p.Title.Padding = 2 * vg.Millimeter
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Tick.Label.Font = face(9), face(8)
		a.Padding = 0
		a.LineStyle.Width, a.Tick.LineStyle.Width = 0.5, 0.5
		a.LineStyle.Color, a.Tick.LineStyle.Color = grey, grey
		a.Tick.Length, a.Tick.Marker = 1*vg.Millimeter, roundTicks{}
	}
	grid := &plotter.Grid{Horizontal: draw.LineStyle{Color: light, Width: 0.5}}
	if vertical {
		grid.Vertical = grid.Horizontal
	}
	p.Add(grid)
	return p
}

func face(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

var (
	grey  = color.Gray{0x60}
	light = color.Gray{0xe4}
)

// printable makes a name from the data a short line of characters that SVG allows.
func printable(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '·'
		}
		return r
	}, s)
	const longest = 48
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}

// span widens a range, so that no point lies on an axis.
func span(low, high, room float64) (float64, float64) {
	if high == low {
		room = max(math.Abs(low)/10, 0.5)
		return low - room, high + room
	}
	return low - room*(high-low), high + room*(high-low)
}

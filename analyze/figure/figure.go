package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	panelWidth  = 8.5 * vg.Centimeter
	panelHeight = 6.6 * vg.Centimeter
	margin      = 3 * vg.Millimeter
	most        = 3 // panels beside each other
	dpi         = 200
)

// A sheet holds the parts of a figure: panels in rows of across panels each, and below
// them keys of lines or points, and notes on intervals and bounds.
type sheet struct {
	panels      []*plot.Plot
	across      int
	keys, notes []key
	// The size of a panel; 0 for the default.
	panelWidth, panelHeight vg.Length
}

// write draws a sheet.
func (s sheet) write(w io.Writer, o Options) error {
	if len(s.panels) == 0 {
		return ErrEmpty
	}
	down := (len(s.panels) + s.across - 1) / s.across
	width := vg.Length(s.across) * cmp.Or(s.panelWidth, panelWidth)
	style := textStyle(9)
	style.XAlign, style.YAlign = draw.XCenter, draw.YTop
	note, above := "", vg.Length(0)
	if o.Note != "" {
		note = wrap(shown(o.Note), style, width-2*margin)
		above = style.Height(note) + 1.5*margin
	}
	keys, notes := legendOf(s.keys, width), legendOf(s.notes, width)
	below := keys.height() + notes.height()
	around := above + below + margin
	height := vg.Length(down)*cmp.Or(s.panelHeight, panelHeight) + around
	lacking := ""
	canvas, out := newCanvas(o.Format, width, height, &lacking)
	white := draw.New(canvas)
	white.SetColor(color.White)
	white.Fill(white.Rectangle.Path())
	s.drawPanels(draw.Crop(draw.New(canvas), 0, 0, below+margin, -above), down)
	white.FillText(style, vg.Point{X: width / 2, Y: height - margin}, note)
	keys.draw(draw.Crop(draw.New(canvas), 2*margin, -margin, margin, -(height - below - margin)))
	notes.draw(draw.Crop(draw.New(canvas), 2*margin, -margin, margin, -(height - notes.height() - margin)))
	if _, err := out.WriteTo(w); err != nil {
		return fmt.Errorf("write a figure: %w", err)
	}
	if lacking != "" && o.Warn != nil {
		o.Warn(lacking)
	}
	return nil
}

// drawPanels draws the panels, aligned in rows.
func (s sheet) drawPanels(c draw.Canvas, down int) {
	grid := make([][]*plot.Plot, down)
	for i := range grid {
		grid[i] = make([]*plot.Plot, s.across)
		for j := range grid[i] {
			if k := i*s.across + j; k < len(s.panels) {
				grid[i][j] = s.panels[k]
				size := c.Size()
				adapt(grid[i][j], size.X/vg.Length(s.across)-3*margin, size.Y/vg.Length(down)-3*margin)
			}
		}
	}
	tiles := draw.Tiles{Rows: down, Cols: s.across, PadTop: margin, PadLeft: margin, PadRight: margin, PadX: 2 * margin, PadY: 2 * margin}
	for i, line := range plot.Align(grid, tiles, c) {
		for j, tile := range line {
			if grid[i][j] == nil {
				continue
			}
			grid[i][j].Draw(tile)
		}
	}
}

// adapt shortens the texts of a panel, and leaves out ticks, so that they fit the size.
func adapt(p *plot.Plot, width, height vg.Length) {
	p.Title.Text = fit(p.Title.Text, p.Title.TextStyle, width)
	p.X.Label.Text = fit(p.X.Label.Text, p.X.Label.TextStyle, width)
	p.Y.Label.Text = fit(p.Y.Label.Text, p.Y.Label.TextStyle, height)
	const names = 1.5 * vg.Centimeter // a guess of the room that the other axis takes
	thin(&p.X, width-names, p.X.Tick.Label.Width)
	thin(&p.Y, height-names, p.Y.Tick.Label.Height)
}

// thin leaves out ticks until the labels fit the axis. size measures a label.
func thin(a *plot.Axis, length vg.Length, size func(string) vg.Length) {
	ticks, ok := a.Tick.Marker.(roundTicks)
	for ticks.room = defaultRoom; ok && ticks.room > 1; ticks.room-- {
		a.Tick.Marker = ticks
		all := ticks.Ticks(a.Min, a.Max)
		if len(all) < 2 {
			return
		}
		apart := vg.Length((all[1].Value-all[0].Value)/(a.Max-a.Min)) * length
		if !slices.ContainsFunc(all, func(t plot.Tick) bool { return size(t.Label)+2*vg.Millimeter > apart }) {
			return
		}
	}
}

// newCanvas returns a canvas and the writer of its file.
func newCanvas(f Format, width, height vg.Length, lacking *string) (vg.CanvasSizer, io.WriterTo) {
	switch f {
	case PNG:
		c := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dpi))
		return lettered{c, func(f font.Face, s string) bool { return !lacksAny(f.Face, s) }, lacking}, vgimg.PngCanvas{Canvas: c}
	case PDF:
		c := vgpdf.New(width, height)
		return lettered{c, isWindows1252, lacking}, pdfFile{c}
	}
	c := svgCanvas{vgsvg.New(width, height)}
	return c, c
}

// A lettered canvas draws the outlines of the letters of a text that its fonts do not have.
type lettered struct {
	vg.CanvasSizer
	has     func(f font.Face, s string) bool // whether the canvas has the letters of a text
	lacking *string                          // a text that is not as it should be, if there is one
}

// FillString draws s.
func (c lettered) FillString(f font.Face, at vg.Point, s string) {
	if isLacking(f, s) {
		*c.lacking = s
	}
	if c.has(f, s) {
		c.CanvasSizer.FillString(f, at, s)
	} else {
		outline(c, f, at, s)
	}
}

type svgCanvas struct{ *vgsvg.Canvas }

// WriteTo names fonts of the same widths, too, since few machines have Liberation Sans.
func (c svgCanvas) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	n, err := io.WriteString(w, strings.ReplaceAll(b.String(), "font-family:Liberation Sans", "font-family:Liberation Sans,Arial,Helvetica,sans-serif"))
	return int64(n), err
}

// newPlot makes an empty panel in the common style, with horizontal or vertical grid
// lines or both.
func newPlot(title, x, y string, horizontal, vertical bool) *plot.Plot {
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
	lines := draw.LineStyle{Color: light, Width: 0.5}
	grid := &plotter.Grid{}
	if horizontal {
		grid.Horizontal = lines
	}
	if vertical {
		grid.Vertical = lines
	}
	p.Add(grid)
	return p
}

var (
	grey  = color.Gray{0x60}
	light = color.Gray{0xe4}
)

// span widens a range so that no point lies on an axis.
func span(low, high, room float64) (float64, float64) {
	if high == low {
		room = max(math.Abs(low)/10, 0.5)
		return low - room, high + room
	}
	return low - room*(high-low), high + room*(high-low)
}

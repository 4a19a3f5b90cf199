package figure

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// A pdfCanvas writes a PDF. Its fonts have only the characters of Windows-1252, since
// vgpdf embeds no others. So a text with another character, such as ρ or ∧, is drawn as
// outlines of its letters.
type pdfCanvas struct{ *vgpdf.Canvas }

// FillString draws s.
func (c pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	if _, err := charmap.Windows1252.NewEncoder().String(s); err == nil {
		c.Canvas.FillString(f, at, s)
		return
	}
	var b sfnt.Buffer
	const em = 2048 // units per em of the fonts
	scale := f.Font.Size / em
	to := func(p fixed.Point26_6) vg.Point { // the y-axis of fonts points down
		return vg.Point{X: at.X + vg.Length(p.X)/64*scale, Y: at.Y - vg.Length(p.Y)/64*scale}
	}
	var path vg.Path
	for _, r := range s {
		glyph, err := f.Face.GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		segments, err := f.Face.LoadGlyph(&b, glyph, fixed.I(em), nil)
		if err != nil {
			continue
		}
		for i, segment := range segments {
			switch a := segment.Args; segment.Op {
			case sfnt.SegmentOpMoveTo:
				if i > 0 {
					path.Close()
				}
				path.Move(to(a[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(to(a[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(to(a[0]), to(a[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(to(a[0]), to(a[1]), to(a[2]))
			}
		}
		if len(segments) > 0 {
			path.Close()
		}
		if advance, err := f.Face.GlyphAdvance(&b, glyph, fixed.I(em), 0); err == nil {
			at.X += vg.Length(advance) / 64 * scale
		}
	}
	c.Fill(path)
}

// dates matches the dates of a PDF, which have a fixed length.
var dates = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`)

// WriteTo writes the PDF without its dates, so that the same figure has the same bytes.
// Spaces replace the dates, since a PDF refers to its parts by their offsets.
func (c pdfCanvas) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	n, err := w.Write(dates.ReplaceAllFunc(b.Bytes(), func(date []byte) []byte { return []byte(strings.Repeat(" ", len(date))) }))
	return int64(n), err
}

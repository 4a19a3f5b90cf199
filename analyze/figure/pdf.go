package figure

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

// A pdfCanvas writes a PDF. Its fonts have only the characters of Windows-1252, since
// vgpdf embeds no others. So a text with another character, such as ρ or ∧, is drawn as
// outlines of its letters.
type pdfCanvas struct {
	*vgpdf.Canvas
	lacking *string // a text that is not as it should be, if there is one
}

// FillString draws s.
func (c pdfCanvas) FillString(f font.Face, at vg.Point, s string) {
	if isLacking(f, s) {
		*c.lacking = s
	}
	if _, err := charmap.Windows1252.NewEncoder().String(s); err == nil {
		c.Canvas.FillString(f, at, s)
		return
	}
	outline(c, f, at, s)
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

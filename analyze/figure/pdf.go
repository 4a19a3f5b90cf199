package figure

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg/vgpdf"
)

// isWindows1252 reports whether a text has only characters of Windows-1252, the only ones of
// the fonts that vgpdf embeds. A text with another character, such as ρ or ∧, is outlined.
func isWindows1252(_ font.Face, s string) bool {
	_, err := charmap.Windows1252.NewEncoder().String(s)
	return err == nil
}

// A pdfFile writes the PDF of a canvas.
type pdfFile struct{ *vgpdf.Canvas }

// dates matches the dates of a PDF, which have a fixed length.
var dates = regexp.MustCompile(`/(CreationDate|ModDate) \(D:\d{14}\)`)

// WriteTo writes the PDF without its dates, so that the same figure has the same bytes.
// Spaces replace the dates, since a PDF refers to its parts by their offsets.
func (c pdfFile) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	if _, err := c.Canvas.WriteTo(&b); err != nil {
		return 0, err
	}
	n, err := w.Write(dates.ReplaceAllFunc(b.Bytes(), func(date []byte) []byte { return []byte(strings.Repeat(" ", len(date))) }))
	return int64(n), err
}

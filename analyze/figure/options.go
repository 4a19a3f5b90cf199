package figure

import (
	"errors"
	"fmt"
	"strings"
)

// Format is the file format of a figure.
type Format uint8

// The formats.
const (
	SVG Format = iota + 1
	PNG
	PDF
)

// FormatOf returns the format for a file's name.
func FormatOf(name string) (Format, error) {
	for f, suffix := range map[Format]string{SVG: ".svg", PNG: ".png", PDF: ".pdf"} {
		if strings.HasSuffix(name, suffix) {
			return f, nil
		}
	}
	return 0, fmt.Errorf("figure %q: expected a name that ends in .svg, .png or .pdf", name)
}

// Options are the properties of a figure that do not come from its data.
type Options struct {
	Format Format
	// Note is written above all panels; "" for none.
	Note string
	// Warn is called for a text whose letters no font has, or which are neither joined nor
	// ordered as their script demands; nil for none. It is never called for SVG, whose
	// letters are drawn by the program that shows it.
	Warn func(text string)
}

// ErrEmpty means that a figure has no point.
var ErrEmpty = errors.New("found no point to draw")

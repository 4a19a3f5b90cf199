package figure

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
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
	// Title is written above all panels; "" for none.
	Title string
	// Width and Height are the size of the whole figure. The default, 0, depends on the
	// number of panels.
	Width, Height vg.Length
	// Range is the range of the axis of values: x in Scores and Dots, else y. The
	// default, nil, depends on the values.
	Range *Range
	// NoIntervals leaves out the intervals.
	NoIntervals bool
}

// A Range is a part of an axis.
type Range struct{ Least, Most float64 }

// These errors say that the data does not fit the options.
var (
	// ErrEmpty: a figure has no point.
	ErrEmpty = errors.New("found no point to draw")
	// ErrNoIntervals: there is nothing for NoIntervals to leave out.
	ErrNoIntervals = errors.New("the figure has no intervals")
	// ErrSmall: the panels do not fit Width or Height.
	ErrSmall = errors.New("the figure is too small")
)

// ParseRange reads a range such as 0.5,1.
func ParseRange(s string) (Range, error) {
	low, high, ok := strings.Cut(s, ",")
	least, errLow := strconv.ParseFloat(strings.TrimSpace(low), 64)
	most, errHigh := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if !ok || errLow != nil || errHigh != nil || !(least < most) || math.IsInf(most-least, 0) {
		return Range{}, fmt.Errorf("found %q, expected two numbers, the smaller one first, such as 0.5,1", s)
	}
	return Range{least, most}, nil
}

var length = regexp.MustCompile(`^\d+(\.\d+)?(cm|mm|in|pt)$`)

// longest is the largest width and height. With 200 dots per inch, a PNG of this size
// takes 250 MB of memory.
const longest = 100 * vg.Centimeter

// ParseLength reads a length such as 17cm, 170mm, 6.5in or 480pt.
func ParseLength(s string) (vg.Length, error) {
	l, err := vg.ParseLength(s)
	if !length.MatchString(s) || err != nil || l <= 0 || l > longest {
		return 0, fmt.Errorf("found %q, expected a length up to 100cm with its unit, such as 17cm, 170mm, 6.5in or 480pt", s)
	}
	return l, nil
}

// setRange sets the range of an axis of values to the options' range or, without one,
// to least and most with some room.
func (o Options) setRange(a *plot.Axis, least, most float64) {
	a.Min, a.Max = span(least, most, 0.03)
	if o.Range != nil {
		a.Min, a.Max = o.Range.Least, o.Range.Most
	}
}

// within reports whether the options' range holds the value.
func (o Options) within(value float64) bool {
	return o.Range == nil || value >= o.Range.Least && value <= o.Range.Most
}

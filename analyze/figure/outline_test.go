package figure

import (
	"bytes"
	"strings"
	"testing"
)

// named draws a figure about a name, and returns the texts of warnings.
func named(t *testing.T, f Format, name string) (figure []byte, warned string) {
	t.Helper()
	charts := Charts{{Lines: []Line{{Name: name, Points: []Point{{X: 1, Y: 0.2}, {X: 2, Y: 0.3}}}}}}
	var b bytes.Buffer
	o := Options{Format: f, Warn: func(text string) { warned += text }}
	if err := Lines(&b, o, charts, Axes{X: "depth"}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), warned
}

// Chinese letters were boxes in PNG and PDF, without a word.
func TestLettersOfOtherScripts(t *testing.T) {
	for _, f := range []Format{PNG, PDF, SVG} {
		for _, name := range []string{"中", "العربية", "हिन्दी"} {
			if figure, warned := named(t, f, name); (warned != "") != (f != SVG) || f == SVG && !strings.Contains(string(figure), name) {
				t.Errorf("format %d: %s: warning %q", f, name, warned)
			}
		}
		if _, warned := named(t, f, "ρ and ∧, é and ß"); warned != "" {
			t.Errorf("format %d: warning about %q", f, warned)
		}
	}
}

package figure

import (
	"image/color"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// letters writes a text in Liberation Sans or, if this font lacks a character of the
// text, in DejaVu Sans, which has the symbols of logic.
type letters struct{ text.Plain }

func init() { plot.DefaultTextHandler = letters{text.Plain{Fonts: font.DefaultCache}} }

// Box measures a line. A letter that the fonts lack, such as a Chinese one, is as wide as a W,
// whatever fonts a machine has, so that the figure has the same layout everywhere.
func (l letters) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	f = fontOf(txt, f)
	face := font.DefaultCache.Lookup(f, f.Size).Face
	wide := strings.Map(func(r rune) rune {
		if r != '\n' && lacks(face, r) {
			return 'W'
		}
		return r
	}, txt)
	return l.Plain.Box(wide, f)
}

// Draw draws a text.
func (l letters) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	style.Font = fontOf(txt, style.Font)
	l.Plain.Draw(c, txt, style, at)
}

// addDejaVu adds the font DejaVu Sans to the cache, once.
var addDejaVu = sync.OnceFunc(func() {
	parsed, err := opentype.Parse(dejavusans.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	font.DefaultCache.Add(font.Collection{{Font: font.Font{Typeface: "DejaVu", Variant: "Sans"}, Face: parsed}})
})

// fontOf returns a font of this size for a text.
func fontOf(txt string, f font.Font) font.Font {
	if lacksAny(font.DefaultCache.Lookup(f, f.Size).Face, txt) {
		addDejaVu()
		f.Typeface = "DejaVu"
	}
	return f
}

func face(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// textStyle returns the style of black text.
func textStyle(size vg.Length) text.Style {
	return text.Style{Color: color.Black, Font: face(size), Handler: plot.DefaultTextHandler}
}

// shown replaces the characters that SVG does not allow.
func shown(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return '·'
		}
		return r
	}, s)
}

// printable turns a name from the data into a short line of characters that SVG allows.
func printable(s string) string {
	s = shown(s)
	const longest = 48
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}

// fit cuts s off so that it is not wider than width.
func fit(s string, style text.Style, width vg.Length) string {
	if style.Width(s) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 1 && style.Width(string(r)+"…") > width {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// wrap breaks s into lines of at most the given width, between words.
func wrap(s string, style text.Style, width vg.Length) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch longer := strings.TrimSpace(line + " " + word); {
		case line == "" || style.Width(longer) <= width:
			line = longer
		default:
			lines, line = append(lines, fit(line, style, width)), word
		}
	}
	return strings.Join(append(lines, fit(line, style, width)), "\n")
}

package figure

import (
	"image/color"
	"strings"
	"unicode"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// letters writes a text in Liberation Sans. Other fonts have the letters that this font lacks;
// see faceWith.
type letters struct{ text.Plain }

func init() { plot.DefaultTextHandler = letters{text.Plain{Fonts: font.DefaultCache}} }

// Box measures a line. A letter that the font lacks, such as ∧ or a Chinese one, is as wide as
// a W, whatever fonts a machine has, so that the figure has the same layout everywhere.
func (l letters) Box(txt string, f font.Font) (width, height, depth vg.Length) {
	face := font.DefaultCache.Lookup(f, f.Size).Face
	return l.Plain.Box(strings.Map(func(r rune) rune {
		if r != '\n' && lacks(face, r) {
			return 'W'
		}
		return r
	}, txt), f)
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

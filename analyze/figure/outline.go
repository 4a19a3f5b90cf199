package figure

import (
	"strings"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// joined are scripts whose letters must be joined or ordered, which this package does not
// do. SVG leaves it to the program that shows the figure.
var joined = []*unicode.RangeTable{
	unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer,
}

// isLacking reports whether a text is not as it should be in PNG or PDF: no font has a
// letter, or the letters must be joined or ordered.
func isLacking(f font.Face, s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return lacks(faceWith(f.Face, r), r) || unicode.In(r, joined...) })
}

// outline draws the outlines of the letters of a text at a point. A letter that the font lacks
// is one of a font of the system.
func outline(c vg.Canvas, f font.Face, at vg.Point, s string) {
	var b sfnt.Buffer
	const em = 2048 // units per em
	scale := f.Font.Size / em
	to := func(p fixed.Point26_6) vg.Point { // the y-axis of fonts points down
		return vg.Point{X: at.X + vg.Length(p.X)/64*scale, Y: at.Y - vg.Length(p.Y)/64*scale}
	}
	var path vg.Path
	for _, r := range s {
		face := faceWith(f.Face, r)
		glyph, err := face.GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		segments, err := face.LoadGlyph(&b, glyph, fixed.I(em), nil)
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
		if advance, err := face.GlyphAdvance(&b, glyph, fixed.I(em), 0); err == nil {
			at.X += vg.Length(advance) / 64 * scale
		}
	}
	c.Fill(path)
}

// lacksAny reports whether a font has no letter for a character of a text.
func lacksAny(face *sfnt.Font, s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && lacks(face, r) })
}

// lacks reports whether a font has no letter for a character.
func lacks(face *sfnt.Font, r rune) bool {
	glyph, err := face.GlyphIndex(nil, r)
	return err != nil || glyph == 0
}

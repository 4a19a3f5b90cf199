package figure

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// A pen draws texts as outlines of their letters, for PDF and PNG. A letter that the fonts of
// the figure lack is taken from a font of the system.
type pen struct {
	vg.Canvas
	lacking *string // a text that is not as it should be, if there is one
}

// outlined draws a text at a point.
func (p pen) outlined(f font.Face, at vg.Point, s string) {
	var b sfnt.Buffer
	const em = 2048 // units per em
	scale := f.Font.Size / em
	to := func(p fixed.Point26_6) vg.Point { // the y-axis of fonts points down
		return vg.Point{X: at.X + vg.Length(p.X)/64*scale, Y: at.Y - vg.Length(p.Y)/64*scale}
	}
	var path vg.Path
	for _, r := range s {
		face := f.Face
		if lacks(face, r) {
			if other := systemFont(r); other != nil {
				face = other
			}
		}
		if lacks(face, r) || unicode.In(r, joined...) {
			*p.lacking = s
		}
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
	p.Fill(path)
}

// lacks reports whether a font has no letter for a character.
func lacks(face *sfnt.Font, r rune) bool {
	glyph, err := face.GlyphIndex(nil, r)
	return err != nil || glyph == 0
}

var (
	systemLock  sync.Mutex
	systemFonts []*sfnt.Font       // that have been used
	sought      = map[rune]bool{}  // without a font
	fontFolders = foldersOfFonts() // variables, for a test
	fontEndings = []string{".ttf", ".otf", ".ttc", ".otc"}
)

// foldersOfFonts lists where Linux, macOS and Windows have their fonts. A folder below a
// variable that is not set would be one of the working directory.
func foldersOfFonts() []string {
	home, _ := os.UserHomeDir()
	return slices.DeleteFunc([]string{
		"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".local/share/fonts"), filepath.Join(home, ".fonts"),
		"/System/Library/Fonts", "/Library/Fonts", filepath.Join(home, "Library/Fonts"),
		filepath.Join(os.Getenv("SystemRoot"), "Fonts"),
	}, func(folder string) bool { return !filepath.IsAbs(folder) })
}

// systemFont returns a font of the system that has a character, or nil. It is the first one
// by name, so a machine always draws the same figure.
func systemFont(r rune) *sfnt.Font {
	systemLock.Lock()
	defer systemLock.Unlock()
	for _, face := range systemFonts {
		if !lacks(face, r) {
			return face
		}
	}
	if sought[r] {
		return nil
	}
	var found *sfnt.Font
	for _, folder := range fontFolders {
		filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains(fontEndings, strings.ToLower(filepath.Ext(name))) {
				return nil
			}
			if found = fontIn(name, r); found != nil {
				return fs.SkipAll
			}
			return nil
		})
		if found != nil {
			systemFonts = append(systemFonts, found)
			return found
		}
	}
	sought[r] = true
	return nil
}

// fontIn returns a font of a file that has a character, or nil. It reads only a part of the
// file, unless the file has such a font.
func fontIn(name string, r rune) *sfnt.Font {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() { // to open a pipe waits for a writer
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	collection, err := sfnt.ParseCollectionReaderAt(file)
	if err != nil {
		return nil
	}
	for i := range collection.NumFonts() {
		if face, err := collection.Font(i); err != nil || lacks(face, r) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil
		}
		if collection, err = sfnt.ParseCollection(text); err != nil {
			return nil
		}
		face, _ := collection.Font(i)
		return face
	}
	return nil
}

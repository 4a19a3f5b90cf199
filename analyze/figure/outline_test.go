package figure

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
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

// fontsOfTests is the directory of a font with the letter 中, which the module
// golang.org/x/image has for its own tests.
func fontsOfTests(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/image").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(dir)), "font", "testdata")
}

// Chinese letters were boxes in PNG and PDF, without a word.
func TestLettersOfOtherScripts(t *testing.T) {
	before, fonts := fontFolders, fontsOfTests(t)
	defer func() {
		fontFolders, systemFonts, sought = before, nil, map[rune]bool{}
	}()
	for _, f := range []Format{PNG, PDF, SVG} {
		fontFolders, systemFonts, sought = nil, nil, map[rune]bool{}
		boxes, warned := named(t, f, "中")
		if want := map[Format]string{PNG: "中", PDF: "中"}[f]; warned != want {
			t.Errorf("format %d without a font: warning %q, want %q", f, warned, want)
		}
		fontFolders, systemFonts, sought = []string{"testdata/none", fonts}, nil, map[rune]bool{}
		drawn, warned := named(t, f, "中")
		if again, _ := named(t, f, "中"); warned != "" || !bytes.Equal(again, drawn) {
			t.Errorf("format %d with a font: warning %q, or other bytes in a second figure", f, warned)
		}
		if bytes.Equal(drawn, boxes) != (f == SVG) {
			t.Errorf("format %d: the font of the system makes a difference: %t", f, f != SVG)
		}
		for _, name := range []string{"العربية", "हिन्दी"} {
			if figure, warned := named(t, f, name); (warned != "") != (f != SVG) || f == SVG && !strings.Contains(string(figure), name) {
				t.Errorf("format %d: %s: warning %q", f, name, warned)
			}
		}
		if _, warned := named(t, f, "ρ and ∧, é and ß"); warned != "" {
			t.Errorf("format %d: warning about %q", f, warned)
		}
	}
}

// Without the variables of Windows and HOME, the folder of fonts was one of the working
// directory, whose files made figures differ.
func TestFoldersOfFontsAreAbsolute(t *testing.T) {
	for _, home := range []string{"", "here"} {
		t.Setenv("SystemRoot", "")
		t.Setenv("HOME", home)
		folders := foldersOfFonts()
		for _, folder := range folders {
			if !filepath.IsAbs(folder) {
				t.Errorf("HOME %q: found the relative folder %s", home, folder)
			}
		}
		if runtime.GOOS == "linux" && !slices.Contains(folders, "/usr/share/fonts") {
			t.Errorf("HOME %q: found %v, expected /usr/share/fonts, too", home, folders)
		}
	}
}

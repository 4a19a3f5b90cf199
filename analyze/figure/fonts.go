package figure

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"golang.org/x/image/font/sfnt"
)

var (
	systemLock  sync.Mutex
	systemFonts []*sfnt.Font       // that have been used; the first is DejaVu Sans, which has the symbols of logic
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

// faceWith returns face or, if it lacks a character, DejaVu Sans or the first font of the
// system, by name, that has it. So a machine always draws the same figure.
func faceWith(face *sfnt.Font, r rune) *sfnt.Font {
	if !lacks(face, r) {
		return face
	}
	systemLock.Lock()
	defer systemLock.Unlock()
	if systemFonts == nil {
		dejaVu, err := sfnt.Parse(dejavusans.TTF)
		if err != nil {
			panic(err) // the font is part of the program
		}
		systemFonts = append(systemFonts, dejaVu)
	}
	for _, used := range systemFonts {
		if !lacks(used, r) {
			return used
		}
	}
	for _, folder := range fontFolders {
		if sought[r] {
			break
		}
		filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains(fontEndings, strings.ToLower(filepath.Ext(name))) {
				return nil
			}
			if found := fontIn(name, r); found != nil {
				systemFonts = append(systemFonts, found)
				face = found
				return fs.SkipAll
			}
			return nil
		})
		if !lacks(face, r) {
			return face
		}
	}
	sought[r] = true
	return face
}

// fontIn returns a font of a file that has a character, or nil. The font reads from the open file.
func fontIn(name string, r rune) *sfnt.Font {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() { // to open a pipe waits for a writer
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	if collection, err := sfnt.ParseCollectionReaderAt(file); err == nil {
		for i := range collection.NumFonts() {
			if face, err := collection.Font(i); err == nil && !lacks(face, r) {
				return face
			}
		}
	}
	file.Close()
	return nil
}

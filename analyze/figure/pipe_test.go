//go:build unix

package figure

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A named pipe in a folder of fonts made --plot wait for ever.
func TestPipeAmongFonts(t *testing.T) {
	before, dir := fontFolders, t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a.ttf"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "a.ttf"), filepath.Join(dir, "b.ttf")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(fontsOfTests(t), "cmapTest.ttf"), filepath.Join(dir, "c.ttf")); err != nil {
		t.Fatal(err)
	}
	drawn := make(chan string, 1)
	go func() {
		fontFolders, systemFonts, sought = []string{dir}, nil, map[rune]bool{}
		defer func() { fontFolders, systemFonts, sought = before, nil, map[rune]bool{} }()
		_, warned := named(t, PNG, "中")
		drawn <- warned
	}()
	select {
	case warned := <-drawn:
		if warned != "" {
			t.Errorf("a link to a font: warning %q", warned)
		}
	case <-time.After(time.Minute):
		t.Fatal("the figure waits for a pipe")
	}
}

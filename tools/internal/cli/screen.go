package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A screen is the terminal on which a program shows its progress. Other programs of a
// pipe may write to the same terminal, and no program knows of the others. So only
// the last program of a pipe, whose standard output is no pipe, draws a bar. After
// each drawing the cursor is at the beginning of the bar's line. When a message of any
// program overwrites a line, it erases the rest of the line. So a message takes the
// line of the bar, and the next drawing of the bar takes the line below.
//
// Rejected: a lock for which the programs compete. Its rules differ between systems,
// and the winner would not be the program whose rows the user waits for.
type screen struct {
	file *os.File
	mu   sync.Mutex
	bare bool // no rows go to the terminal, and it obeys escape sequences
	bar  bool // the cursor is on a bar
}

const (
	eraseRest   = "\x1b[K"
	defaultCols = 80
	drawEvery   = 200 * time.Millisecond
)

// openScreen returns the screen of a file, or nil if the file is no terminal.
func openScreen(f *os.File) *screen {
	if !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return &screen{file: f, bare: os.Getenv("TERM") != "dumb" && obeys(f)}
}

// columns returns the width of the terminal.
func (s *screen) columns() int {
	if n, _, err := term.GetSize(int(s.file.Fd())); err == nil && n > 0 {
		return n
	}
	return defaultCols
}

// draw shows a line, cut to the width of the terminal. The last column stays empty,
// since some terminals begin a new line after it.
func (s *screen) draw(line string, end string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bare {
		s.bar = end == "\r"
		runes := []rune(line)
		fmt.Fprint(s.file, string(runes[:min(len(runes), max(s.columns()-1, 0))]), eraseRest, end)
	}
}

// message returns text for the terminal. The bar of another program may be below it.
func (s *screen) message(text []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bare {
		s.bar = false
		return bytes.ReplaceAll(text, []byte("\n"), []byte(eraseRest+"\n"))
	}
	return text
}

// rows ends the drawing, because rows go to the terminal.
func (s *screen) rows() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bare = false
	if s.bar {
		s.bar = false
		fmt.Fprint(s.file, eraseRest)
	}
}

// draws reports whether a bar can be drawn.
func (s *screen) draws() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bare
}

// screenOf returns the terminal to which w writes, or nil.
func screenOf(w io.Writer) *screen {
	if p, ok := below(w).(*printable); ok {
		return p.screen
	}
	return nil
}

// below returns the writer that is inside the writers of Run.
func below(w io.Writer) io.Writer {
	for {
		s, ok := w.(interface{ below() io.Writer })
		if !ok {
			return w
		}
		w = s.below()
	}
}

// isPipe reports whether a stream of the program is connected to another program.
func isPipe(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&(os.ModeNamedPipe|os.ModeSocket) != 0
}

package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Printable returns a writer of text for people. It writes control characters other
// than tab and newline, and characters that reorder text, as \u001b, and invalid UTF-8
// as \xff. Replies of endpoints and rows may contain such characters, and a terminal
// would obey them. In JSON, the form \u001b has the same meaning.
func Printable(w io.Writer) io.Writer { return &printable{w: w} }

type printable struct {
	w        io.Writer
	terminal bool // w is a terminal

	mu   sync.Mutex
	part []byte // the beginning of a character that the next Write completes
}

func (p *printable) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := append(p.part, b...)
	p.part = nil
	safe := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1 && !utf8.FullRune(text):
			p.part = append(p.part, text...)
			n = len(text)
		case r == utf8.RuneError && n == 1:
			safe = fmt.Appendf(safe, `\x%02x`, text[0])
		case unsafeToPrint(r):
			safe = fmt.Appendf(safe, `\u%04x`, r)
		default:
			safe = append(safe, text[:n]...)
		}
		text = text[n:]
	}
	if _, err := p.w.Write(safe); err != nil {
		return 0, err
	}
	return len(b), nil
}

// unsafeToPrint reports whether a terminal may obey the character. Other
// invisible characters, such as the joiners of emoji, only look odd.
func unsafeToPrint(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}

// streams returns the standard streams of the program. A terminal gets printable text.
// Files and pipes get unchanged text. Only messages are always printable, because people
// read them on a terminal later.
func streams(name string) (stdin io.Reader, stdout, stderr io.Writer) {
	stdin, stdout = os.Stdin, os.Stdout
	stderr = &printable{w: os.Stderr, terminal: term.IsTerminal(int(os.Stderr.Fd()))}
	if term.IsTerminal(int(os.Stdout.Fd())) {
		stdout = &printable{w: os.Stdout, terminal: true}
	}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		stdin = &typed{file: os.Stdin, name: name, stderr: stderr}
	}
	return stdin, stdout, stderr
}

// isTerminal reports whether w writes to a terminal.
func isTerminal(w io.Writer) bool {
	p, ok := below(w).(*printable)
	return ok && p.terminal
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

package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Printable returns a writer of text for people. Control characters other than
// tab and newline, and characters that reorder text, are written as \u001b, and
// invalid UTF-8 as \xff: replies of endpoints and rows may have them, and a
// terminal obeys them. In JSON, the first form has the same meaning.
func Printable(w io.Writer) io.Writer { return &printable{w: w} }

type printable struct {
	w        io.Writer
	terminal *os.File // w, if that is a terminal

	mu   sync.Mutex
	part []byte // the begin of a character that the next Write completes
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

// terminalOf returns the terminal to which w writes, or nil.
func terminalOf(w io.Writer) *os.File {
	if p, ok := w.(*printable); ok {
		return p.terminal
	}
	return nil
}

// stream is f as an output of the program. A terminal gets printable text. Files
// and pipes get what is written, unless that is messages, which people read on a
// terminal later.
func stream(f *os.File, messages bool) io.Writer {
	info, err := f.Stat()
	switch {
	case err == nil && info.Mode()&os.ModeCharDevice != 0 && f.Name() != os.DevNull:
		return &printable{w: f, terminal: f}
	case messages:
		return Printable(f)
	}
	return f
}

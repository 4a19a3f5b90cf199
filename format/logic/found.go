package logic

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// foundAt quotes the token at offset off of s for an error and truncates a long
// one.
func foundAt(s string, off int) string {
	if off >= len(s) {
		return "end of input"
	}
	const most = 24 // runes
	r, width := utf8.DecodeRuneInString(s[off:])
	if r == utf8.RuneError && width == 1 {
		return fmt.Sprintf("byte 0x%02x, which is not UTF-8", s[off])
	}
	token := s[off : off+width]
	switch {
	case r == '\\':
		_, end := syntax.Command(s, off)
		token = s[off:end]
	case inName(r):
		token = s[off : len(s)-len(strings.TrimLeftFunc(s[off:], inName))]
		if runes := []rune(token[:min(len(token), 100)]); len(runes) > most {
			return strconv.Quote(string(runes[:most])) + "..."
		}
	case r == '-' || r == '=' || r == '<':
		if sym, end := asciiInfix(s, off); sym != symNone {
			token = s[off:end]
		}
	}
	return strconv.Quote(token[:min(len(token), 100)])
}

package logic

import (
	"fmt"
	"strconv"
	"unicode/utf8"
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
	end := off + width
	switch {
	case r == '\\':
		_, end = command(s, off)
	case class[byte(min(r, 0x7F))]&isName != 0 || isNameRune(r):
		for n := 1; end < len(s); n++ {
			r, width := utf8.DecodeRuneInString(s[end:])
			if r < 0x80 && class[byte(r)]&isName == 0 || r >= 0x80 && !isNameRune(r) {
				break
			}
			if n == most {
				return strconv.Quote(s[off:end]) + "..."
			}
			end += width
		}
	case r == '-' || r == '=' || r == '<':
		if sym, to := asciiInfix(s, off); sym != symNone {
			end = to
		}
	}
	return strconv.Quote(s[off:min(end, off+100)])
}

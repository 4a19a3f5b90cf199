package grammar

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a lexical element of a grammar file.
type token struct {
	kind   tokenKind
	text   string
	line   int
	column int // in runes, from 1
}

type tokenKind uint8

const (
	tokName   tokenKind = iota
	tokQuoted           // text is without the quotes
	tokEmpty            // ε
	tokArrow
	tokBar
)

// scanLine splits a line into tokens, up to a comment.
func scanLine(file string, number int, line string) ([]token, *Error) {
	var out []token
	for at := 0; at < len(line); {
		column := utf8.RuneCountInString(line[:at]) + 1
		rest := line[at:]
		r, size := utf8.DecodeRuneInString(rest)
		add := func(k tokenKind, n int) {
			out = append(out, token{kind: k, text: rest[:n], line: number, column: column})
			at += n
		}
		switch {
		case r == '#':
			return out, nil
		case unicode.IsSpace(r):
			at += size
		case r == '\'' || r == '"':
			end := strings.IndexRune(rest[1:], r)
			if end < 0 {
				return nil, &Error{file, number, column, rest, "the quote is not closed on this line"}
			}
			text := rest[1 : 1+end]
			if !utf8.ValidString(text) {
				return nil, &Error{file, number, column, rest[:end+2], "the terminal is not UTF-8"}
			}
			k := tokQuoted
			if text == "" {
				k = tokEmpty
			}
			out = append(out, token{kind: k, text: text, line: number, column: column})
			at += end + 2
		case strings.HasPrefix(rest, "->"):
			add(tokArrow, 2)
		case strings.HasPrefix(rest, "::="):
			add(tokArrow, 3)
		case r == '→':
			add(tokArrow, size)
		case r == '|':
			add(tokBar, size)
		case nameLength(rest) > 0:
			n := nameLength(rest)
			if rest[:n] == "ε" {
				add(tokEmpty, n)
			} else {
				add(tokName, n)
			}
		default:
			return nil, &Error{file, number, column, rest[:size], `expected a name, a quoted terminal, "->" or "|"`}
		}
	}
	return out, nil
}

// nameLength is the length in bytes of the name that s begins with: a letter
// or _, then letters, digits, _ and -, where a - does not begin an arrow.
func nameLength(s string) int {
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			return i
		case r == '_' || unicode.IsLetter(r):
		case i > 0 && unicode.IsDigit(r):
		case i > 0 && r == '-' && !strings.HasPrefix(s[i:], "->"):
		default:
			return i
		}
	}
	return len(s)
}

package grammar

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// token is a lexical element of a grammar file.
type token struct {
	kind   tokenKind
	text   string
	line   int
	column int // in characters, from 1
}

type tokenKind uint8

const (
	tokName   tokenKind = iota
	tokQuoted           // text is without the quotes
	tokEmpty            // ε
	tokArrow
	tokBar
)

// tokens matches, in groups: white space or a comment, a quoted terminal, an
// arrow, a bar, a name.
var tokens = regexp.MustCompile(`^(?:([\s\v\x{85}\pZ]+|#.*)|("[^"]*"|'[^']*')|(->|::=|→)|(\|)|([\pL_][\pL\p{Nd}_-]*))`)

// scanLine splits a line into tokens.
func scanLine(file string, number int, line string) ([]token, *Error) {
	var out []token
	for at := 0; at < len(line); {
		rest := line[at:]
		column := utf8.RuneCountInString(line[:at]) + 1
		fail := func(text, problem string) ([]token, *Error) {
			return nil, &Error{file, number, column, text, problem}
		}
		m := tokens.FindStringSubmatch(rest)
		if m == nil {
			if rest[0] == '\'' || rest[0] == '"' {
				return fail(rest, "the quote is not closed on this line")
			}
			_, size := utf8.DecodeRuneInString(rest)
			return fail(rest[:size], `expected a name, a quoted terminal, "->" or "|"`)
		}
		t := token{tokName, m[0], number, column}
		if m[5] != "" && strings.HasPrefix(rest[len(m[0])-1:], "->") { // the - belongs to an arrow
			t.text = m[0][:len(m[0])-1]
		}
		at += len(t.text)
		switch {
		case m[1] != "":
			continue
		case m[2] != "":
			t.kind, t.text = tokQuoted, m[2][1:len(m[2])-1]
			if !utf8.ValidString(t.text) {
				return fail(m[2], "the terminal is not UTF-8")
			}
		case m[3] != "":
			t.kind = tokArrow
		case m[4] != "":
			t.kind = tokBar
		}
		if t.text == "" || t.kind == tokName && t.text == "ε" {
			t.kind = tokEmpty
		}
		out = append(out, t)
	}
	return out, nil
}

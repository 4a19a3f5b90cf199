package regex

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// A SyntaxError says where and why a text is not an expression.
type SyntaxError struct {
	Column   int    // position of Found in runes, from 1
	Offset   int    // position of Found in bytes, from 0
	Found    string // the quoted text, or a phrase such as "end of text"
	Expected string // what the grammar allows there
	Reason   string // why Found is refused; empty if this is obvious
}

// Error returns, for example: column 4: expected ")", found end of text.
func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
	if e.Reason != "" {
		s += ": " + e.Reason
	}
	return s
}

// maxQuoted is the largest number of bytes that an error quotes.
const maxQuoted = 24

// fail records an error if it is the first one. Found is the text from offset to end.
// fail also ends the text, so that the parser unwinds.
func (p *parser) fail(offset, end int, expected, reason string) {
	if p.err == nil {
		found := "end of text"
		if offset < len(p.text) {
			found = strconv.Quote(p.text[offset:min(end, offset+maxQuoted)])
		}
		column := utf8.RuneCountInString(p.text[:offset]) + 1
		p.err = &SyntaxError{column, offset, found, expected, reason}
	}
	p.tok = token{kind: tokEOF, off: len(p.text), end: len(p.text)}
}

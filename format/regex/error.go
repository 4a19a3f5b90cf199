package regex

import (
	"fmt"
	"unicode/utf8"
)

// A SyntaxError says where and why a text is not an expression.
type SyntaxError struct {
	Column   int    // of what was found, in runes, from 1
	Offset   int    // of what was found, in bytes, from 0
	Found    string // the quoted text, or a phrase such as "end of text"
	Expected string // what the grammar allows there
	Reason   string // why it is refused, if that is not obvious
}

// Error reads, for example: column 4: expected ")", found end of text.
func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
	if e.Reason != "" {
		s += ": " + e.Reason
	}
	return s
}

// maxQuoted is the number of bytes that an error quotes at most.
const maxQuoted = 24

func (p *parser) fail(offset int, found, expected, reason string) error {
	return &SyntaxError{
		Column:   utf8.RuneCountInString(p.text[:offset]) + 1,
		Offset:   offset,
		Found:    found,
		Expected: expected,
		Reason:   reason,
	}
}

// failAt reports the text from offset to end as found.
func (p *parser) failAt(offset, end int, expected, reason string) error {
	found := "end of text"
	if offset < len(p.text) {
		s := p.text[offset:min(end, offset+maxQuoted)]
		found = fmt.Sprintf("%q", s)
	}
	return p.fail(offset, found, expected, reason)
}

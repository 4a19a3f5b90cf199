package syntax

import (
	"fmt"
	"unicode/utf8"
)

// An Error says where and why a text does not parse.
type Error struct {
	Column   int    // position of Found in runes, from 1
	Offset   int    // position of Found in bytes, from 0
	Found    string // the quoted text, or a phrase such as "end of input"
	Expected string // what the grammar allows there
	Note     string // more, with the sign before it, such as ": there is nothing to repeat"
}

func (e *Error) Error() string {
	return fmt.Sprintf("column %d: expected %s, found %s%s", e.Column, e.Expected, e.Found, e.Note)
}

// ErrorAt returns the error for a byte of a text.
func ErrorAt(text string, offset int, expected, found string) *Error {
	return &Error{Column: utf8.RuneCountInString(text[:offset]) + 1, Offset: offset, Found: found, Expected: expected}
}

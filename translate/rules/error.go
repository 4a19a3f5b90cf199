package rules

import "fmt"

// A ReadError says where and why an English text is not of the controlled
// grammar that Formalize reads.
type ReadError struct {
	Column   int    // 1-based, in runes
	Offset   int    // 0-based, in bytes
	Found    string // what stands there, shortened and quoted, or "end of text"
	Expected string // what would have been read there
}

func (e *ReadError) Error() string {
	return fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
}

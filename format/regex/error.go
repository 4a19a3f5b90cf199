package regex

import (
	"strconv"

	"github.com/truthloop/truthloop/format/syntax"
)

// maxQuoted is the largest number of bytes that an error quotes.
const maxQuoted = 24

// fail records an error if it is the first one. Found is the text from offset to end.
// fail also ends the text, so that the parser unwinds. The reason is empty if it is obvious.
func (p *parser) fail(offset, end int, expected, reason string) {
	if p.err == nil {
		found := "end of text"
		if offset < len(p.text) {
			found = strconv.Quote(p.text[offset:min(end, offset+maxQuoted)])
		}
		err := syntax.ErrorAt(p.text, offset, expected, found)
		if reason != "" {
			err.Note = ": " + reason
		}
		p.err = err
	}
	p.tok = token{kind: tokEOF, off: len(p.text), end: len(p.text)}
}

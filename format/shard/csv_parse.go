package shard

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A cell is a cell of a table. Quotation marks in the file distinguish the text "1" from
// the number 1, and the empty text from an absent field.
type cell struct {
	text   string
	quoted bool
}

// A csvParser reads CSV and TSV (RFC 4180). encoding/csv is not used to read, because it
// does not tell which cells are quoted, and replaces \r\n in a cell by \n.
type csvParser struct {
	in    *lineReader
	comma byte
	lazy  bool // quotation marks within a cell are part of its text

	cells  []cell // of the current record
	text   []byte // of the current cell
	quoted bool   // the current cell is
	inside bool   // of quotation marks
}

// record reads the cells of a record and the number of its first line. It skips empty
// lines. The error is io.EOF, or a *csv.ParseError, after which the next record can be
// read.
func (p *csvParser) record() (cells []cell, first int64, err error) {
	p.cells, p.text, p.quoted, p.inside = nil, nil, false, false
	for total := 0; ; {
		line, size, err := p.in.next()
		p.in.line++
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return nil, p.in.line, err
		}
		if total == 0 {
			if first = p.in.line; len(bytes.TrimSuffix(line, []byte("\r"))) == 0 {
				if last {
					return nil, first, io.EOF
				}
				continue
			}
		}
		if total += size + 1; total > p.in.max {
			return p.fail(first, fmt.Errorf("found a row of more than %d bytes, expected a shorter one", p.in.max))
		}
		switch end, err := p.cut(line, last); {
		case err != nil:
			return p.fail(first, err)
		case end:
			return p.cells, first, nil
		}
	}
}

// fail returns the cells so far.
func (p *csvParser) fail(first int64, err error) ([]cell, int64, error) {
	return append(p.cells, cell{string(p.text), p.quoted}), first, &csv.ParseError{StartLine: int(first), Line: int(p.in.line), Err: err}
}

// cut reads the cells of a line. It reports whether the record ends there; otherwise its last
// cell continues on the next line.
func (p *csvParser) cut(line []byte, last bool) (end bool, err error) {
	for {
		if p.inside {
			before, after, found := bytes.Cut(line, []byte(`"`))
			if p.text = append(p.text, before...); !found && !last {
				p.text = append(p.text, '\n')
				return false, nil
			}
			switch {
			case !found && !p.lazy:
				return false, csv.ErrQuote
			case bytes.HasPrefix(after, []byte(`"`)):
				p.text, after = append(p.text, '"'), after[1:]
			case p.lazy && len(after) > 0 && after[0] != p.comma && after[0] != '\r':
				p.text = append(p.text, '"')
			default:
				p.inside = false
			}
			line = after
			continue
		}
		if len(p.text) == 0 && !p.quoted && bytes.HasPrefix(line, []byte(`"`)) {
			p.quoted, p.inside, line = true, true, line[1:]
			continue
		}
		part, rest, more := bytes.Cut(line, []byte{p.comma})
		if !more {
			part = bytes.TrimSuffix(part, []byte("\r"))
		}
		p.text = append(p.text, part...)
		switch {
		case p.lazy:
		case p.quoted && len(part) > 0:
			return false, csv.ErrQuote
		case bytes.IndexByte(part, '"') >= 0:
			return false, csv.ErrBareQuote
		}
		p.cells = append(p.cells, cell{string(p.text), p.quoted})
		if !more {
			return true, nil
		}
		p.text, p.quoted, line = nil, false, rest
	}
}

// appendCell writes a cell, in quotation marks if they are needed.
func appendCell(b []byte, c cell, comma byte) []byte {
	if !c.quoted && !strings.ContainsAny(c.text, "\"\r\n"+string(comma)) && !strings.HasPrefix(c.text, " ") && !strings.HasPrefix(c.text, "\t") {
		return append(b, c.text...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(c.text, `"`, `""`)...)
	return append(b, '"')
}

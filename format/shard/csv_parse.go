package shard

import (
	"bufio"
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
	in    *bufio.Reader
	comma byte
	lazy  bool  // quotation marks within a cell are part of its text
	line  int64 // number of newlines that have been read
	max   int   // bytes of a record
}

// record reads the cells of a record and the number of its first line. It skips empty
// lines. The error is io.EOF, or a *csv.ParseError, after which the next record can be
// read.
func (p *csvParser) record() (cells []cell, first int64, err error) {
	for {
		next, err := p.in.Peek(2)
		if len(next) == 0 {
			return nil, p.line + 1, err
		}
		if next[0] != '\n' && (next[0] != '\r' || len(next) == 2 && next[1] != '\n') {
			break
		}
		_, _ = p.in.Discard(1) // it is in the buffer
		if next[0] == '\n' {
			p.line++
		}
	}
	first = p.line + 1
	for size := 0; ; {
		one, end, err := p.cell(p.max - size)
		if err != nil && !errors.Is(err, io.EOF) {
			var syntax *csv.ParseError
			if errors.As(err, &syntax) {
				syntax.StartLine, syntax.Line = int(first), int(p.line+1)
				err = errors.Join(err, p.skipLine())
			}
			return append(cells, one), first, err
		}
		size += len(one.text)
		if cells = append(cells, one); end {
			return cells, first, nil
		}
	}
}

// atNewline reports whether a newline or the end of the file follows.
func (p *csvParser) atNewline() bool {
	next, _ := p.in.Peek(1)
	return len(next) == 0 || next[0] == '\n'
}

func (p *csvParser) skipLine() error {
	for {
		_, err := p.in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			if p.line++; errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
	}
}

// cell reads a cell of at most max bytes. end reports whether it is the last one of its
// record.
func (p *csvParser) cell(max int) (one cell, end bool, err error) {
	var text strings.Builder
	inside := false // of quotation marks
	fail := func(err error) (cell, bool, error) {
		return cell{text.String(), one.quoted}, true, &csv.ParseError{Err: err}
	}
	for start := true; ; start = false {
		c, err := p.in.ReadByte()
		if err != nil && !errors.Is(err, io.EOF) {
			return one, true, err
		}
		ended := err != nil
		switch {
		case inside && ended && !p.lazy:
			return fail(csv.ErrQuote)
		case inside && !ended && c == '"':
			if next, _ := p.in.Peek(1); len(next) > 0 && next[0] == '"' {
				_, _ = p.in.Discard(1) // it is in the buffer
			} else if len(next) == 0 || next[0] == p.comma || next[0] == '\n' || next[0] == '\r' || !p.lazy {
				inside = false
				continue
			}
		case inside && !ended:
			if c == '\n' {
				p.line++
			}
		case ended, c == p.comma, c == '\n', c == '\r' && p.atNewline():
			one.text = text.String()
			if c == '\r' && !ended {
				if c, err = p.in.ReadByte(); err == nil {
					p.line++
				}
			} else if c == '\n' && !ended {
				p.line++
			}
			return one, ended || c != p.comma, nil
		case start && c == '"':
			one.quoted, inside = true, true
			continue
		case one.quoted && !p.lazy:
			return fail(csv.ErrQuote)
		case c == '"' && !p.lazy:
			return fail(csv.ErrBareQuote)
		}
		if text.Len() == max {
			return fail(fmt.Errorf("found a row of more than %d bytes, expected a shorter one", p.max))
		}
		text.WriteByte(c)
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

package shard

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/truthloop/truthloop/format/record"
)

// MaxLine is the longest line that is read, in bytes. A longer one becomes a
// malformed row that keeps its beginning.
const MaxLine = 64 << 20

// keptOfLongLine is how much of a line beyond MaxLine its malformed row keeps.
const keptOfLongLine = 1 << 10

// A lineReader reads JSONL. Empty lines are no rows but are counted.
type lineReader struct {
	name string
	in   *bufio.Reader
	line int64
	last int64 // line of the last row that was read whole
	max  int

	hasRow bool // a line so far begins an object
	others int  // lines before that
}

func newLineReader(name string, in io.Reader) *lineReader {
	return &lineReader{name: name, in: bufio.NewReaderSize(in, 256<<10), max: MaxLine}
}

// Read gives the next line. One without its newline, which a killed writer
// leaves, is read like any other, and is malformed if it is torn.
func (r *lineReader) Read() (*Record, error) {
	for {
		r.line++
		pos := Position{File: r.name, Row: r.line, Text: true}
		line, size, err := r.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: reading after line %d: %w", r.name, r.last, err)
		}
		if size > r.max {
			err := fmt.Errorf("%v: found %d bytes, expected a line of at most %d", pos, size, r.max)
			r.last = r.line
			return &Record{Pos: pos, row: record.Malformed(line[:min(len(line), keptOfLongLine)], err)}, nil
		}
		line = bytes.TrimRight(line, "\r")
		if reason, early := bytes.CutPrefix(line, []byte(early)); early && err != nil {
			return nil, &IncompleteError{r.name, string(reason)}
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := r.foreign(line); err != nil {
				return nil, err
			}
			r.last = r.line
			return &Record{Pos: pos, line: line}, nil
		}
		if err != nil {
			return nil, io.EOF
		}
	}
}

// next gives the bytes up to the next newline, at most max of them, and their
// number.
func (r *lineReader) next() (line []byte, size int, err error) {
	for {
		chunk, err := r.in.ReadSlice('\n')
		chunk = bytes.TrimSuffix(chunk, []byte("\n"))
		size += len(chunk)
		line = append(line, chunk[:min(len(chunk), r.max-len(line))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, size, err
		}
	}
}

func (r *lineReader) Close() error { return nil }

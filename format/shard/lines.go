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

// keptOfLongLine is the number of bytes of a longer line that its malformed row keeps.
const keptOfLongLine = 1 << 10

// A lineReader reads JSONL. It skips empty lines but counts them.
type lineReader struct {
	name string
	in   *bufio.Reader
	line int64
	last int64 // line of the last row that was read whole
	max  int
	torn bool // the last line is not read if it has no newline: an unfinished run writes it
}

func newLineReader(name string, in io.Reader) *lineReader {
	return &lineReader{name: name, in: bufio.NewReaderSize(in, 256<<10), max: MaxLine}
}

// Read returns the next line. A killed writer leaves a last line without a newline.
// Such a line is read like any other, and is malformed if it is incomplete.
func (r *lineReader) Read() (*Record, error) {
	for {
		r.line++
		pos := Position{File: r.name, Row: r.line, Text: true}
		line, size, err := r.next()
		if r.torn && errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
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
			r.last = r.line
			return &Record{Pos: pos, line: line}, nil
		}
		if err != nil {
			return nil, io.EOF
		}
	}
}

// next returns at most max bytes of the next line, and the number of its bytes.
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

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

// slabSize is the size of the blocks that lines are cut from: one allocation
// for many rows.
const slabSize = 128 << 10

// A lineReader reads JSONL. Empty lines are no rows but are counted.
type lineReader struct {
	name string
	in   *bufio.Reader
	line int64
	last int64 // line of the last row that was read whole
	slab []byte
	max  int
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
			return &Record{Pos: pos, row: record.Malformed(line, err)}, nil
		}
		if r.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		line = bytes.TrimRight(line, "\r")
		if len(bytes.TrimSpace(line)) > 0 {
			r.last = r.line
			return &Record{Pos: pos, line: line}, nil
		}
		if err != nil {
			return nil, io.EOF
		}
	}
}

// next gives the bytes up to the next newline, and their number. Of a line
// that is too long it gives the beginning only.
func (r *lineReader) next() (line []byte, size int, err error) {
	for long := false; ; {
		var chunk []byte
		chunk, err = r.in.ReadSlice('\n')
		size += len(chunk)
		if !long {
			line = r.join(line, chunk)
		}
		if size > r.max+1 && !long {
			long = true
			line = bytes.Clone(line[:min(len(line), keptOfLongLine)])
			r.slab = nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			if long {
				return line, size - newline(chunk), err
			}
			break
		}
	}
	line, size = line[:len(line)-newline(line)], size-newline(line)
	if cap(r.slab) > 8*slabSize { // made for one large line
		r.slab = nil
	}
	return line, size, err
}

// newline is how many bytes of the line's end are its newline.
func newline(line []byte) int {
	if bytes.HasSuffix(line, []byte{'\n'}) {
		return 1
	}
	return 0
}

// join appends chunk to line, which is empty or the end of the slab.
func (r *lineReader) join(line, chunk []byte) []byte {
	if cap(r.slab)-len(r.slab) < len(chunk) {
		slab := make([]byte, 0, max(slabSize, 2*(len(line)+len(chunk))))
		r.slab = append(slab, line...)
		line = r.slab
	}
	start := len(r.slab) - len(line)
	r.slab = append(r.slab, chunk...)
	return r.slab[start:len(r.slab):len(r.slab)]
}

func (r *lineReader) Close() error { return nil }

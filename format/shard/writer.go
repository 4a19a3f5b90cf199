package shard

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/truthloop/truthloop/format/record"
)

// A Writer writes rows in one format. Rows may stay in memory until Flush. The file is
// complete only after Close, which does not close the underlying writer.
type Writer interface {
	Write(row *record.Row) error
	Flush() error
	Close() error
}

// A LineWriter is a Writer that also takes rows as JSONL, one or more lines with
// their newlines.
type LineWriter interface {
	Writer
	WriteLines(lines []byte) error
}

// NewWriter returns a writer of a file in any format but Dir.
func NewWriter(out io.Writer, format Format) (Writer, error) {
	switch format {
	case JSONL:
		return &lineWriter{out: bufio.NewWriterSize(out, 64<<10)}, nil
	case JSONLGzip:
		z := gzip.NewWriter(out)
		return newCompressed(z), nil
	case JSONLZstd:
		// With one encoder at a time the bytes do not depend on the machine.
		z, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("writing zstd: %w", err)
		}
		return newCompressed(z), nil
	case Parquet, Arrow:
		return &tableWriter{out: out, format: format}, nil
	case CSV, TSV:
		return newCSVWriter(out, format)
	}
	return nil, fmt.Errorf("format %v: expected that of a single file", format)
}

// NewStream returns a writer to a pipe. It writes rows at Flush or earlier (JSONL,
// Arrow), or all rows at Close (CSV, TSV). The rows are made from the rows of from,
// which may be nil.
func NewStream(out io.Writer, format Format, from *Input) (Writer, error) {
	switch format {
	case JSONL, CSV, TSV:
		return NewWriter(out, format)
	case Arrow:
		return &tableWriter{out: out, format: Arrow, pipe: true, from: from}, nil
	}
	return nil, fmt.Errorf("format %v: expected jsonl, arrow, csv or tsv for a pipe", format)
}

// early begins the last line of a stream that lacks rows. The line is not valid JSON
// and has no newline, so other programs do not read it as a row.
const early = `{"truthloop":"rows are missing: the program `

// EndEarly ends a stream that lacks rows, so that its reader gets an IncompleteError.
// The reason is a predicate, such as "failed". An Arrow stream then lacks the mark of
// its end, and CSV has no rows.
func EndEarly(w Writer, reason string) error {
	lines, ok := w.(*lineWriter)
	if !ok {
		return nil
	}
	return errors.Join(lines.WriteLines([]byte(early+reason)), lines.Flush())
}

// An IncompleteError is the error of reading a stream that ended early.
type IncompleteError struct{ Name, Reason string }

func (e *IncompleteError) Error() string {
	return fmt.Sprintf("input %s: rows are missing at the end: the program that wrote the others %s", e.Name, e.Reason)
}

// A lineWriter writes JSONL, compressed if z is not nil.
type lineWriter struct {
	out  *bufio.Writer
	z    compressor
	line []byte
}

type compressor interface {
	io.Writer
	Flush() error
	Close() error
}

// newCompressed hides the compressor's ReadFrom, which ends a block at the end of its
// input. With ReadFrom the bytes would depend on how the rows arrive.
func newCompressed(z compressor) *lineWriter {
	return &lineWriter{out: bufio.NewWriterSize(struct{ io.Writer }{z}, 64<<10), z: z}
}

func (w *lineWriter) Write(row *record.Row) error {
	w.line = append(record.Append(w.line[:0], row), '\n')
	return w.WriteLines(w.line)
}

func (w *lineWriter) WriteLines(lines []byte) error {
	_, err := w.out.Write(lines)
	return err
}

// Flush writes the buffered lines. It does not flush a compressor, since this would
// make the compression worse.
func (w *lineWriter) Flush() error { return w.out.Flush() }

func (w *lineWriter) Close() error {
	if err := w.out.Flush(); err != nil || w.z == nil {
		return err
	}
	return w.z.Close()
}

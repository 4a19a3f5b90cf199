package shard

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"runtime"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/truthloop/truthloop/format/record"
)

const (
	// createdBy is the program that a Parquet file names as its writer.
	createdBy = "truthloop version 1"

	// A row group has at most rowGroup rows and groupBytes bytes, except for its
	// last row. Each core has a row group in memory.
	rowGroup   = 5000
	groupBytes = 16 << 20

	// parquetMagic begins and ends a file.
	parquetMagic = "PAR1"
)

// A parquetWriter writes rows to a Parquet file. Each row group is encoded as its own
// file in memory, so that several are encoded at the same time. Then the pages are
// copied to the output, and the footer lists their new places. The library alone
// encodes one column of one row group at a time, on one core.
//
// Rejected: a Parquet file that grows while rows arrive. It would be useless after a
// crash, and would not save time, because the workers use all cores during a run.
type parquetWriter struct {
	out    io.Writer
	extras *extraColumns // nil until begin chooses the columns
	schema *arrow.Schema
	footer *metadata.FileMetaData
	at     int64 // number of bytes written

	lines []byte // the rows of Write that are not in a row group yet
}

// begin chooses the columns of unknown fields from the first rows, and begins the file.
func (w *parquetWriter) begin(rows []*record.Row) error {
	w.extras = settleExtras(rows[:min(len(rows), firstBatch)])
	w.schema = tableSchema(w.extras)
	var begin bytes.Buffer
	file, err := newParquetFile(&begin, w.schema)
	if err != nil {
		return err
	}
	if w.footer, err = file.FileMetadata(); err != nil {
		return err
	}
	return w.pass(begin.Bytes())
}

// newParquetFile begins a file. The dictionary of a category may have maxPage bytes: if
// only some pages of a column had a dictionary, the library would write the encodings
// of its pages in a random order.
func newParquetFile(out io.Writer, schema *arrow.Schema) (*pqarrow.FileWriter, error) {
	options := []parquet.WriterProperty{
		parquet.WithCreatedBy(createdBy), parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDictionaryDefault(false), parquet.WithDictionaryPageSizeLimit(maxPage),
	}
	for i := range rowShape {
		if rowShape[i].category {
			options = append(options, parquet.WithDictionaryFor(rowShape[i].Name, true))
		}
	}
	return pqarrow.NewFileWriter(schema, out, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
}

// A parquetGroup is an encoded row group: a file that lacks its footer.
type parquetGroup struct {
	file   []byte
	footer *metadata.FileMetaData
}

// encode makes a row group. Several goroutines may call it.
func (w *parquetWriter) encode(lines []byte) (g parquetGroup, err error) {
	build := newTableBuilder(w.extras, w.schema)
	for row, err := range decoded(lines) {
		if err != nil {
			return g, err
		}
		build.add(row)
	}
	batch := build.batch()
	defer batch.Release()
	var out bytes.Buffer
	file, err := newParquetFile(&out, w.schema)
	if err == nil {
		err = file.Write(batch)
	}
	if err != nil {
		return g, err
	}
	g.footer, err = file.FileMetadata()
	g.file = out.Bytes()
	return g, err
}

// append writes a row group after the previous ones.
func (w *parquetWriter) append(g parquetGroup) error {
	moved := w.at - int64(len(parquetMagic))
	for _, group := range g.footer.RowGroups {
		ordinal := int16(w.footer.NumRowGroups())
		group.Ordinal = &ordinal
		*group.FileOffset += moved
		for _, column := range group.Columns {
			column.FileOffset += moved
			column.MetaData.DataPageOffset += moved
			if dictionary := column.MetaData.DictionaryPageOffset; dictionary != nil {
				*dictionary += moved
			}
		}
	}
	if err := w.footer.AppendRowGroups(g.footer); err != nil {
		return err
	}
	return w.pass(g.file[len(parquetMagic):])
}

func (w *parquetWriter) pass(b []byte) error {
	n, err := w.out.Write(b)
	w.at += int64(n)
	return err
}

// Write adds a row.
func (w *parquetWriter) Write(row *record.Row) error {
	if w.lines = append(record.Append(w.lines, row), '\n'); len(w.lines) < groupBytes {
		return nil
	}
	return w.group()
}

// group writes the rows of Write as row groups.
func (w *parquetWriter) group() error {
	lines := bufio.NewReader(bytes.NewReader(w.lines))
	w.lines = nil
	if err := w.copyLines(lines, math.MaxInt64); err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}

// Flush does nothing: no reader can use a file without its footer.
func (w *parquetWriter) Flush() error { return nil }

// Close writes the remaining rows and the footer.
func (w *parquetWriter) Close() error {
	if err := w.group(); err != nil {
		return err
	}
	var err error
	if w.footer == nil {
		err = w.begin(nil)
	}
	var end bytes.Buffer
	var length int64
	if err == nil {
		length, err = w.footer.WriteTo(&end, nil)
	}
	if err == nil {
		end.Write(binary.LittleEndian.AppendUint32(nil, uint32(length)))
		end.WriteString(parquetMagic)
		err = w.pass(end.Bytes())
	}
	if err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}

// copyLines writes at most the given number of JSONL rows, on all cores. The lines
// alone decide where a row group ends, so the bytes do not depend on the number of
// cores.
func (w *parquetWriter) copyLines(in *bufio.Reader, most int64) error {
	next := func() ([]byte, error) { return linesOfGroup(in, &most) }
	first, err := next()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil && w.footer == nil {
		err = w.beginWith(first)
	}
	if err != nil {
		return err
	}
	workers := runtime.GOMAXPROCS(0)
	return Pipe[[]byte, parquetGroup]{
		Workers: workers, Window: workers + 1,
		Size: func(lines []byte) int64 { return int64(len(lines)) },
		Next: func() ([]byte, error) {
			if lines := first; lines != nil {
				first = nil
				return lines, nil
			}
			return next()
		},
		Do: func(_ context.Context, _ int, lines []byte) (parquetGroup, error) {
			return w.encode(lines)
		},
		Emit: w.append,
	}.Run(context.Background())
}

// beginWith begins the file with the columns of the first lines.
func (w *parquetWriter) beginWith(lines []byte) error {
	var rows []*record.Row
	for row, err := range decoded(lines) {
		if err != nil {
			return err
		}
		if rows = append(rows, row); len(rows) == firstBatch {
			break
		}
	}
	return w.begin(rows)
}

// linesOfGroup reads the lines of a row group, at most *most, and subtracts their
// number from *most. The error is io.EOF if there are none.
func linesOfGroup(in *bufio.Reader, most *int64) (lines []byte, err error) {
	lines = make([]byte, 0, groupBytes+in.Size())
	for n := 0; n < rowGroup && *most > 0 && len(lines) < groupBytes; n++ {
		line, err := wholeLine(in, lines)
		if errors.Is(err, io.EOF) && len(line) > 0 {
			return line, nil
		}
		if err != nil {
			return nil, err
		}
		lines, *most = line, *most-1
	}
	if len(lines) == 0 {
		return nil, io.EOF
	}
	return lines, nil
}

// wholeLine appends the next line to lines, also if it is longer than the buffer of in.
func wholeLine(in *bufio.Reader, lines []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		if lines = append(lines, part...); !errors.Is(err, bufio.ErrBufferFull) {
			return lines, err
		}
	}
}

// decoded decodes the lines of a journal.
func decoded(lines []byte) iter.Seq2[*record.Row, error] {
	return func(yield func(*record.Row, error) bool) {
		for line := range bytes.Lines(lines) {
			row, err := record.New(line)
			if err != nil {
				err = fmt.Errorf("reading back the journal: %w", err)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

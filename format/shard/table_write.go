package shard

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"github.com/truthloop/truthloop/format/record"
)

const (
	// versionKey names the schema version in the metadata of a file.
	versionKey = "truthloop.schema_version"

	// createdBy is the program that a Parquet file names as its writer.
	createdBy = "truthloop version 1"

	// A batch, which is a row group of Parquet, has at most this many rows.
	arrowBatch = 1000
	rowGroup   = 5000

	// batchBytes bounds the size of the rows of a batch in bytes, except for the last row.
	batchBytes = 16 << 20

	// firstBatch is the number of rows that decide which unknown fields get columns.
	firstBatch = 1000
)

// tableSchema is the schema of a file whose unknown fields have the columns x.
func tableSchema(x *extraColumns) *arrow.Schema {
	columns := append(append(arrowFields(rowShape), x.columns...), arrow.Field{Name: extraColumn, Type: arrow.BinaryTypes.String, Nullable: true})
	meta := arrow.NewMetadata([]string{versionKey}, []string{strconv.Itoa(record.SchemaVersion)})
	return arrow.NewSchema(columns, &meta)
}

// batchOf makes a batch of Arrow arrays: the columns of the row, the columns of unknown
// fields, and the column extra for all other unknown fields.
func batchOf(rows []*record.Row, x *extraColumns) arrow.RecordBatch {
	build := array.NewRecordBuilder(memory.NewGoAllocator(), tableSchema(x))
	for _, row := range rows {
		v := reflect.ValueOf(row).Elem()
		for i := range rowShape {
			if row.HasBlank() && row.IsBlank(rowShape[i].Name) {
				build.Field(i).(*array.StringBuilder).Append("")
				continue
			}
			rowShape[i].put(build.Field(i), v)
		}
		for i, value := range x.split(row) {
			appendArrow(build.Field(len(rowShape)+i), value)
		}
	}
	return build.NewRecordBatch()
}

func appendArrow(b array.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.AppendNull()
	case string:
		b.(*array.StringBuilder).Append(validText(v))
	case bool:
		b.(*array.BooleanBuilder).Append(v)
	case int64:
		b.(*array.Int64Builder).Append(v)
	case float64:
		b.(*array.Float64Builder).Append(v)
	}
}

// validText replaces bytes that are not UTF-8, which a table cannot hold. No row that was
// read has such bytes.
func validText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// A tableWriter writes rows as batches, to an Arrow stream or a Parquet file. In a pipe, a
// batch ends when no row arrives for a moment. The schema must not depend on the rows that
// arrive in time. So in a pipe the unknown fields have columns only if the first input is a
// table that has such columns.
type tableWriter struct {
	out    io.Writer
	format Format // Arrow or Parquet
	pipe   bool
	from   *Input // of a pipe; may be nil

	extras *extraColumns // nil until begin chooses the columns
	table  batchWriter
	rows   []*record.Row // of the next batch
	size   int           // of rows, in bytes
}

// A batchWriter is a writer of the library.
type batchWriter interface {
	Write(arrow.RecordBatch) error
	Close() error
}

// most returns the largest number of rows of a batch.
func (w *tableWriter) most() int {
	if w.format == Parquet {
		return rowGroup
	}
	return arrowBatch
}

// begin chooses the columns of unknown fields from the first rows, and begins the file.
func (w *tableWriter) begin(rows []*record.Row) (err error) {
	w.extras = settleExtras(rows[:min(len(rows), firstBatch)])
	if w.pipe {
		w.extras = extrasOf(w.from.tableColumns())
	}
	if w.format == Parquet {
		w.table, err = newParquetFile(w.out, tableSchema(w.extras))
		return err
	}
	w.table = ipc.NewWriter(w.out, ipc.WithSchema(tableSchema(w.extras)))
	return nil
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
	hidden := struct{ io.Writer }{out} // it hides Close: the file is the caller's
	return pqarrow.NewFileWriter(schema, hidden, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
}

func (w *tableWriter) Write(row *record.Row) error {
	w.rows, w.size = append(w.rows, row), w.size+row.Size()
	if len(w.rows) < w.most() && w.size < batchBytes {
		return nil
	}
	return w.pass()
}

// pass writes the rows as a batch.
func (w *tableWriter) pass() error {
	if w.table == nil {
		if err := w.begin(w.rows); err != nil {
			return fmt.Errorf("writing %v: %w", w.format, err)
		}
	}
	if len(w.rows) == 0 {
		return nil
	}
	batch := batchOf(w.rows, w.extras)
	w.rows, w.size = nil, 0
	return w.writeBatch(batch)
}

func (w *tableWriter) writeBatch(batch arrow.RecordBatch) error {
	defer batch.Release()
	if err := w.table.Write(batch); err != nil {
		return fmt.Errorf("writing %v: %w", w.format, err)
	}
	return nil
}

// Flush ends the batch of a pipe. No reader can use a part of a file.
func (w *tableWriter) Flush() error {
	if !w.pipe || len(w.rows) == 0 {
		return nil
	}
	return w.pass()
}

// Close writes the remaining rows and the end of the stream or the file.
func (w *tableWriter) Close() error {
	if err := w.pass(); err != nil {
		return err
	}
	if err := w.table.Close(); err != nil {
		return fmt.Errorf("writing %v: %w", w.format, err)
	}
	return nil
}

// copyLines writes at most the given number of JSONL rows. It makes the batches on all
// cores. The lines alone decide where a batch ends, so the bytes do not depend on the
// number of cores.
func (w *tableWriter) copyLines(in *bufio.Reader, most int64) error {
	workers := runtime.GOMAXPROCS(0)
	return Pipe[[]byte, arrow.RecordBatch]{
		Workers: workers, Window: workers + 1,
		Size: func(lines []byte) int64 { return int64(len(lines)) },
		Next: func() ([]byte, error) {
			lines, err := linesOfBatch(in, min(int64(w.most()), most))
			most -= int64(bytes.Count(lines, []byte("\n")))
			if err == nil && w.table == nil {
				var rows []*record.Row
				if rows, err = decoded(lines, firstBatch); err == nil {
					err = w.begin(rows)
				}
			}
			return lines, err
		},
		Do: func(_ context.Context, _ int, lines []byte) (arrow.RecordBatch, error) {
			rows, err := decoded(lines, rowGroup)
			if err != nil {
				return nil, err
			}
			return batchOf(rows, w.extras), nil
		},
		Emit: w.writeBatch,
	}.Run(context.Background())
}

// linesOfBatch reads at most n lines. The error is io.EOF if there are none.
func linesOfBatch(in *bufio.Reader, n int64) (lines []byte, err error) {
	for ; n > 0 && len(lines) < batchBytes; n-- {
		part, err := in.ReadBytes('\n')
		if lines = append(lines, part...); errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if len(lines) == 0 {
		return nil, io.EOF
	}
	return lines, nil
}

// decoded decodes the first lines of a journal.
func decoded(lines []byte, most int) (rows []*record.Row, _ error) {
	for line := range bytes.Lines(lines) {
		if len(rows) == most {
			break
		}
		row, err := record.New(line)
		if err != nil {
			return nil, fmt.Errorf("reading back the journal: %w", err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

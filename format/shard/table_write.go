package shard

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

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

	// arrowBatch and rowGroup are the number of rows of an Arrow batch and of a
	// Parquet row group at most. They are in memory until they are written.
	arrowBatch = 1000
	rowGroup   = 5000

	// batchBytes is how large these rows are together at most, but for the last
	// one.
	batchBytes = 64 << 20

	// firstBatch is the number of rows that settle the columns of unknown fields.
	firstBatch = 1000
)

// A tableWriter writes rows to a file as batches of Arrow arrays: the columns of
// the row, one column for each unknown field that is worth it, and the column
// extra for all else that is unknown. In a pipe a batch ends when nothing more
// comes for a moment. So that its schema does not depend on what came in time, the
// unknown fields of a pipe have columns only if the first input is a table that has
// such columns.
type tableWriter struct {
	format Format
	out    io.Writer
	pipe   bool
	from   *Input // of a pipe; may be nil
	most   int    // rows of a batch

	table  batchWriter
	build  *array.RecordBuilder
	extras *extraColumns
	early  []*record.Row // until the columns are settled
	rows   int           // in build
	size   int           // bytes of these; until the columns are settled, of early
}

type batchWriter interface {
	Write(arrow.RecordBatch) error
	Close() error
}

func newTableWriter(out io.Writer, format Format, pipe bool) *tableWriter {
	w := &tableWriter{format: format, out: out, pipe: pipe, most: arrowBatch}
	if format == Parquet {
		w.most = rowGroup
	}
	return w
}

func (w *tableWriter) Write(row *record.Row) error {
	if w.table != nil {
		return w.write(row)
	}
	w.early, w.size = append(w.early, row), w.size+row.Size()
	if !w.pipe && len(w.early) < firstBatch && w.size < batchBytes {
		return nil
	}
	return w.begin()
}

// begin settles the columns and writes the first rows.
func (w *tableWriter) begin() (err error) {
	rows := w.early
	w.early, w.size = nil, 0
	if w.extras = settleExtras(rows); w.pipe {
		w.extras = extrasOf(w.from.tableColumns())
	}
	schema := arrow.NewSchema(arrowColumns(w.extras), rowMetadata())
	w.build = array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	if w.format == Parquet {
		w.table, err = newParquetTable(w.out, schema)
	} else {
		w.table = ipc.NewWriter(w.out, ipc.WithSchema(schema))
	}
	for _, row := range rows {
		if err == nil {
			err = w.write(row)
		}
	}
	return err
}

// newParquetTable writes each batch as a row group. Categories have dictionaries
// of any size: where a column has only some pages with one, the library writes the
// encodings of its pages in a random order.
func newParquetTable(out io.Writer, schema *arrow.Schema) (batchWriter, error) {
	options := []parquet.WriterProperty{
		parquet.WithCreatedBy(createdBy), parquet.WithCompression(compress.Codecs.Zstd),
		parquet.WithDictionaryDefault(false), parquet.WithDictionaryPageSizeLimit(maxPage),
	}
	for i := range rowShape {
		if rowShape[i].category {
			options = append(options, parquet.WithDictionaryFor(rowShape[i].Name, true))
		}
	}
	// The struct hides Close: the file is the caller's.
	table, err := pqarrow.NewFileWriter(schema, struct{ io.Writer }{out}, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps())
	if err != nil {
		return nil, err
	}
	types, err := arrowSchemaText(schema)
	return table, errors.Join(err, table.AppendKeyValueMetadata(arrowSchemaKey, types))
}

func (w *tableWriter) write(row *record.Row) error {
	v := reflect.ValueOf(row).Elem()
	for i := range rowShape {
		rowShape[i].put(w.build.Field(i), v)
	}
	for i, value := range w.extras.split(row) {
		appendArrow(w.build.Field(len(rowShape)+i), value)
	}
	w.rows, w.size = w.rows+1, w.size+row.Size()
	if w.rows < w.most && w.size < batchBytes {
		return nil
	}
	return w.pass()
}

func appendArrow(b array.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.AppendNull()
	case string:
		b.(*array.StringBuilder).Append(strings.ToValidUTF8(v, "\uFFFD"))
	case bool:
		b.(*array.BooleanBuilder).Append(v)
	case int64:
		b.(*array.Int64Builder).Append(v)
	case float64:
		b.(*array.Float64Builder).Append(v)
	}
}

// pass writes the batch.
func (w *tableWriter) pass() error {
	if w.rows == 0 {
		return nil
	}
	w.rows, w.size = 0, 0
	batch := w.build.NewRecordBatch()
	defer batch.Release()
	if err := w.table.Write(batch); err != nil {
		return fmt.Errorf("writing %v: %w", w.format, err)
	}
	return nil
}

// Flush ends the batch of a pipe.
func (w *tableWriter) Flush() error {
	if !w.pipe || w.table == nil {
		return nil
	}
	return w.pass()
}

// Close writes what is left and the end of the file.
func (w *tableWriter) Close() error {
	if w.table == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if err := w.pass(); err != nil {
		return err
	}
	if err := w.table.Close(); err != nil {
		return fmt.Errorf("writing %v: %w", w.format, err)
	}
	return nil
}

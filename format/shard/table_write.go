package shard

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/truthloop/truthloop/format/record"
)

const (
	// versionKey names the schema version in the metadata of a file.
	versionKey = "truthloop.schema_version"

	// arrowBatch is the largest number of rows of an Arrow batch. They are in
	// memory until they are written.
	arrowBatch = 1000

	// batchBytes bounds the size of the rows of a batch in bytes, except for the
	// last row.
	batchBytes = 64 << 20

	// firstBatch is the number of rows that decide which unknown fields get
	// columns.
	firstBatch = 1000
)

// A tableBuilder makes batches of Arrow arrays from rows: the columns of the row, the
// columns of unknown fields, and the column extra for all other unknown fields.
type tableBuilder struct {
	extras *extraColumns
	build  *array.RecordBuilder
}

func newTableBuilder(x *extraColumns, schema *arrow.Schema) *tableBuilder {
	return &tableBuilder{extras: x, build: array.NewRecordBuilder(memory.NewGoAllocator(), schema)}
}

// tableSchema is the schema of a file whose unknown fields have the columns x.
func tableSchema(x *extraColumns) *arrow.Schema {
	columns := append(append(arrowFields(rowShape), x.columns...), arrow.Field{Name: extraColumn, Type: arrow.BinaryTypes.String, Nullable: true})
	meta := arrow.NewMetadata([]string{versionKey}, []string{strconv.Itoa(record.SchemaVersion)})
	return arrow.NewSchema(columns, &meta)
}

func (b *tableBuilder) add(row *record.Row) {
	v := reflect.ValueOf(row).Elem()
	for i := range rowShape {
		if row.HasBlank() && row.IsBlank(rowShape[i].Name) {
			b.build.Field(i).(*array.StringBuilder).Append("")
			continue
		}
		rowShape[i].put(b.build.Field(i), v)
	}
	for i, value := range b.extras.split(row) {
		appendArrow(b.build.Field(len(rowShape)+i), value)
	}
}

// batch returns the rows that were added since the last call.
func (b *tableBuilder) batch() arrow.RecordBatch { return b.build.NewRecordBatch() }

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

// An arrowWriter writes rows to an Arrow stream. In a pipe, a batch ends when no row
// arrives for a moment. The schema must not depend on the rows that arrive in time. So
// in a pipe the unknown fields have columns only if the first input is a table that has
// such columns.
type arrowWriter struct {
	out  io.Writer
	pipe bool
	from *Input // of a pipe; may be nil

	table *ipc.Writer
	batch *tableBuilder
	early []*record.Row // rows until begin chooses the columns
	rows  int           // in batch
	size  int           // bytes of batch or early
}

func (w *arrowWriter) Write(row *record.Row) error {
	if w.table != nil {
		return w.write(row)
	}
	w.early, w.size = append(w.early, row), w.size+row.Size()
	if !w.pipe && len(w.early) < firstBatch && w.size < batchBytes {
		return nil
	}
	return w.begin()
}

// begin chooses the columns and writes the first rows.
func (w *arrowWriter) begin() error {
	rows := w.early
	w.early, w.size = nil, 0
	extras := settleExtras(rows)
	if w.pipe {
		extras = extrasOf(w.from.tableColumns())
	}
	schema := tableSchema(extras)
	w.batch, w.table = newTableBuilder(extras, schema), ipc.NewWriter(w.out, ipc.WithSchema(schema))
	for _, row := range rows {
		if err := w.write(row); err != nil {
			return err
		}
	}
	return nil
}

func (w *arrowWriter) write(row *record.Row) error {
	w.batch.add(row)
	w.rows, w.size = w.rows+1, w.size+row.Size()
	if w.rows < arrowBatch && w.size < batchBytes {
		return nil
	}
	return w.pass()
}

// pass writes the batch.
func (w *arrowWriter) pass() error {
	if w.rows == 0 {
		return nil
	}
	w.rows, w.size = 0, 0
	batch := w.batch.batch()
	defer batch.Release()
	if err := w.table.Write(batch); err != nil {
		return fmt.Errorf("writing Arrow: %w", err)
	}
	return nil
}

// Flush ends the batch of a pipe.
func (w *arrowWriter) Flush() error {
	if !w.pipe || w.table == nil {
		return nil
	}
	return w.pass()
}

// Close writes the remaining rows and the end of the stream.
func (w *arrowWriter) Close() error {
	if w.table == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if err := w.pass(); err != nil {
		return err
	}
	if err := w.table.Close(); err != nil {
		return fmt.Errorf("writing Arrow: %w", err)
	}
	return nil
}

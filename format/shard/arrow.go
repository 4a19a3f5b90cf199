package shard

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/truthloop/truthloop/format/record"
)

// arrowBatch is how many rows a record batch holds at the most.
const arrowBatch = 1000

// An arrowWriter writes a stream of record batches. In a file they are of a
// fixed size and unknown fields have columns as in Parquet. In a pipe a batch
// ends when nothing more comes for a moment, and all unknown fields are in the
// column extra, so that the schema does not depend on what came in time.
type arrowWriter struct {
	out    io.Writer
	pipe   bool
	stream *ipc.Writer
	build  *array.RecordBuilder
	extras *extraColumns
	early  []*record.Row // the first batch
	rows   int           // in build
	size   int           // bytes of these; before the stream has begun, of early
}

func newArrowWriter(out io.Writer, pipe bool) *arrowWriter {
	return &arrowWriter{out: out, pipe: pipe}
}

func (w *arrowWriter) Write(row *record.Row) error {
	if w.stream == nil {
		w.early, w.size = append(w.early, row), w.size+row.Size()
		if !w.pipe && len(w.early) < firstBatch && w.size < groupBytes {
			return nil
		}
		return w.begin()
	}
	return w.write(row)
}

func (w *arrowWriter) begin() error {
	rows := w.early
	w.size = 0
	if w.early = nil; w.pipe {
		w.extras = settleExtras(nil)
	} else {
		w.extras = settleExtras(rows)
	}
	schema := arrow.NewSchema(arrowColumns(w.extras), rowMetadata())
	w.stream = ipc.NewWriter(w.out, ipc.WithSchema(schema))
	w.build = array.NewRecordBuilder(memory.NewGoAllocator(), schema)
	for _, row := range rows {
		if err := w.write(row); err != nil {
			return err
		}
	}
	return nil
}

var arrowKinds = [...]arrow.DataType{
	kindString: arrow.BinaryTypes.String,
	kindBool:   arrow.FixedWidthTypes.Boolean,
	kindInt:    arrow.PrimitiveTypes.Int64,
	kindFloat:  arrow.PrimitiveTypes.Float64,
}

func (w *arrowWriter) write(row *record.Row) error {
	v := reflect.ValueOf(row).Elem()
	for i := range rowShape {
		rowShape[i].put(w.build.Field(i), v)
	}
	values, rest := w.extras.split(row)
	at := len(rowShape)
	for i, value := range values {
		appendArrow(w.build.Field(at+i), value)
	}
	if rest == "" {
		w.build.Field(at + len(values)).AppendNull()
	} else {
		appendArrow(w.build.Field(at+len(values)), rest)
	}
	w.rows, w.size = w.rows+1, w.size+row.Size()
	if w.rows < arrowBatch && w.size < groupBytes {
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
func (w *arrowWriter) pass() error {
	if w.rows == 0 {
		return nil
	}
	w.rows, w.size = 0, 0
	rec := w.build.NewRecordBatch()
	defer rec.Release()
	if err := w.stream.Write(rec); err != nil {
		return fmt.Errorf("writing Arrow: %w", err)
	}
	return nil
}

// Flush ends the batch of a pipe.
func (w *arrowWriter) Flush() error {
	if !w.pipe || w.stream == nil {
		return nil
	}
	return w.pass()
}

func (w *arrowWriter) Close() error {
	if w.stream == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if err := w.pass(); err != nil {
		return err
	}
	if err := w.stream.Close(); err != nil {
		return fmt.Errorf("writing Arrow: %w", err)
	}
	return nil
}

// An arrowReader reads the rows of a stream or a file of record batches.
type arrowReader struct {
	name    string
	next    func() (arrow.RecordBatch, error)
	close   func() error
	columns []arrowColumn
	batch   arrow.RecordBatch
	at      int // in batch
	count   int64
}

// An arrowColumn is how a column is read: as a field of the row if it is of
// just its type, else by way of JSON.
type arrowColumn struct {
	index int
	name  string
	field int // the row's field of just the column's type; -1: by way of JSON
}

func newArrowStream(name string, in io.Reader, want wanted) (Reader, error) {
	return newArrowMessages(name, &arrowMessages{in: in}, want)
}

// newArrowFile reads a file as the stream that stands in it, behind eight bytes
// and before an index, which nothing here needs.
func newArrowFile(name string, in *bufio.Reader, want wanted) (Reader, error) {
	if _, err := in.Discard(sniffLen); err != nil {
		return nil, fmt.Errorf("%s: reading Arrow: %w", name, err)
	}
	return newArrowMessages(name, &arrowMessages{in: in, file: true}, want)
}

func newArrowMessages(name string, messages *arrowMessages, want wanted) (_ Reader, err error) {
	defer within(name, &err)
	defer recovered(&err)
	r, err := ipc.NewReaderFromMessageReader(messages)
	if err != nil {
		return nil, fmt.Errorf("reading Arrow: %w", err)
	}
	a, err := newArrowReader(name, r.Schema(), want)
	if err != nil {
		return nil, err
	}
	a.next, a.close = r.Read, func() error { r.Release(); return nil }
	return a, nil
}

func newArrowReader(name string, schema *arrow.Schema, want wanted) (*arrowReader, error) {
	r := &arrowReader{name: name}
	if text, ok := schema.Metadata().GetValue(versionKey); ok {
		if err := checkVersion(text); err != nil {
			return nil, err
		}
	}
	for i, f := range schema.Fields() {
		if !want.has(f.Name) {
			continue
		}
		c := arrowColumn{index: i, name: f.Name, field: -1}
		for _, own := range rowShape {
			if own.Name == f.Name && arrow.TypeEqual(f.Type, own.Type) {
				c.field = own.index
			}
		}
		r.columns = append(r.columns, c)
	}
	return r, nil
}

// checkVersion refuses files of a later schema.
func checkVersion(text string) error {
	version, err := strconv.Atoi(text)
	if err != nil || version > record.SchemaVersion {
		return fmt.Errorf("found schema version %s, expected at most %d: a later truthloop wrote it", text, record.SchemaVersion)
	}
	return nil
}

// Read gives the next row.
func (r *arrowReader) Read() (*Record, error) {
	for r.batch == nil || r.at == int(r.batch.NumRows()) {
		if err := r.nextBatch(); err != nil {
			return nil, err
		}
	}
	return r.row(Position{File: r.name, Row: r.count + 1})
}

// nextBatch reads a batch; io.EOF says that there is none.
func (r *arrowReader) nextBatch() (err error) {
	if r.batch, err = r.next(); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: reading Arrow after row %d: %w", r.name, r.count, err)
	}
	r.at = 0
	return err
}

// row reads the row at hand: first the columns of the row's own types, then the
// others by way of JSON.
func (r *arrowReader) row(pos Position) (_ *Record, err error) {
	defer func() { within(pos.String(), &err) }()
	defer recovered(&err)
	row := new(record.Row)
	v := reflect.ValueOf(row).Elem()
	var others []byte
	for _, c := range r.columns {
		column := r.batch.Column(c.index)
		if column.IsNull(r.at) {
			continue
		}
		value, scalar := arrowCell(column, r.at)
		if c.field < 0 || !scalar || !setField(v.Field(c.field), value) {
			value, err := appendArrowJSON(nil, column, r.at, record.IsColumn(c.name))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name, err)
			}
			others = appendMember(others, c.name, value)
		}
	}
	r.at++
	r.count++
	return &Record{Pos: pos, row: withForeign(row, others, pos)}, nil
}

// Close lets go of the batches.
func (r *arrowReader) Close() error { return r.close() }

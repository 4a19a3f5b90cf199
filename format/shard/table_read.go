package shard

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/truthloop/truthloop/format/record"
)

// A tableReader reads rows from batches of Arrow arrays, which come from Arrow
// IPC or Parquet.
type tableReader struct {
	name, format string
	columns      []tableColumn
	next         func() (batch []arrow.Array, rows int, err error) // io.EOF after the last one

	batch []arrow.Array // by column
	at    int           // in the batch
	rows  int           // of the batch
	count int64
}

// A tableColumn describes how the values of a column are read: directly into the row's
// field if the types are the same, otherwise through JSON.
type tableColumn struct {
	name  string
	of    arrow.DataType
	field *shapedField
	ours  bool              // a column of the row
	known map[string]string // the values of a category, each once
}

// share replaces a value of a category by an equal one of an earlier row.
func (c *tableColumn) share(v reflect.Value) {
	const most = 1000 // params has many values if there are many seeds
	text := v.String()
	if own, found := c.known[text]; found {
		v.SetString(own)
	} else if len(c.known) < most {
		c.known[text] = text
	}
}

func newTableColumn(f arrow.Field) tableColumn {
	c := tableColumn{name: f.Name, of: f.Type, ours: record.IsColumn(f.Name), known: map[string]string{}}
	for i := range rowShape {
		if own := &rowShape[i]; own.Name == f.Name && arrow.TypeEqual(f.Type, own.Type) {
			c.field = own
		}
	}
	return c
}

// newArrowReader returns a reader of an Arrow stream.
func newArrowReader(name string, in io.Reader, want wanted) (_ reader, err error) {
	defer within(name, &err)
	defer recovered(&err)
	messages := &arrowMessages{name: name, in: in, room: new(boundedMemory)}
	stream, err := ipc.NewReaderFromMessageReader(messages, ipc.WithAllocator(messages.room))
	if err != nil {
		return nil, fmt.Errorf("reading Arrow: %w", err)
	}
	_, messages.own = stream.Schema().Metadata().GetValue(versionKey)
	return arrowBatches(name, stream, func() {}, want)
}

// newArrowFileReader returns a reader of an Arrow file. Its index at the end has the
// schema and the places of the batches. The file can have anything else before and
// between them.
func newArrowFileReader(name string, f *os.File, want wanted) (_ reader, err error) {
	defer within(name, &err)
	defer recovered(&err)
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := verifyArrowFile(f, info.Size()); err != nil {
		return nil, fmt.Errorf("reading Arrow: found no index of a complete file: it is truncated or damaged: %w", err)
	}
	room := new(boundedMemory)
	room.begin(info.Size())
	file, err := ipc.NewFileReader(io.NewSectionReader(f, 0, info.Size()), // it hides Close: the file is the caller's
		ipc.WithAllocator(room), ipc.WithMetadataSizeLimit(maxMetadata), ipc.WithBodySizeLimit(maxBody))
	if err != nil {
		return nil, fmt.Errorf("reading Arrow: found no index of a complete file: it is truncated or damaged: %w", err)
	}
	return arrowBatches(name, file, func() { room.begin(info.Size()) }, want)
}

// arrowBatches returns a reader of the wanted columns of batches.
func arrowBatches(name string, from interface {
	Schema() *arrow.Schema
	Read() (arrow.RecordBatch, error)
}, begin func(), want wanted,
) (reader, error) {
	schema := from.Schema()
	if text, own := schema.Metadata().GetValue(versionKey); own {
		if err := checkVersion(text); err != nil {
			return nil, err
		}
	}
	if err := distinctFields(schema.Fields()); err != nil {
		return nil, err
	}
	var columns []tableColumn
	var places []int
	for i, f := range schema.Fields() {
		if want.has(f.Name) {
			columns, places = append(columns, newTableColumn(f)), append(places, i)
		}
	}
	next := func() ([]arrow.Array, int, error) {
		begin()
		batch, err := from.Read()
		if err != nil {
			return nil, 0, err
		}
		arrays := make([]arrow.Array, len(places))
		for i, place := range places {
			arrays[i] = batch.Column(place)
			arrays[i].Retain() // the next Read releases the batch
		}
		return arrays, int(batch.NumRows()), nil
	}
	return &tableReader{name: name, format: "Arrow", columns: columns, next: next}, nil
}

// distinctFields refuses columns with the same name, and members of a struct with the
// same name. A row has one field of a name.
func distinctFields(fields []arrow.Field) error {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
		if nested, ok := f.Type.(arrow.NestedType); ok {
			if err := distinctFields(nested.Fields()); err != nil {
				return fmt.Errorf("%s: %w", f.Name, err)
			}
		}
	}
	return CheckColumns(names)
}

// CheckColumns refuses a name that occurs twice, or is not UTF-8.
func CheckColumns(names []string) error {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if err := record.ValidText("the name of a column", name); err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("found the column %q twice, expected names that differ", name)
		}
		seen[name] = true
	}
	return nil
}

// checkVersion refuses files of a later schema.
func checkVersion(text string) error {
	version, err := strconv.Atoi(text)
	if err != nil || version > record.SchemaVersion {
		return fmt.Errorf("found schema version %s, expected at most %d: a later truthloop wrote it", text, record.SchemaVersion)
	}
	return nil
}

// Read returns the next row.
func (r *tableReader) Read() (*Record, error) {
	for r.at == r.rows {
		if err := r.nextBatch(); err != nil {
			return nil, err
		}
	}
	pos := Position{File: r.name, Row: r.count + 1}
	row, err := tableRow(r.columns, r.batch, r.at, pos)
	if err != nil {
		return nil, err
	}
	r.at++
	r.count++
	return &Record{Pos: pos, row: row}, nil
}

// nextBatch reads a batch; io.EOF means that there is none.
func (r *tableReader) nextBatch() error {
	err := func() (err error) {
		defer recovered(&err)
		r.batch, r.rows, err = r.next()
		return err
	}()
	if r.at = 0; err != nil && err != io.EOF {
		within(fmt.Sprintf("%s: reading %v after row %d", r.name, r.format, r.count), &err)
	}
	return err
}

// tableRow reads row i of a batch of columns.
func tableRow(columns []tableColumn, batch []arrow.Array, i int, pos Position) (_ *record.Row, err error) {
	defer func() { within(pos.String(), &err) }()
	defer recovered(&err)
	row := new(record.Row)
	v := reflect.ValueOf(row).Elem()
	var others []byte // the columns that are read through JSON, as members of an object
	var wrong error   // of the first value that does not fit
	for k := range columns {
		c, values := &columns[k], batch[k]
		if values.IsNull(i) {
			continue
		}
		if c.field != nil && c.field.take(values, i, v) {
			if text, ok := values.(*array.String); ok && text.ValueLen(i) == 0 {
				row.SetBlank(c.name)
			} else if c.field.category {
				c.share(v.Field(c.field.index))
			}
			continue
		}
		value, err := appendArrowJSON(nil, values, i, c.ours)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		if !utf8.Valid(value) {
			at := strings.IndexByte(strings.ToValidUTF8(string(value), "\x00"), 0) // JSON has no NUL
			text := value[bytes.LastIndexByte(value[:at], '"')+1:]
			wrong = cmp.Or(wrong, record.ValidText(c.name, string(text)))
		}
		others = appendMember(others, c.name, value)
	}
	if wrong == nil {
		wrong = setForeign(row, others)
	}
	if wrong != nil {
		text, err := appendTableRow(nil, columns, batch, i)
		return record.Malformed(text, fmt.Errorf("%v: %w", pos, wrong)), err
	}
	return row, nil
}

// appendTableRow writes row i of a batch as JSON with all columns in their order. Texts
// keep bytes that are not UTF-8.
func appendTableRow(b []byte, columns []tableColumn, batch []arrow.Array, i int) ([]byte, error) {
	var members []byte
	for k, c := range columns {
		if batch[k].IsNull(i) {
			continue
		}
		value, err := appendArrowJSON(nil, batch[k], i, c.ours)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		members = appendMember(members, c.name, value)
	}
	return append(b, endObject(members)...), nil
}

// recovered turns a panic into an error: the libraries panic on some damaged files, and on
// the encodings of Parquet that they do not read.
func recovered(err *error) {
	if p := recover(); p == "unimplemented encoding type" {
		*err = errors.New("the column has an encoding that is not supported")
	} else if p != nil {
		*err = fmt.Errorf("the file is damaged: %v", p)
	}
}

// within adds a place to an error. The result is never io.EOF, which would mean the end
// of the rows.
func within(place string, err *error) {
	switch {
	case *err == nil:
	case errors.Is(*err, io.EOF):
		*err = fmt.Errorf("%s: %w", place, io.ErrUnexpectedEOF)
	default:
		*err = fmt.Errorf("%s: %w", place, *err)
	}
}

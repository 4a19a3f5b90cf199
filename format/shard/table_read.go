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
	as    meaning
	known map[string]string // copies of the values of a category; nil: none are kept
}

// text copies a value of a category from the memory of a batch. A value that was read
// before is not copied again.
func (c *tableColumn) text(s string) string {
	own, found := c.known[s]
	if !found {
		own = validText(strings.Clone(s))
		const most = 1000 // params has many values if there are many seeds
		if c.known != nil && len(c.known) < most {
			c.known[strings.Clone(s)] = own
		}
	}
	return own
}

func newTableColumn(f arrow.Field) tableColumn {
	c := tableColumn{name: f.Name, of: f.Type, known: map[string]string{}}
	if record.IsColumn(f.Name) {
		c.as = ours
	}
	for i := range rowShape {
		if own := &rowShape[i]; own.Name == f.Name && arrow.TypeEqual(f.Type, own.Type) {
			c.field = own
		}
	}
	return c
}

// newArrowReader returns a reader of a stream. A file contains a stream after eight
// bytes and before an index, which is not used.
func newArrowReader(name string, in *bufio.Reader, isFile bool, want wanted) (_ Reader, err error) {
	defer within(name, &err)
	defer recovered(&err)
	messages := &arrowMessages{name: name, in: in, file: isFile}
	if isFile {
		if _, err := in.Discard(sniffLen); err != nil {
			return nil, fmt.Errorf("reading Arrow: %w", err)
		}
	}
	stream, err := ipc.NewReaderFromMessageReader(messages)
	if err != nil {
		return nil, fmt.Errorf("reading Arrow: %w", err)
	}
	text, own := stream.Schema().Metadata().GetValue(versionKey)
	if messages.own = own; own {
		if err := checkVersion(text); err != nil {
			return nil, err
		}
	}
	var columns []tableColumn
	var places []int
	for i, f := range stream.Schema().Fields() {
		if want.has(f.Name) {
			columns, places = append(columns, newTableColumn(f)), append(places, i)
		}
	}
	next := func() ([]arrow.Array, int, error) {
		batch, err := stream.Read()
		if err != nil {
			return nil, 0, err
		}
		arrays := make([]arrow.Array, len(places))
		for i, place := range places {
			arrays[i] = batch.Column(place)
			arrays[i].Retain() // the next Read releases the batch, and Count may still use it
		}
		return arrays, int(batch.NumRows()), nil
	}
	return &tableReader{name: name, format: "Arrow", columns: columns, next: next}, nil
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
	return r.row(Position{File: r.name, Row: r.count + 1})
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

// row reads the row r.at of the batch.
func (r *tableReader) row(pos Position) (*Record, error) {
	row, err := tableRow(r.columns, r.batch, r.at, pos)
	if err != nil {
		return nil, err
	}
	r.at++
	r.count++
	return &Record{Pos: pos, row: row}, nil
}

// tableRow reads row i of a batch of columns.
func tableRow(columns []tableColumn, batch []arrow.Array, i int, pos Position) (_ *record.Row, err error) {
	defer func() { within(pos.String(), &err) }()
	defer recovered(&err)
	row := new(record.Row)
	v := reflect.ValueOf(row).Elem()
	var others []byte // the columns that are read through JSON, as members of an object
	for k := range columns {
		c, values := &columns[k], batch[k]
		if values.IsNull(i) {
			continue
		}
		if c.field != nil && c.field.category {
			switch texts := values.(type) {
			case *array.String:
				v.Field(c.field.index).SetString(c.text(texts.Value(i)))
				continue
			case *array.Dictionary: // of strings, see parquetBatches
				v.Field(c.field.index).SetString(c.text(texts.Dictionary().(*array.String).Value(texts.GetValueIndex(i))))
				continue
			}
		}
		if c.field != nil && c.field.take(values, i, v) {
			continue
		}
		value, err := appendArrowJSON(nil, values, i, c.as)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		others = appendMember(others, c.name, value)
	}
	return withForeign(row, others, pos), nil
}

// Close does nothing: the reader holds only memory.
func (r *tableReader) Close() error { return nil }

// recovered turns a panic into an error: the libraries panic on some damaged files.
func recovered(err *error) {
	if p := recover(); p != nil {
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

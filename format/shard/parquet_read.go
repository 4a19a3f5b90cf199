package shard

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"

	"github.com/truthloop/truthloop/format/record"
)

// A parquetReader reads the rows of one Parquet file, column by column, in
// batches of a few hundred values a column. It uses Arrow's reader of column
// chunks; docs/interop.md says why no other.
type parquetReader struct {
	name    string
	file    *file.Reader
	columns []parquetColumn
	leaves  [][]cell // of the row at hand, by leaf column

	group int   // number of the next row group
	left  int64 // rows of the current group that have not been read
	count int64
}

// A parquetColumn is a top-level column and its readers in the current group.
type parquetColumn struct {
	*parquetNode
	field   int // the row's field that takes the values as they are; -1 if they go through JSON
	readers []*leafReader
}

func newParquetReader(name string, f *os.File, want wanted) (_ Reader, err error) {
	defer within(name, &err)
	defer recovered(&err)
	props := parquet.NewReaderProperties(memory.NewGoAllocator())
	props.BufferedStreamEnabled = true // otherwise a column of a row group is read as a whole
	// The section hides Close: the file is the caller's.
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from, err := file.NewParquetReader(io.NewSectionReader(f, 0, info.Size()), file.WithReadProps(props))
	if err != nil {
		return nil, fmt.Errorf("found no footer of a complete Parquet file: the part is truncated or damaged: %w", err)
	}
	if text := from.MetaData().KeyValueMetadata().FindValue(versionKey); text != nil {
		if err := checkVersion(*text); err != nil {
			return nil, err
		}
	}
	rows := int64(0)
	for i := range from.NumRowGroups() {
		rows += from.MetaData().RowGroup(i).NumRows()
	}
	if rows != from.NumRows() {
		return nil, fmt.Errorf("the file is damaged: found %d rows in its row groups, expected %d", rows, from.NumRows())
	}
	r := &parquetReader{name: name, file: from, leaves: make([][]cell, from.MetaData().Schema.NumColumns())}
	for _, node := range parquetNodes(from.MetaData()) {
		if want.has(node.name) {
			r.columns = append(r.columns, parquetColumn{parquetNode: node, field: node.sameField()})
		}
	}
	return r, nil
}

// Read gives the next row.
func (r *parquetReader) Read() (*Record, error) {
	rec, err := r.next()
	if rec == nil && err == nil {
		err = io.EOF
	}
	return rec, err
}

// next gives the next row, nil after the last one.
func (r *parquetReader) next() (_ *Record, err error) {
	pos := Position{File: r.name, Row: r.count + 1}
	defer func() { within(fmt.Sprintf("%v: reading Parquet", pos), &err) }()
	defer recovered(&err)
	for r.left == 0 {
		if r.group == r.file.NumRowGroups() {
			return nil, nil
		}
		if err := r.openGroup(); err != nil {
			return nil, err
		}
	}
	row := new(record.Row)
	fields := reflect.ValueOf(row).Elem()
	var others []byte
	for i := range r.columns {
		c := &r.columns[i]
		if others, err = c.read(fields, r.leaves, others); err != nil {
			return nil, err
		}
	}
	r.left--
	r.count++
	return &Record{Pos: pos, row: withForeign(row, others, pos)}, nil
}

// openGroup opens the wanted columns of the next row group.
func (r *parquetReader) openGroup() error {
	group := r.file.RowGroup(r.group)
	r.group++
	for i := range r.columns {
		c := &r.columns[i]
		c.readers = c.readers[:0]
		for leaf := c.begin; leaf < c.end; leaf++ {
			reader, err := newLeafReader(r.file, group, leaf)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			c.readers = append(c.readers, reader)
		}
	}
	r.left = group.NumRows()
	return nil
}

// read reads the column of the next row into its field, or appends it to others
// as a member of a JSON object.
func (c *parquetColumn) read(row reflect.Value, leaves [][]cell, others []byte) (_ []byte, err error) {
	defer within(c.name, &err)
	defer recovered(&err)
	for i, reader := range c.readers {
		if leaves[c.begin+i], err = reader.row(); err != nil {
			return nil, err
		}
	}
	if c.field >= 0 {
		value := leaves[c.begin][0]
		if value.def < c.def || setField(row.Field(c.field), value) {
			return others, nil
		}
	}
	value, err := c.append(nil, leaves)
	if err != nil || string(value) == "null" {
		return others, err
	}
	return appendMember(others, c.name, value), nil
}

// Close does nothing: there is nothing but memory to give back.
func (r *parquetReader) Close() error { return nil }

// recovered makes an error of a panic: the libraries panic on some files that
// are damaged in ways they do not foresee.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("the file is damaged: %v", p)
	}
}

// within adds a place to an error. The result is never io.EOF, which would be
// taken for the end of the rows.
func within(place string, err *error) {
	switch {
	case *err == nil:
	case errors.Is(*err, io.EOF):
		*err = fmt.Errorf("%s: %w", place, io.ErrUnexpectedEOF)
	default:
		*err = fmt.Errorf("%s: %w", place, *err)
	}
}

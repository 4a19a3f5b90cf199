package shard

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go"

	"github.com/truthloop/truthloop/format/record"
)

// A parquetReader reads the rows of one Parquet file, a row group at a time.
type parquetReader struct {
	name   string
	file   *parquet.File
	groups []parquet.RowGroup
	rows   parquet.Rows // of the current group
	convert

	buffer []parquet.Row
	have   []parquet.Row // read and not yet given
	atOnce int           // rows to be read at a time
	count  int64

	plan *parquetPlan // of a scan
}

// convert makes a row of what the library read.
type convert func(pos Position, values parquet.Row) (*Record, error)

func newParquetReader(name string, f *os.File) (_ Reader, err error) {
	defer recovered(name, 0, &err)
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, fmt.Errorf("%s: found no footer of a complete Parquet file: the part is truncated or damaged: %w", name, err)
	}
	r := &parquetReader{name: name, file: file, groups: mended(f, file), buffer: make([]parquet.Row, batch)}
	if r.convert, err = conversion(name, file); err != nil {
		return nil, err
	}
	return r, nil
}

// conversion chooses how to read the file: as one of ours, or by the names of
// its columns.
func conversion(name string, file *parquet.File) (convert, error) {
	if text, ours := file.Lookup(versionKey); ours {
		if err := checkVersion(name, text); err != nil {
			return nil, err
		}
		if extras, ok := ownSchema(file.Schema()); ok {
			return ownRows(extras), nil
		}
	}
	return foreignRows(file), nil
}

// ownSchema says whether the schema is the contract's followed by columns of
// unknown fields, and which those are.
func ownSchema(schema *parquet.Schema) (*extraColumns, bool) {
	fields, known := schema.Fields(), rowSchema.Fields()
	if len(fields) <= len(known) {
		return nil, false
	}
	for i, f := range known {
		if fields[i].Name() != f.Name() || !parquet.EqualNodes(fields[i], f) {
			return nil, false
		}
	}
	x := &extraColumns{index: map[string]int{}}
	for _, f := range fields[len(known):] {
		if !f.Leaf() || !f.Optional() {
			return nil, false
		}
		c := scalarColumn{name: f.Name()}
		switch f.Type().Kind() {
		case parquet.Boolean:
			c.kind = kindBool
		case parquet.Int64:
			c.kind = kindInt
		case parquet.Double:
			c.kind = kindFloat
		case parquet.ByteArray:
		default:
			return nil, false
		}
		x.columns = append(x.columns, c)
	}
	last := x.columns[len(x.columns)-1]
	x.columns = x.columns[:len(x.columns)-1]
	x.values = make([]any, len(x.columns))
	return x, last.name == extraColumn && last.kind == kindString
}

// ownRows reads rows of our schema.
func ownRows(x *extraColumns) convert {
	return func(pos Position, values parquet.Row) (*Record, error) {
		row := new(record.Row)
		end := len(values) - len(x.columns) - 1
		if end < 0 || values[end].Column() != rowColumns {
			return nil, fmt.Errorf("found %d values, expected one of each of the unknown fields at the end", len(values))
		}
		if err := rowSchema.Reconstruct(row, values[:end]); err != nil {
			return nil, err
		}
		for i, v := range values[end : len(values)-1] {
			x.values[i] = goValue(v)
		}
		x.join(row, x.values, string(values[len(values)-1].ByteArray()))
		return &Record{Pos: pos, row: row}, nil
	}
}

func goValue(v parquet.Value) any {
	if v.IsNull() {
		return nil
	}
	switch v.Kind() {
	case parquet.Boolean:
		return v.Boolean()
	case parquet.Int64:
		return v.Int64()
	case parquet.Double:
		return v.Double()
	}
	return string(v.ByteArray())
}

// Read gives the next row.
func (r *parquetReader) Read() (_ *Record, err error) {
	defer recovered(r.name, r.count+1, &err)
	for len(r.have) == 0 {
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
	values := r.have[0]
	r.have = r.have[1:]
	r.count++
	pos := Position{File: r.name, Row: r.count}
	rec, err := r.convert(pos, values)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", pos, err)
	}
	return rec, nil
}

// fill reads the next rows, opening the next group where one has ended.
func (r *parquetReader) fill() error {
	if r.rows == nil {
		group, at, ok := r.nextGroup()
		if !ok {
			return io.EOF
		}
		r.rows = group.Rows()
		r.atOnce = rowsOf(r.file, at, nil, batch, batchBytes)
	}
	n, err := r.rows.ReadRows(r.buffer[:r.atOnce])
	r.have = r.buffer[:n]
	if err == nil {
		return nil
	}
	if !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: row %d: reading Parquet: %w", r.name, r.count+int64(n)+1, err)
	}
	err = r.rows.Close()
	r.rows = nil
	if err != nil {
		return fmt.Errorf("%s: reading Parquet: %w", r.name, err)
	}
	return nil
}

// nextGroup takes the next row group that has rows, and its place in the file:
// in one without, the library looks for pages where there are none.
func (r *parquetReader) nextGroup() (group parquet.RowGroup, at int, ok bool) {
	for len(r.groups) > 0 {
		group, r.groups = r.groups[0], r.groups[1:]
		if group.NumRows() > 0 {
			return group, len(r.file.RowGroups()) - len(r.groups) - 1, true
		}
	}
	return nil, 0, false
}

// rowsOf is how many rows of a group are to be read at a time: most of them
// or, where rows are large, as many as are of some bytes together, and at least
// one. How large they are is known from the footer; of what is only a part of
// the columns, reads says which.
func rowsOf(file *parquet.File, group int, reads func(leaf int) bool, most int, bytes int64) int {
	g := file.Metadata().RowGroups[group]
	var size int64
	for leaf, c := range g.Columns {
		if reads == nil || reads(leaf) {
			size += c.MetaData.TotalUncompressedSize
		}
	}
	each := size / max(g.NumRows, 1)
	return int(min(int64(most), max(bytes/max(each, 1), 1)))
}

// Close closes the group that is open.
func (r *parquetReader) Close() error {
	if r.rows == nil {
		return nil
	}
	return r.rows.Close()
}

// recovered makes an error of a panic: the library panics on some files that
// are damaged in ways it does not foresee.
func recovered(name string, row int64, err *error) {
	if p := recover(); p != nil {
		*err = damaged(name, row, p)
	}
}

func damaged(name string, row int64, panicked any) error {
	return fmt.Errorf("%s: row %d: the file is damaged: %v", name, row, panicked)
}

package shard

import (
	"fmt"
	"io"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/truthloop/truthloop/format/record"
)

const (
	// versionKey names the schema version in the metadata of a file.
	versionKey = "truthloop.schema_version"

	// createdBy is the program that a file names as its writer.
	createdBy = "truthloop"

	// rowGroup is the number of rows of a row group at most. A group is in memory
	// until it is written.
	rowGroup = 5000

	// groupBytes is how large its rows are together at the most, but for the
	// last one.
	groupBytes = 64 << 20

	// firstBatch is the number of rows that settle the columns of unknown fields.
	firstBatch = 1000
)

// rowSchema is the contract's part of a file's schema.
var rowSchema = parquet.SchemaOf(new(record.Row))

// A parquetWriter writes rows to one Parquet file: the contract's columns, one
// column for each unknown field that is worth it, and the column extra for all
// else that is unknown.
type parquetWriter struct {
	out    io.Writer
	file   *parquet.GenericWriter[any]
	extras *extraColumns
	early  []*record.Row // the first batch
	rows   []parquet.Row // of one call to the library, reused

	inGroup   int // rows of the group
	groupSize int // and their bytes; before the file has begun, those of early
	batchSize int // bytes of rows
}

func newParquetWriter(out io.Writer) *parquetWriter { return &parquetWriter{out: out} }

// Write adds a row. The first rows are kept until the columns are settled.
func (w *parquetWriter) Write(row *record.Row) error {
	if w.file != nil {
		return w.write(row)
	}
	w.early, w.groupSize = append(w.early, row), w.groupSize+row.Size()
	if len(w.early) < firstBatch && w.groupSize < groupBytes {
		return nil
	}
	return w.begin()
}

// begin settles the columns and writes the first batch.
func (w *parquetWriter) begin() error {
	w.extras = settleExtras(w.early)
	schema := parquet.NewSchema("row", withExtras(rowSchema, w.extras))
	types, err := arrowSchemaText(schema)
	if err != nil {
		return err
	}
	w.file = parquet.NewGenericWriter[any](w.out,
		schema,
		parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.KeyValueMetadata(versionKey, strconv.Itoa(record.SchemaVersion)),
		parquet.KeyValueMetadata(arrowSchemaKey, types),
		parquet.CreatedBy(createdBy, strconv.Itoa(record.SchemaVersion), ""),
	)
	w.groupSize = 0
	for _, row := range w.early {
		if err := w.write(row); err != nil {
			return err
		}
	}
	w.early = nil
	return nil
}

// batch is how many rows go to the library in one call, and batchBytes how
// large they are together at the most, but for the last one.
const (
	batch      = 64
	batchBytes = 8 << 20
)

func (w *parquetWriter) write(row *record.Row) error {
	n := len(w.rows)
	if n < cap(w.rows) {
		w.rows = w.rows[:n+1]
	} else {
		w.rows = append(w.rows, nil)
	}
	values := rowSchema.Deconstruct(w.rows[n][:0], row)
	w.rows[n] = w.extras.appendValues(values, row)
	size := row.Size()
	w.inGroup, w.groupSize, w.batchSize = w.inGroup+1, w.groupSize+size, w.batchSize+size
	if w.inGroup == rowGroup { // the library ends it
		w.inGroup, w.groupSize = 0, 0
	}
	if w.groupSize >= groupBytes {
		return w.endGroup()
	}
	if len(w.rows) < batch && w.batchSize < batchBytes {
		return nil
	}
	return w.pass()
}

// endGroup ends a row group before it has all its rows.
func (w *parquetWriter) endGroup() error {
	if err := w.pass(); err != nil {
		return err
	}
	w.inGroup, w.groupSize = 0, 0
	if err := w.file.Flush(); err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}

// pass hands the collected rows to the library, which copies them.
func (w *parquetWriter) pass() error {
	if _, err := w.file.WriteRows(w.rows); err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	w.rows, w.batchSize = w.rows[:0], 0
	return nil
}

// Flush does nothing: rows leave by row groups.
func (w *parquetWriter) Flush() error { return nil }

// Close writes what is left and the footer, without which the file is none.
func (w *parquetWriter) Close() error {
	if w.file == nil {
		if err := w.begin(); err != nil {
			return err
		}
	}
	if err := w.pass(); err != nil {
		return err
	}
	if err := w.file.Close(); err != nil {
		return fmt.Errorf("writing Parquet: %w", err)
	}
	return nil
}

// A rowNode is the root of a file's schema: the fields of the row in the
// contract's order, followed by the unknown ones. (The library's own groups
// are sorted by name.)
type rowNode struct {
	parquet.Node
	fields []parquet.Field
}

func (n rowNode) Fields() []parquet.Field { return n.fields }

// withExtras adds the columns of unknown fields to the row's.
func withExtras(row parquet.Node, extras *extraColumns) parquet.Node {
	fields := append([]parquet.Field(nil), row.Fields()...)
	for _, c := range extras.columns {
		fields = append(fields, parquetField(c.name, c.kind))
	}
	return rowNode{row, append(fields, parquetField(extraColumn, kindString))}
}

func parquetField(name string, kind scalarKind) parquet.Field {
	node := parquet.String()
	switch kind {
	case kindBool:
		node = parquet.Leaf(parquet.BooleanType)
	case kindInt:
		node = parquet.Int(64)
	case kindFloat:
		node = parquet.Leaf(parquet.DoubleType)
	}
	return parquet.Group{name: parquet.Optional(node)}.Fields()[0]
}

// rowColumns is the number of leaf columns of the contract's part.
var rowColumns = len(rowSchema.Columns())

// appendValues appends the values of the unknown fields, which stand after
// those of the contract.
func (x *extraColumns) appendValues(values parquet.Row, row *record.Row) parquet.Row {
	fields, rest := x.split(row)
	for i, f := range fields {
		var v parquet.Value
		switch f := f.(type) {
		case string:
			v = parquet.ValueOf(f)
		case int64:
			v = parquet.ValueOf(f)
		case float64:
			v = parquet.ValueOf(f)
		case bool:
			v = parquet.ValueOf(f)
		}
		values = append(values, leveled(v, rowColumns+i))
	}
	var v parquet.Value
	if rest != "" {
		v = parquet.ValueOf(rest)
	}
	return append(values, leveled(v, rowColumns+len(fields)))
}

// leveled gives an optional top-level value its place: it is defined unless null.
func leveled(v parquet.Value, column int) parquet.Value {
	if v.IsNull() {
		return v.Level(0, 0, column)
	}
	return v.Level(0, 1, column)
}

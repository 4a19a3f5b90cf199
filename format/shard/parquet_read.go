package shard

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// A batch of Parquet has at most this many rows, and about this many bytes of the
// wanted columns by the averages in the footer.
const (
	parquetRows  = 512
	parquetBytes = 8 << 20
)

// maxPage is the largest page that is read, in bytes. The library allocates the size
// that the header of a page claims.
const maxPage = 4 * MaxLine

// parquetBatches reads a Parquet file as batches of Arrow arrays. A batch lies
// within a row group.
type parquetBatches struct {
	file    *file.Reader
	columns []parquetColumn
	leaves  []int // of the wanted columns
	group   int   // number of the next row group
	left    int64 // rows of the current group that have not been read
	size    int64 // rows of a batch in this group
}

type parquetColumn struct {
	name   string
	reader *pqarrow.ColumnReader
}

// newParquetReader returns a reader of the wanted columns.
func newParquetReader(name string, f *os.File, want wanted) (_ reader, err error) {
	defer within(name, &err)
	defer recovered(&err)
	props := parquet.NewReaderProperties(memory.NewGoAllocator())
	props.BufferedStreamEnabled = true // otherwise a column of a row group is read as a whole
	props.MaxCompressedPageSize, props.MaxUncompressedPageSize = maxPage, maxPage
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
	b := &parquetBatches{file: from}
	columns, err := b.open(want)
	if err != nil {
		return nil, err
	}
	return &tableReader{name: name, format: "Parquet", columns: columns, next: b.next}, nil
}

// open opens the wanted columns.
func (b *parquetBatches) open(want wanted) ([]tableColumn, error) {
	meta := b.file.MetaData()
	meta.FileMetaData.KeyValueMetadata = nil // the schema of Arrow has types that the library does not read
	root := meta.Schema.Root()
	fields, ends, leaves := make(schema.FieldList, root.NumFields()), []int{0}, 0
	for i := range fields {
		fields[i] = readable(root.Field(i), &leaves)
		ends = append(ends, leaves)
	}
	meta.Schema = schema.NewSchema(schema.MustGroup(schema.NewGroupNode(root.Name(), root.RepetitionType(), fields, root.FieldID())))
	from, err := pqarrow.NewFileReader(b.file, pqarrow.ArrowReadProperties{}, memory.NewGoAllocator())
	if err != nil {
		return nil, err
	}
	types, err := from.Schema()
	if err != nil {
		return nil, err
	}
	if err := distinctFields(types.Fields()); err != nil {
		return nil, err
	}
	var columns []tableColumn
	for i, field := range fields {
		if !want.has(field.Name()) {
			continue
		}
		// The library opens the members of structs in a goroutine of its own, in
		// which no panic can be recovered. So every column is opened here first,
		// where a panic on damaged metadata is recovered.
		for column := ends[i]; column < ends[i+1] && b.file.NumRowGroups() > 0; column++ {
			if _, err := b.file.RowGroup(0).GetColumnPageReader(column); err != nil {
				return nil, fmt.Errorf("%s: %w", field.Name(), err)
			}
		}
		reader, err := from.GetColumn(context.Background(), i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name(), err)
		}
		b.columns = append(b.columns, parquetColumn{field.Name(), reader})
		for leaf := ends[i]; leaf < ends[i+1]; leaf++ {
			b.leaves = append(b.leaves, leaf)
		}
		columns = append(columns, newTableColumn(*reader.Field()))
	}
	return columns, nil
}

// next reads a batch; the error is io.EOF after the last one.
func (b *parquetBatches) next() ([]arrow.Array, int, error) {
	for b.left == 0 {
		if b.group == b.file.NumRowGroups() {
			return nil, 0, io.EOF
		}
		group := b.file.MetaData().RowGroup(b.group)
		b.group++
		if b.left = group.NumRows(); b.left < 0 {
			return nil, 0, fmt.Errorf("found %d rows in a row group, expected none or more", b.left)
		}
		bytes := int64(0)
		for _, leaf := range b.leaves {
			chunk, err := group.ColumnChunk(leaf)
			if err != nil {
				return nil, 0, err
			}
			bytes += max(chunk.TotalUncompressedSize(), 0)
		}
		b.size = min(parquetRows, max(parquetBytes/max(bytes/max(b.left, 1), 1), 1))
	}
	n := min(b.size, b.left)
	b.left -= n
	arrays := make([]arrow.Array, len(b.columns))
	for i := range b.columns {
		var err error
		if arrays[i], err = b.columns[i].next(n); err != nil {
			return nil, 0, err
		}
	}
	return arrays, int(n), nil
}

// next reads n values of the column.
func (c *parquetColumn) next(n int64) (_ arrow.Array, err error) {
	defer within(c.name, &err)
	defer recovered(&err)
	chunks, err := c.reader.NextBatch(n)
	if err != nil {
		return nil, err
	}
	if chunks.Len() != int(n) {
		return nil, errors.New("found fewer values than the row group has rows")
	}
	values := chunks.Chunk(0)
	if len(chunks.Chunks()) > 1 {
		if values, err = array.Concatenate(chunks.Chunks(), memory.NewGoAllocator()); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// readable returns a node of the schema with types that the library reads: a map is a list of
// its pairs, and JSON and enumerations are text. It counts the leaf columns.
func readable(n schema.Node, leaves *int) schema.Node {
	if leaf, ok := n.(*schema.PrimitiveNode); ok {
		*leaves++
		switch leaf.LogicalType().(type) {
		case schema.JSONLogicalType, schema.EnumLogicalType:
			return schema.MustPrimitive(schema.NewPrimitiveNodeLogical(n.Name(), n.RepetitionType(), schema.StringLogicalType{}, leaf.PhysicalType(), leaf.TypeLength(), n.FieldID()))
		}
		return n
	}
	group := n.(*schema.GroupNode)
	fields := make(schema.FieldList, group.NumFields())
	for i := range fields {
		fields[i] = readable(group.Field(i), leaves)
	}
	switch group.LogicalType().(type) {
	case schema.ListLogicalType, schema.MapLogicalType:
		repeated := parquet.Repetitions.Repeated
		if len(fields) == 1 && fields[0].RepetitionType() == repeated && n.RepetitionType() != repeated {
			return schema.MustGroup(schema.NewGroupNodeLogical(n.Name(), n.RepetitionType(), fields, schema.NewListLogicalType(), n.FieldID()))
		}
	}
	return schema.MustGroup(schema.NewGroupNode(n.Name(), n.RepetitionType(), fields, n.FieldID()))
}

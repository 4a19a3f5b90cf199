package shard

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The library misreads two things that only others write. Of truth values as
// runs (the encoding RLE, which pyarrow, parquet-rs and Spark choose in data
// pages of version 2) it takes a run of n ones for n bits of 00000001. And it
// believes the null counts of such pages, which pyarrow leaves too low in
// lists, and so calls pages of numbers damaged. Column chunks where that may
// occur are mended: read as they are stored, written anew into memory with truth
// values as bits and right counts, and then read by the library, as a file of
// their own.

// mended is the row groups of a file, with the chunks that need it mended.
func mended(f io.ReaderAt, file *parquet.File) []parquet.RowGroup {
	groups := slices.Clone(file.RowGroups())
	if strings.HasPrefix(file.Metadata().CreatedBy, createdBy+" ") {
		return groups
	}
	var leaves []parquet.LeafColumn
	for _, path := range file.Schema().Columns() {
		leaf, _ := file.Schema().Lookup(path...)
		leaves = append(leaves, leaf)
	}
	for i, group := range groups {
		chunks := slices.Clone(group.ColumnChunks())
		for j, leaf := range leaves {
			kind := leaf.Node.Type().Kind()
			if kind == parquet.Boolean || leaf.MaxRepetitionLevel > 0 && kind != parquet.ByteArray {
				chunks[j] = &mendedChunk{chunks[j], f, file, leaf, i}
			}
		}
		groups[i] = mendedGroup{group, chunks}
	}
	return groups
}

type mendedGroup struct {
	parquet.RowGroup
	chunks []parquet.ColumnChunk
}

func (g mendedGroup) ColumnChunks() []parquet.ColumnChunk { return g.chunks }
func (g mendedGroup) Rows() parquet.Rows                  { return parquet.NewRowGroupRowReader(g) }

// A mendedChunk is mended when its pages are asked for.
type mendedChunk struct {
	parquet.ColumnChunk
	f     io.ReaderAt
	file  *parquet.File
	leaf  parquet.LeafColumn
	group int
}

func (c *mendedChunk) Pages() parquet.Pages {
	pages, err := c.mend()
	if err != nil {
		return failedPages{fmt.Errorf("column %s: %w", strings.Join(c.leaf.Path, "."), err)}
	}
	return pages
}

// failedPages are those of a chunk that cannot be read.
type failedPages struct{ err error }

func (p failedPages) ReadPage() (parquet.Page, error) { return nil, p.err }
func (p failedPages) SeekToRow(int64) error           { return nil } // reading says why
func (p failedPages) Close() error                    { return nil }

// mend makes a file of the one chunk. Its footer still tells of the others,
// which nobody asks it for.
func (c *mendedChunk) mend() (parquet.Pages, error) {
	const magic = "PAR1"
	meta := *c.file.Metadata()
	group := meta.RowGroups[c.group]
	group.Columns, group.Ordinal = slices.Clone(group.Columns), 0
	meta.RowGroups = []format.RowGroup{group}
	chunk := &group.Columns[c.leaf.ColumnIndex]

	data := []byte(magic)
	data, err := c.pages(data, &chunk.MetaData)
	if err != nil {
		return nil, err
	}
	chunk.MetaData.TotalCompressedSize = int64(len(data) - len(magic))
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		return nil, err
	}
	data = append(data, footer...)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(footer)))
	data = append(data, magic...)
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, err
	}
	return file.RowGroups()[0].ColumnChunks()[c.leaf.ColumnIndex].Pages(), nil
}

// pages appends the chunk's pages, mended, and notes in meta where they begin.
func (c *mendedChunk) pages(data []byte, meta *format.ColumnMetaData) ([]byte, error) {
	start := meta.DataPageOffset
	if meta.DictionaryPageOffset > 0 {
		start = min(start, meta.DictionaryPageOffset)
	}
	meta.DictionaryPageOffset, meta.DataPageOffset = 0, 0
	stored := bufio.NewReader(io.NewSectionReader(c.f, start, meta.TotalCompressedSize))
	decoder := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(stored))
	for {
		if _, err := stored.Peek(1); errors.Is(err, io.EOF) {
			return data, nil
		} else if err != nil {
			return nil, err
		}
		h := new(format.PageHeader)
		if err := decoder.Decode(h); err != nil {
			return nil, fmt.Errorf("page header: %w", err)
		}
		if h.CompressedPageSize < 0 || int64(h.CompressedPageSize) > meta.TotalCompressedSize {
			return nil, fmt.Errorf("found a page of %d bytes in a column chunk of %d", h.CompressedPageSize, meta.TotalCompressedSize)
		}
		body := make([]byte, h.CompressedPageSize)
		if _, err := io.ReadFull(stored, body); err != nil {
			return nil, fmt.Errorf("page: %w", err)
		}
		body, err := c.page(h, body, parquet.LookupCompressionCodec(meta.Codec))
		if err != nil {
			return nil, err
		}
		header, err := thrift.Marshal(new(thrift.CompactProtocol), h)
		if err != nil {
			return nil, err
		}
		switch at := int64(len(data)); {
		case h.Type == format.DictionaryPage:
			meta.DictionaryPageOffset = at
		case meta.DataPageOffset == 0:
			meta.DataPageOffset = at
		}
		data = append(append(data, header...), body...)
	}
}

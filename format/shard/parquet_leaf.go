package shard

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"github.com/apache/arrow-go/v18/arrow/float16"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/schema"
)

// A cell is a value of a leaf column, or the null in its place, with its levels.
type cell struct {
	def, rep int16
	bits     int64 // an integer, a truth value, the bits of a float of 64
	bytes    string
}

// A leafReader reads the values of one leaf column in one row group.
type leafReader struct {
	more func() (int, error) // reads the next cells; 0 after the last

	maxDef, maxRep int16
	defs, reps     []int16
	cells          []cell
	from, to       int    // cells that are read and not yet given
	given          []cell // of a row that is in several batches
}

// A batch of a leaf column is this many values, or this many bytes by the
// footer's average, at most.
const (
	leafValues = 256
	leafBytes  = 256 << 10
)

// maxPageHeader bounds the header of a page, which may repeat the page's least
// and greatest value.
const maxPageHeader = 4 * MaxLine

func newLeafReader(from *file.Reader, group *file.RowGroupReader, leaf int) (*leafReader, error) {
	pages, err := group.GetColumnPageReader(leaf)
	if err != nil {
		return nil, err
	}
	pages.SetMaxPageHeaderSize(maxPageHeader)
	column := from.MetaData().Schema.Column(leaf)
	//lint:ignore SA1019 RowGroupReader.Column cannot raise the limit of page headers
	chunk := file.NewColumnReader(column, pages, memory.NewGoAllocator(), from.BufferPool())
	meta, err := group.MetaData().ColumnChunk(leaf)
	if err != nil {
		return nil, err
	}
	each := meta.TotalUncompressedSize() / max(meta.NumValues(), 1)
	n := int(min(leafValues, max(leafBytes/max(each, 1), 1)))
	l := &leafReader{
		maxDef: column.MaxDefinitionLevel(), maxRep: column.MaxRepetitionLevel(),
		defs: make([]int16, n), reps: make([]int16, n), cells: make([]cell, n),
	}
	switch c := chunk.(type) {
	case *file.BooleanColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v bool) {
			if v {
				to.bits = 1
			}
		})
	case *file.Int32ColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v int32) { to.bits = int64(v) })
	case *file.Int64ColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v int64) { to.bits = v })
	case *file.Int96ColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v parquet.Int96) { to.bytes = string(v[:]) })
	case *file.Float32ColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v float32) { to.bits = int64(math.Float64bits(float64(v))) })
	case *file.Float64ColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v float64) { to.bits = int64(math.Float64bits(v)) })
	case *file.ByteArrayColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v parquet.ByteArray) { to.bytes = string(v) })
	case *file.FixedLenByteArrayColumnChunkReader:
		l.more = batches(l, c, c.ReadBatchInPage, func(to *cell, v parquet.FixedLenByteArray) { to.bytes = string(v) })
	default:
		return nil, fmt.Errorf("found values of the type %v, expected one that Parquet defines", chunk.Type())
	}
	return l, nil
}

// batches reads values of a Go type as cells. A batch lies within a page, since
// bytes are those of the page's memory.
func batches[T any](l *leafReader, chunk file.ColumnChunkReader, read func(int64, []T, []int16, []int16) (int64, int, error), set func(*cell, T)) func() (int, error) {
	values := make([]T, len(l.cells))
	return func() (int, error) {
		for chunk.HasNext() {
			n, present, err := read(int64(len(values)), values, l.defs, l.reps)
			if err != nil {
				return 0, err
			}
			next := 0
			for i := range l.cells[:n] {
				l.cells[i] = cell{def: l.defs[i], rep: l.reps[i]}
				if l.defs[i] != l.maxDef {
					continue
				}
				if next == present {
					return 0, fmt.Errorf("found %d values, expected one for each that is defined", present)
				}
				set(&l.cells[i], values[next])
				next++
			}
			if n > 0 {
				return int(n), nil
			}
		}
		return 0, chunk.Err()
	}
}

// row gives the cells of the next row: at least one, of which only the first
// has the repetition level 0. They are valid until the next call.
func (l *leafReader) row() ([]cell, error) {
	l.given = l.given[:0]
	for {
		if l.from == l.to {
			n, err := l.more()
			if err != nil {
				return nil, err
			}
			l.from, l.to = 0, n
			switch {
			case n == 0 && len(l.given) > 0:
				return l.given, nil
			case n == 0:
				return nil, errors.New("found fewer values than the row group has rows")
			}
		}
		if l.maxRep == 0 {
			l.from++
			return l.cells[l.from-1 : l.from], nil
		}
		at := l.from
		for at < l.to && (l.cells[at].rep > 0 || at == l.from && len(l.given) == 0) {
			at++
		}
		l.given = append(l.given, l.cells[l.from:at]...)
		if l.from = at; at < l.to {
			return l.given, nil
		}
	}
}

// appendLeaf writes a value as JSON, in the forms that the package comment
// lists. Of the row's own columns bytes are text, and NaN is nothing.
func (n *parquetNode) appendLeaf(b []byte, v cell) ([]byte, error) {
	switch n.physical {
	case parquet.Types.Boolean:
		return fmt.Append(b, v.bits != 0), nil
	case parquet.Types.Int32, parquet.Types.Int64:
		return n.appendInteger(b, v.bits), nil
	case parquet.Types.Int96:
		return appendText(b, int96Time(v.bytes).Format(time.RFC3339Nano)), nil
	case parquet.Types.Float:
		return n.appendFloat(b, math.Float64frombits(uint64(v.bits)), 32), nil
	case parquet.Types.Double:
		return n.appendFloat(b, math.Float64frombits(uint64(v.bits)), 64), nil
	}
	return n.appendBytes(b, v.bytes), nil
}

func (n *parquetNode) appendFloat(b []byte, f float64, bits int) []byte {
	if n.ours && math.IsNaN(f) {
		return append(b, "null"...)
	}
	return appendFloat(b, f, bits)
}

// appendInteger writes an integer, which may stand for a date or a time.
func (n *parquetNode) appendInteger(b []byte, x int64) []byte {
	if n.duration > 0 {
		return appendPeriod(b, 0, 0, x, n.duration)
	}
	switch as := n.logical.(type) {
	case schema.DateLogicalType:
		return appendDate(b, x)
	case schema.TimeLogicalType:
		return appendClock(b, x, parquetUnit(as.TimeUnit()))
	case schema.TimestampLogicalType:
		return appendTime(b, x, parquetUnit(as.TimeUnit()), as.IsAdjustedToUTC())
	case schema.DecimalLogicalType:
		return appendDecimal(b, big.NewInt(x), int(as.Scale()))
	case schema.IntLogicalType:
		if !as.IsSigned() && n.physical == parquet.Types.Int32 {
			return fmt.Append(b, uint32(x))
		}
		if !as.IsSigned() {
			return fmt.Append(b, uint64(x))
		}
	}
	return fmt.Append(b, x)
}

func parquetUnit(unit schema.TimeUnitType) time.Duration {
	switch unit {
	case schema.TimeUnitMillis:
		return time.Millisecond
	case schema.TimeUnitMicros:
		return time.Microsecond
	}
	return time.Nanosecond
}

// appendBytes writes what is stored as bytes, as its annotation says.
func (n *parquetNode) appendBytes(b []byte, data string) []byte {
	switch as := n.logical.(type) {
	case schema.StringLogicalType, schema.EnumLogicalType, schema.JSONLogicalType:
		return appendText(b, data)
	case schema.DecimalLogicalType:
		return appendDecimal(b, twosComplement(data), int(as.Scale()))
	case schema.Float16LogicalType:
		if len(data) == 2 {
			return n.appendFloat(b, float64(float16.FromLEBytes([]byte(data)).Float32()), 32)
		}
	case schema.IntervalLogicalType:
		if len(data) == 12 {
			part := func(i int) int64 { return int64(binary.LittleEndian.Uint32([]byte(data[4*i:]))) }
			return appendPeriod(b, part(0), part(1), part(2), time.Millisecond)
		}
	case schema.UUIDLogicalType:
		if len(data) == 16 {
			return appendUUID(b, []byte(data))
		}
	}
	if n.ours {
		return appendText(b, data)
	}
	return appendBinary(b, []byte(data))
}

// twosComplement reads a signed integer, most significant byte first.
func twosComplement(data string) *big.Int {
	x := new(big.Int).SetBytes([]byte(data))
	if len(data) > 0 && data[0] >= 1<<7 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return x
}

// int96Time reads the old timestamp of Impala and Spark: nanoseconds of the
// day, and the Julian day, whose number 2,440,588 is 1970-01-01.
func int96Time(data string) time.Time {
	nanos := int64(binary.LittleEndian.Uint64([]byte(data)))
	days := int64(int32(binary.LittleEndian.Uint32([]byte(data[8:]))))
	return time.Unix((days-2440588)*day, nanos).UTC()
}

package shard

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/apache/arrow/go/v17/arrow/float16"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// appendLeaf writes a value as JSON, in the forms that the package comment
// lists. Of the row's own columns bytes are text, and NaN is nothing.
func (n *treeNode) appendLeaf(b []byte, v parquet.Value) []byte {
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.AppendBool(b, v.Boolean())
	case parquet.Int32:
		return n.appendInteger(b, int64(v.Int32()))
	case parquet.Int64:
		return n.appendInteger(b, v.Int64())
	case parquet.Int96:
		return appendText(b, int96Time(v.Int96()).Format(time.RFC3339Nano))
	case parquet.Float:
		return n.appendFloat(b, float64(v.Float()), 32)
	case parquet.Double:
		return n.appendFloat(b, v.Double(), 64)
	}
	return n.appendBytes(b, v.ByteArray())
}

func (n *treeNode) appendFloat(b []byte, f float64, bits int) []byte {
	if n.ours && math.IsNaN(f) {
		return append(b, "null"...)
	}
	return appendFloat(b, f, bits)
}

// appendBytes writes what is stored as bytes, as its annotation says.
func (n *treeNode) appendBytes(b, data []byte) []byte {
	if n.half && len(data) == 2 {
		return n.appendFloat(b, float64(float16.FromLEBytes(data).Float32()), 32)
	}
	if is := n.Type().ConvertedType(); is != nil && *is == deprecated.Interval && len(data) == 12 {
		part := func(i int) int64 { return int64(binary.LittleEndian.Uint32(data[4*i:])) }
		return appendPeriod(b, part(0), part(1), part(2), time.Millisecond)
	}
	switch as := logical(n).(type) {
	case *format.StringType, *format.EnumType, *format.JsonType:
		return appendText(b, string(data))
	case *format.DecimalType:
		return appendDecimal(b, twosComplement(data), int(as.Scale))
	case *format.UUIDType:
		if len(data) == 16 {
			return appendUUID(b, data)
		}
	}
	if n.ours {
		return appendText(b, string(data))
	}
	return appendBinary(b, data)
}

// twosComplement reads a signed integer, most significant byte first.
func twosComplement(data []byte) *big.Int {
	x := new(big.Int).SetBytes(data)
	if len(data) > 0 && data[0] >= 1<<7 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(8*len(data))))
	}
	return x
}

// appendInteger writes an integer, which may stand for a date or a time.
func (n *treeNode) appendInteger(b []byte, x int64) []byte {
	if n.duration > 0 {
		return appendPeriod(b, 0, 0, x, n.duration)
	}
	switch as := logical(n).(type) {
	case *format.DateType:
		return appendDate(b, x)
	case *format.TimeType:
		return appendClock(b, x, duration(as.Unit))
	case *format.TimestampType:
		return appendTime(b, x, duration(as.Unit), as.IsAdjustedToUTC)
	case *format.DecimalType:
		return appendDecimal(b, big.NewInt(x), int(as.Scale))
	case *format.IntType:
		if !as.IsSigned && n.Type().Kind() == parquet.Int32 {
			return strconv.AppendUint(b, uint64(uint32(x)), 10)
		}
		if !as.IsSigned {
			return strconv.AppendUint(b, uint64(x), 10)
		}
	}
	return strconv.AppendInt(b, x, 10)
}

func duration(unit format.TimeUnit) time.Duration {
	if unit.Value == nil {
		return time.Nanosecond
	}
	return unit.Value.Duration()
}

// int96Time reads the old timestamp of Impala and Spark: nanoseconds of the
// day, and the Julian day, whose number 2,440,588 is 1970-01-01.
func int96Time(v deprecated.Int96) time.Time {
	nanos := int64(v[0]) | int64(v[1])<<32
	return time.Unix((int64(v[2])-2440588)*24*60*60, nanos).UTC()
}

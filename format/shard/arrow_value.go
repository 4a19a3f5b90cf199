package shard

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
)

// A meaning is what the type of a column does not say about its values.
type meaning uint8

const (
	foreign    meaning = iota
	ours               // a column of the row: bytes are text, and NaN is absent
	intervals          // of Parquet, in 12 bytes
	int96Times         // the old timestamps of Impala and Spark, in 12 bytes
)

// appendArrowJSON writes a value of any type as JSON.
func appendArrowJSON(b []byte, a arrow.Array, i int, as meaning) ([]byte, error) {
	if a.IsNull(i) {
		return append(b, "null"...), nil
	}
	switch a := a.(type) {
	case *array.Null: // all are, and it has no bitmap that says so
		return append(b, "null"...), nil
	case *array.Dictionary:
		return appendArrowJSON(b, a.Dictionary(), a.GetValueIndex(i), as)
	case *extensions.UUIDArray:
		return append(append(append(b, '"'), a.ValueStr(i)...), '"'), nil
	case array.ExtensionArray:
		return appendArrowJSON(b, a.Storage(), i, as)
	case *array.Struct:
		return appendArrowStruct(b, a, i, as)
	case *array.Map:
		return appendArrowMap(b, a, i, as)
	case array.ListLike:
		start, end := a.ValueOffsets(i)
		return appendArrowList(b, start, end, func(b []byte, k int) ([]byte, error) {
			return appendArrowJSON(b, a.ListValues(), k, as)
		})
	case *array.Boolean:
		return strconv.AppendBool(b, a.Value(i)), nil
	}
	for _, of := range []func([]byte, arrow.Array, int, meaning) ([]byte, bool){appendArrowText, appendArrowNumber, appendArrowTime} {
		if b, ok := of(b, a, i, as); ok {
			return b, nil
		}
	}
	return nil, fmt.Errorf("found a value of the type %v, expected one that has a form in JSON", a.DataType())
}

func appendArrowList(b []byte, start, end int64, one func(b []byte, k int) ([]byte, error)) ([]byte, error) {
	b = append(b, '[')
	for k := start; k < end; k++ {
		if k > start {
			b = append(b, ',')
		}
		var err error
		if b, err = one(b, int(k)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendArrowStruct(b []byte, a *array.Struct, i int, as meaning) ([]byte, error) {
	b = append(b, '{')
	for f, field := range a.DataType().(*arrow.StructType).Fields() {
		if f > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendArrowJSON(append(appendText(b, field.Name), ':'), a.Field(f), i, as); err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	return append(b, '}'), nil
}

// appendArrowMap writes a map as a list of its pairs, as it is in Parquet: its
// keys need not be strings.
func appendArrowMap(b []byte, a *array.Map, i int, as meaning) ([]byte, error) {
	start, end := a.ValueOffsets(i)
	return appendArrowList(b, start, end, func(b []byte, k int) ([]byte, error) {
		b, err := appendArrowJSON(append(b, `{"key":`...), a.Keys(), k, as)
		if err != nil {
			return nil, err
		}
		b, err = appendArrowJSON(append(b, `,"value":`...), a.Items(), k, as)
		return append(b, '}'), err
	})
}

func appendArrowText(b []byte, a arrow.Array, i int, as meaning) ([]byte, bool) {
	var data []byte
	switch a := a.(type) {
	case *array.String:
		return appendText(b, a.Value(i)), true
	case *array.LargeString:
		return appendText(b, a.Value(i)), true
	case *array.StringView:
		return appendText(b, a.Value(i)), true
	case *array.Binary:
		data = a.Value(i)
	case *array.LargeBinary:
		data = a.Value(i)
	case *array.BinaryView:
		data = a.Value(i)
	case *array.FixedSizeBinary:
		data = a.Value(i)
	default:
		return b, false
	}
	switch {
	case as == ours:
		return appendText(b, string(data)), true
	case as == intervals && len(data) == 12:
		part := func(i int) int64 { return int64(binary.LittleEndian.Uint32(data[4*i:])) }
		return appendPeriod(b, part(0), part(1), part(2), time.Millisecond), true
	case as == int96Times && len(data) == 12:
		// Nanoseconds of the day, and the Julian day, whose number 2,440,588 is
		// 1970-01-01.
		nanos := int64(binary.LittleEndian.Uint64(data))
		days := int64(int32(binary.LittleEndian.Uint32(data[8:])))
		return appendText(b, time.Unix((days-2440588)*day, nanos).UTC().Format(time.RFC3339Nano)), true
	}
	return appendBinary(b, data), true
}

func appendArrowNumber(b []byte, a arrow.Array, i int, as meaning) ([]byte, bool) {
	float := func(f float64, bits int) ([]byte, bool) {
		if as == ours && f != f {
			return append(b, "null"...), true
		}
		return appendFloat(b, f, bits), true
	}
	switch a := a.(type) {
	case *array.Int8:
		return strconv.AppendInt(b, int64(a.Value(i)), 10), true
	case *array.Int16:
		return strconv.AppendInt(b, int64(a.Value(i)), 10), true
	case *array.Int32:
		return strconv.AppendInt(b, int64(a.Value(i)), 10), true
	case *array.Int64:
		return strconv.AppendInt(b, a.Value(i), 10), true
	case *array.Uint8:
		return strconv.AppendUint(b, uint64(a.Value(i)), 10), true
	case *array.Uint16:
		return strconv.AppendUint(b, uint64(a.Value(i)), 10), true
	case *array.Uint32:
		return strconv.AppendUint(b, uint64(a.Value(i)), 10), true
	case *array.Uint64:
		return strconv.AppendUint(b, a.Value(i), 10), true
	case *array.Float16:
		return float(float64(a.Value(i).Float32()), 32)
	case *array.Float32:
		return float(float64(a.Value(i)), 32)
	case *array.Float64:
		return float(a.Value(i), 64)
	case *array.Decimal128:
		return appendDecimal(b, a.Value(i).BigInt(), int(a.DataType().(arrow.DecimalType).GetScale())), true
	case *array.Decimal256:
		return appendDecimal(b, a.Value(i).BigInt(), int(a.DataType().(arrow.DecimalType).GetScale())), true
	}
	return b, false
}

func appendArrowTime(b []byte, a arrow.Array, i int, _ meaning) ([]byte, bool) {
	switch a := a.(type) {
	case *array.Date32:
		return appendDate(b, int64(a.Value(i))), true
	case *array.Date64:
		return appendDate(b, int64(a.Value(i))/1000/day), true
	case *array.Time32:
		return appendClock(b, int64(a.Value(i)), timeUnit(a.DataType())), true
	case *array.Time64:
		return appendClock(b, int64(a.Value(i)), timeUnit(a.DataType())), true
	case *array.Timestamp:
		zone := a.DataType().(*arrow.TimestampType).TimeZone
		return appendTime(b, int64(a.Value(i)), timeUnit(a.DataType()), zone != ""), true
	case *array.Duration:
		return appendPeriod(b, 0, 0, int64(a.Value(i)), timeUnit(a.DataType())), true
	case *array.MonthInterval:
		return appendPeriod(b, int64(a.Value(i)), 0, 0, time.Second), true
	case *array.DayTimeInterval:
		v := a.Value(i)
		return appendPeriod(b, 0, int64(v.Days), int64(v.Milliseconds), time.Millisecond), true
	case *array.MonthDayNanoInterval:
		v := a.Value(i)
		return appendPeriod(b, int64(v.Months), int64(v.Days), v.Nanoseconds, time.Nanosecond), true
	}
	return b, false
}

// timeUnit is the unit of a type of times.
func timeUnit(t arrow.DataType) time.Duration {
	return t.(arrow.TemporalWithUnit).TimeUnit().Multiplier()
}

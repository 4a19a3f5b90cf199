package shard

import (
	"fmt"
	"strconv"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
)

// appendArrowJSON writes a value of any type as JSON. Of the row's own columns
// (ours) bytes are text, and NaN is nothing.
func appendArrowJSON(b []byte, a arrow.Array, i int, ours bool) ([]byte, error) {
	if a.IsNull(i) {
		return append(b, "null"...), nil
	}
	switch a := a.(type) {
	case *array.Null: // all are, and it has no bitmap that says so
		return append(b, "null"...), nil
	case *array.Dictionary:
		return appendArrowJSON(b, a.Dictionary(), a.GetValueIndex(i), ours)
	case array.ExtensionArray:
		return appendArrowJSON(b, a.Storage(), i, ours)
	case *array.Struct:
		return appendArrowStruct(b, a, i, ours)
	case *array.Map:
		return appendArrowMap(b, a, i, ours)
	case array.ListLike:
		start, end := a.ValueOffsets(i)
		return appendArrowList(b, start, end, func(b []byte, k int) ([]byte, error) {
			return appendArrowJSON(b, a.ListValues(), k, ours)
		})
	case *array.Boolean:
		return strconv.AppendBool(b, a.Value(i)), nil
	}
	for _, of := range []func([]byte, arrow.Array, int, bool) ([]byte, bool){appendArrowText, appendArrowNumber, appendArrowTime} {
		if b, ok := of(b, a, i, ours); ok {
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

func appendArrowStruct(b []byte, a *array.Struct, i int, ours bool) ([]byte, error) {
	b = append(b, '{')
	for f, field := range a.DataType().(*arrow.StructType).Fields() {
		if f > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = appendArrowJSON(append(appendText(b, field.Name), ':'), a.Field(f), i, ours); err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	return append(b, '}'), nil
}

// appendArrowMap writes a map as a list of its pairs, as it is in Parquet: its
// keys need not be strings.
func appendArrowMap(b []byte, a *array.Map, i int, ours bool) ([]byte, error) {
	start, end := a.ValueOffsets(i)
	return appendArrowList(b, start, end, func(b []byte, k int) ([]byte, error) {
		b, err := appendArrowJSON(append(b, `{"key":`...), a.Keys(), k, ours)
		if err != nil {
			return nil, err
		}
		b, err = appendArrowJSON(append(b, `,"value":`...), a.Items(), k, ours)
		return append(b, '}'), err
	})
}

func appendArrowText(b []byte, a arrow.Array, i int, ours bool) ([]byte, bool) {
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
	if ours {
		return appendText(b, string(data)), true
	}
	return appendBinary(b, data), true
}

func appendArrowNumber(b []byte, a arrow.Array, i int, ours bool) ([]byte, bool) {
	float := func(f float64, bits int) ([]byte, bool) {
		if ours && f != f {
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

func appendArrowTime(b []byte, a arrow.Array, i int, _ bool) ([]byte, bool) {
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

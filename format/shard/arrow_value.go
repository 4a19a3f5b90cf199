package shard

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/extensions"
	"github.com/go-json-experiment/json/jsontext"
)

// appendArrowJSON writes a value of any type as JSON, in the forms that
// docs/reference/columns.md lists. Texts keep bytes that are not UTF-8. In a column of the
// row (ours), bytes are text, and NaN is absent.
func appendArrowJSON(b []byte, a arrow.Array, i int, ours bool) ([]byte, error) {
	if a.IsNull(i) {
		return append(b, "null"...), nil
	}
	switch a := a.(type) {
	case *array.Null: // every value is null, and there is no bitmap that marks nulls
		return append(b, "null"...), nil
	case *array.Dictionary:
		return appendArrowJSON(b, a.Dictionary(), a.GetValueIndex(i), ours)
	case *extensions.UUIDArray:
		return appendText(b, a.ValueStr(i)), nil
	case array.ExtensionArray:
		return appendArrowJSON(b, a.Storage(), i, ours)
	case *array.Struct:
		return appendArrowStruct(b, a, i, ours)
	case array.ListLike: // also a map, which is a list of its pairs
		return appendArrowList(b, a, i, ours)
	case *array.Boolean:
		return strconv.AppendBool(b, a.Value(i)), nil
	case interface{ Value(int) string }:
		return appendRawText(b, a.Value(i)), nil
	case interface{ Value(int) []byte }:
		if ours {
			return appendRawText(b, string(a.Value(i))), nil
		}
		return append(base64.StdEncoding.AppendEncode(append(b, '"'), a.Value(i)), '"'), nil
	case *array.Int8, *array.Int16, *array.Int32, *array.Int64, *array.Uint8, *array.Uint16, *array.Uint32, *array.Uint64:
		return append(b, a.ValueStr(i)...), nil
	case *array.Float16:
		return appendFloat(b, float64(a.Value(i).Float32()), 32, ours), nil
	case *array.Float32:
		return appendFloat(b, float64(a.Value(i)), 32, ours), nil
	case *array.Float64:
		return appendFloat(b, a.Value(i), 64, ours), nil
	case *array.Decimal128:
		return append(b, a.Value(i).ToString(a.DataType().(arrow.DecimalType).GetScale())...), nil
	case *array.Decimal256:
		return append(b, a.Value(i).ToString(a.DataType().(arrow.DecimalType).GetScale())...), nil
	}
	if b, ok := appendArrowTime(b, a, i); ok {
		return b, nil
	}
	return nil, fmt.Errorf("found a value of the type %v, expected one that has a form in JSON", a.DataType())
}

// listRange returns the range of a list's values. The library does not check it, and a
// damaged file may state any range.
func listRange(a array.ListLike, i int) (start, end int64, err error) {
	start, end = a.ValueOffsets(i)
	if n := int64(a.ListValues().Len()); start < 0 || end < start || end > n {
		return 0, 0, fmt.Errorf("found a list from value %d to %d, expected a range of the %d values", start, end, n)
	}
	return start, end, nil
}

func appendArrowList(b []byte, a array.ListLike, i int, ours bool) (_ []byte, err error) {
	start, end, err := listRange(a, i)
	if err != nil {
		return nil, err
	}
	b = append(b, '[')
	for k := start; k < end; k++ {
		if k > start {
			b = append(b, ',')
		}
		if b, err = appendArrowJSON(b, a.ListValues(), int(k), ours); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func appendArrowStruct(b []byte, a *array.Struct, i int, ours bool) (_ []byte, err error) {
	b = append(b, '{')
	for f, field := range a.DataType().(*arrow.StructType).Fields() {
		if f > 0 {
			b = append(b, ',')
		}
		if b, err = appendArrowJSON(append(appendText(b, field.Name), ':'), a.Field(f), i, ours); err != nil {
			return nil, fmt.Errorf("%s: %w", field.Name, err)
		}
	}
	return append(b, '}'), nil
}

func appendArrowTime(b []byte, a arrow.Array, i int) ([]byte, bool) {
	unit := time.Nanosecond
	if t, ok := a.DataType().(arrow.TemporalWithUnit); ok {
		unit = t.TimeUnit().Multiplier()
	}
	switch a := a.(type) {
	case *array.Date32, *array.Date64:
		return appendText(b, a.ValueStr(i)), true
	case *array.Time32:
		return appendText(b, since1970(int64(a.Value(i)), unit).Format(clock)), true
	case *array.Time64:
		return appendText(b, since1970(int64(a.Value(i)), unit).Format(clock)), true
	case *array.Timestamp:
		layout := "2006-01-02T" + clock
		if a.DataType().(*arrow.TimestampType).TimeZone != "" {
			layout += "Z07:00" // in UTC; local times have no zone
		}
		return appendText(b, since1970(int64(a.Value(i)), unit).Format(layout)), true
	case *array.Duration: // in the unit of its type, as in Parquet
		return strconv.AppendInt(b, int64(a.Value(i)), 10), true
	}
	return b, false
}

const clock = "15:04:05.999999999"

func since1970(n int64, unit time.Duration) time.Time {
	perSecond := int64(time.Second / unit)
	return time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC()
}

func appendText(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

// appendRawText quotes s as appendText does, but keeps bytes that are not UTF-8.
func appendRawText(b []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendText(b, s)
	}
	b = append(b, '"')
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 {
			b = append(b, s[0])
		} else {
			quoted := appendText(nil, s[:n])
			b = append(b, quoted[1:len(quoted)-1]...)
		}
		s = s[n:]
	}
	return append(b, '"')
}

// appendFloat keeps the decimal point of a float, as Python does: 1.0.
func appendFloat(b []byte, f float64, bits int, ours bool) []byte {
	switch {
	case math.IsNaN(f) && ours:
		return append(b, "null"...)
	case math.IsNaN(f):
		return append(b, `"NaN"`...)
	case math.IsInf(f, 1):
		return append(b, `"Infinity"`...)
	case math.IsInf(f, -1):
		return append(b, `"-Infinity"`...)
	}
	mark := len(b)
	b = strconv.AppendFloat(b, f, 'g', -1, bits)
	if !bytes.ContainsAny(b[mark:], ".e") {
		b = append(b, ".0"...)
	}
	return b
}

// isNotFinite reports whether s is the name of a float that is infinite or not a
// number.
func isNotFinite(s string) bool { return s == "NaN" || s == "Infinity" || s == "-Infinity" }

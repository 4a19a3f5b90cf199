package shard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// extraColumn is the column that holds, as one JSON object, the unknown fields
// without columns. An unknown field of this name is always in it. In a table of
// another program, a column of this name is read in the same way if it holds JSON
// objects.
const extraColumn = "extra"

// maxExtraColumns bounds the columns that data can ask for.
const maxExtraColumns = 200

// extraColumns are the columns of unknown fields in one file. An unknown field gets its
// own column if its values in the first batch are strings, truth values or numbers. So
// a column that a user added in pandas is still a column after a stage. A column alone
// does not keep every value: 1e3 and 1000.0 are the same number, a later row may hold a
// string after numbers, and null differs from absent. A value that the column would
// return as other JSON also goes into the column extra, which takes precedence when the
// row is read.
type extraColumns struct {
	columns []arrow.Field
	index   map[string]int
}

// settleExtras chooses the columns, in the order in which the fields first occur.
func settleExtras(rows []*record.Row) *extraColumns {
	x := &extraColumns{index: map[string]int{}}
	refused := map[string]bool{extraColumn: true}
	for _, row := range rows {
		for name, raw := range row.ExtraFields() {
			value := record.Scalar(raw)
			of := scalarType(value)
			if !inRange(raw) {
				of = nil
			}
			i, known := x.index[name]
			if raw.Kind() == 'n' || refused[name] || known && inColumn(x.columns[i].Type, value) != nil {
				continue
			}
			if s, ok := value.(string); ok && isNotFinite(s) {
				of = arrow.PrimitiveTypes.Float64
			}
			switch {
			case of == nil || !known && (!x.fits(name) || len(x.columns) == maxExtraColumns):
				refused[name] = true
			case !known:
				x.index[name] = len(x.columns)
				x.columns = append(x.columns, arrow.Field{Name: name, Type: of, Nullable: true})
			case of == arrow.PrimitiveTypes.Float64 && x.columns[i].Type == arrow.PrimitiveTypes.Int64:
				x.columns[i].Type = of
			default:
				refused[name] = true
			}
		}
	}
	x.columns = slices.DeleteFunc(x.columns, func(c arrow.Field) bool { return refused[c.Name] })
	clear(x.index)
	for i, c := range x.columns {
		x.index[c.Name] = i
	}
	return x
}

// extrasOf returns the columns of an input table that a row does not know, if their
// values are strings, truth values or numbers.
func extrasOf(table []tableColumn) *extraColumns {
	x := &extraColumns{index: map[string]int{}}
	for _, c := range table {
		if of := scalarColumn(c.of); of != nil && x.fits(c.name) && len(x.columns) < maxExtraColumns {
			x.index[c.name] = len(x.columns)
			x.columns = append(x.columns, arrow.Field{Name: c.name, Type: of, Nullable: true})
		}
	}
	return x
}

// scalarColumn returns the type of the column of an unknown field that a table's column
// becomes; nil if it becomes none.
func scalarColumn(of arrow.DataType) arrow.DataType {
	switch id := of.ID(); {
	case id == arrow.DICTIONARY:
		return scalarColumn(of.(*arrow.DictionaryType).ValueType)
	case id == arrow.STRING, id == arrow.LARGE_STRING, id == arrow.STRING_VIEW:
		return arrow.BinaryTypes.String
	case id == arrow.BOOL:
		return arrow.FixedWidthTypes.Boolean
	case arrow.IsInteger(id):
		return arrow.PrimitiveTypes.Int64
	case arrow.IsFloating(id):
		return arrow.PrimitiveTypes.Float64
	}
	return nil
}

// fits reports whether a field's name can be the name of a column. Readers that ignore
// case, such as DuckDB, must not confuse it with another column.
func (x *extraColumns) fits(name string) bool {
	if name == "" || len(name) > 128 || strings.ContainsFunc(name, unicode.IsControl) {
		return false
	}
	lower := strings.ToLower(name)
	if lower == extraColumn || record.IsColumn(lower) {
		return false
	}
	return !slices.ContainsFunc(x.columns, func(c arrow.Field) bool { return strings.ToLower(c.Name) == lower })
}

// scalarType returns the type of a column that holds the value; nil if there is none.
func scalarType(value any) arrow.DataType {
	switch value.(type) {
	case string:
		return arrow.BinaryTypes.String
	case bool:
		return arrow.FixedWidthTypes.Boolean
	case int64:
		return arrow.PrimitiveTypes.Int64
	case float64:
		return arrow.PrimitiveTypes.Float64
	}
	return nil
}

// inRange reports whether a column can hold a value: not an integer that a float or an
// integer of 64 bits would change, or text that is not Unicode.
func inRange(raw jsontext.Value) bool {
	if raw.Kind() != '0' {
		return raw.IsValid()
	}
	if strings.ContainsAny(string(raw), ".eE") {
		return true
	}
	_, err := strconv.ParseInt(string(raw), 10, 64)
	return err == nil
}

// inColumn converts a scalar to the type of a column; nil if it cannot.
func inColumn(of arrow.DataType, v any) any {
	switch s, isText := v.(string); {
	case scalarType(v) == of:
		return v
	case of == arrow.PrimitiveTypes.Float64 && scalarType(v) == arrow.PrimitiveTypes.Int64:
		if f := float64(v.(int64)); f < 1<<63 && int64(f) == v {
			return f
		}
		return nil
	case of == arrow.PrimitiveTypes.Float64 && isText && isNotFinite(s):
		f, _ := strconv.ParseFloat(s, 64)
		return f
	}
	return nil
}

// split divides a row's unknown fields into the values of the columns (nil, string,
// int64, float64, bool). The last value is the JSON of the column extra.
func (x *extraColumns) split(row *record.Row) (values []any) {
	values = make([]any, len(x.columns)+1)
	var left []byte
	for name, value := range row.ExtraFields() {
		if i, ok := x.index[name]; ok {
			v := inColumn(x.columns[i].Type, record.Scalar(value))
			if v != nil && string(appendScalar(nil, v)) == string(value) {
				values[i] = v
				continue
			}
			if inRange(value) {
				values[i] = v
			}
		}
		left = appendMember(left, name, value)
	}
	if left != nil {
		values[len(x.columns)] = string(endObject(left))
	}
	return values
}

// appendMember appends a comma and a member of an object. endObject replaces the first
// comma with the opening brace.
func appendMember(b []byte, name string, value []byte) []byte {
	return append(append(appendText(append(b, ','), name), ':'), value...)
}

func endObject(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	b[0] = '{'
	return append(b, '}')
}

// appendScalar writes a column's value as JSON.
func appendScalar(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return appendText(b, v)
	case float64:
		return appendFloat(b, v, 64, false)
	}
	return fmt.Append(b, v)
}

package shard

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// extraColumn is the column that holds, as one JSON object, the unknown fields
// without columns. An unknown field of this name is always inside. In a table of
// another program, a column of this name is taken for ours if it holds JSON
// objects.
const extraColumn = "extra"

// maxExtraColumns bounds the columns that data can ask for.
const maxExtraColumns = 200

// scalarKind is the type of an unknown field's column.
type scalarKind uint8

const (
	kindString scalarKind = iota
	kindBool
	kindInt
	kindFloat
)

// extraColumns are the columns of unknown fields in one file. An unknown field
// whose values in the first batch are strings, truth values or numbers gets a
// column of that type, so that a column that a user added in pandas is a column
// again after a stage. A column alone does not keep every value: 1e3 and 1000.0
// are the same number, a later row may hold a string after numbers, and null is
// not absent. A value that the column would return as other JSON also goes into
// the column extra, which takes precedence when the row is read.
type extraColumns struct {
	columns []scalarColumn
	index   map[string]int
	values  []any // of the row that split was last called with
}

type scalarColumn struct {
	name string
	kind scalarKind
}

// settleExtras chooses the columns, in the order in which the fields first occur.
func settleExtras(rows []*record.Row) *extraColumns {
	x := &extraColumns{index: map[string]int{}}
	refused := map[string]bool{extraColumn: true}
	for _, row := range rows {
		for name, value := range row.ExtraFields() {
			kind, ok := scalarOf(value)
			i, known := x.index[name]
			if value.Kind() == 'n' || refused[name] || known && x.columns[i].kind.holds(value) {
				continue
			}
			if kindFloat.holds(value) { // of strings, those that are floats
				kind = kindFloat
			}
			switch {
			case !ok || !known && (!x.fits(name) || len(x.columns) == maxExtraColumns):
				refused[name] = true
			case !known:
				x.index[name] = len(x.columns)
				x.columns = append(x.columns, scalarColumn{name, kind})
			case min(x.columns[i].kind, kind) >= kindInt:
				x.columns[i].kind = kindFloat
			default:
				refused[name] = true
			}
		}
	}
	x.columns = slices.DeleteFunc(x.columns, func(c scalarColumn) bool { return refused[c.name] })
	clear(x.index)
	for i, c := range x.columns {
		x.index[c.name] = i
	}
	x.values = make([]any, len(x.columns)+1)
	return x
}

// fits reports whether a field's name can be a column's: readers that ignore case,
// such as DuckDB, must not take it for another column.
func (x *extraColumns) fits(name string) bool {
	if name == "" || len(name) > 128 || strings.ContainsFunc(name, unicode.IsControl) {
		return false
	}
	lower := strings.ToLower(name)
	if lower == extraColumn || record.IsColumn(lower) {
		return false
	}
	return !slices.ContainsFunc(x.columns, func(c scalarColumn) bool { return strings.ToLower(c.name) == lower })
}

// scalarOf returns the kind of a scalar value.
func scalarOf(value jsontext.Value) (scalarKind, bool) {
	switch value.Kind() {
	case '"':
		return kindString, true
	case 't', 'f':
		return kindBool, true
	case '0':
		if _, err := strconv.ParseInt(string(value), 10, 64); err == nil {
			return kindInt, true
		}
		return kindFloat, true
	}
	return 0, false
}

// holds reports whether a column of the kind keeps a scalar as it is.
func (k scalarKind) holds(value jsontext.Value) bool {
	kind, ok := scalarOf(value)
	if ok && k == kindFloat && kind == kindString {
		_, ok = notFinite(string(value[1 : len(value)-1]))
		return ok
	}
	return ok && kind == k
}

// split divides a row's unknown fields into the values of the columns (nil,
// string, int64, float64, bool), the last of which is the JSON of the column extra.
// The values are valid until the next call.
func (x *extraColumns) split(row *record.Row) (values []any) {
	clear(x.values)
	var left []byte
	for name, value := range row.ExtraFields() {
		if i, ok := x.index[name]; ok {
			var exact bool
			if x.values[i], exact = x.columns[i].kind.value(value); exact {
				continue
			}
		}
		left = appendMember(left, name, value)
	}
	if left != nil {
		x.values[len(x.columns)] = string(endObject(left))
	}
	return x.values
}

// appendMember appends a member of an object, after a comma that endObject
// makes the object's beginning.
func appendMember(b []byte, name string, value []byte) []byte {
	b, _ = jsontext.AppendQuote(append(b, ','), name)
	return append(append(b, ':'), value...)
}

func endObject(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	b[0] = '{'
	return append(b, '}')
}

// value reads a JSON value for a column, nil where it cannot be one, and says
// whether the column alone gives the same JSON back.
func (k scalarKind) value(raw jsontext.Value) (any, bool) {
	kind, ok := scalarOf(raw)
	if ok && k == kindFloat && kind == kindString {
		if f, named := notFinite(string(raw[1 : len(raw)-1])); named {
			return f, true
		}
	}
	if !ok || kind != k && (k != kindFloat || kind != kindInt) {
		return nil, false
	}
	var v any
	switch k {
	case kindString:
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			return nil, false
		}
		v = string(text)
	case kindBool:
		v = raw.Kind() == 't'
	case kindInt:
		n, err := strconv.ParseInt(string(raw), 10, 64)
		if err != nil {
			return nil, false
		}
		v = n
	case kindFloat:
		f, err := strconv.ParseFloat(string(raw), 64)
		if err != nil {
			return nil, false
		}
		v = f
	}
	return v, string(appendScalar(nil, v)) == string(raw)
}

// appendScalar writes a column's value as JSON. A float keeps its point, as in
// Python: 1.0.
func appendScalar(b []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		b, _ = jsontext.AppendQuote(b, v)
	case bool:
		b = strconv.AppendBool(b, v)
	case int64:
		b = strconv.AppendInt(b, v, 10)
	case float64:
		b = appendFloat(b, v, 64)
	}
	return b
}

package shard

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/truthloop/truthloop/format/record"
)

// Tables that others wrote (pandas, DuckDB, polars) have the row's columns in
// types of their own: id as an integer, depth as a float since some are
// missing, a struct as JSON text. They are read by way of JSON, column by
// column, and what can be converted without loss is.

// setLossless sets a field from JSON of another type where nothing is lost: an
// integral number for an integer, digits for a string, JSON text for a struct.
func setLossless(row *record.Row, name string, value jsontext.Value) error {
	err := row.SetJSON(name, value)
	if err == nil {
		return nil
	}
	text := string(value)
	if value.Kind() == '"' {
		unquoted, uerr := jsontext.AppendUnquote(nil, value)
		if uerr != nil {
			return err
		}
		text = string(unquoted)
	}
	if k := value.Kind(); k == '{' || k == '[' || row.SetString(name, text) != nil {
		return err
	}
	return nil
}

// setForeign sets the fields of a row from an object whose members are a
// table's columns. A null is an absent field.
func setForeign(row *record.Row, object []byte) error {
	whole := record.Row{Extra: object}
	var unknown []byte
	for name, value := range whole.ExtraFields() {
		switch {
		case value.Kind() == 'n':
		case !record.IsColumn(name):
			unknown = appendMember(unknown, name, value)
		default:
			if err := setLossless(row, name, value); err != nil {
				return err
			}
		}
	}
	row.Extra = endObject(unknown)
	unpackExtra(row)
	return nil
}

// foreignRows reads rows of any schema.
func foreignRows(schema *parquet.Schema) convert {
	root, _ := nodeOf("", schema, 0, 0, 0)
	columns := make([][]parquet.Value, root.end)
	return func(pos Position, values parquet.Row) (*Record, error) {
		clear(columns)
		values.Range(func(i int, v []parquet.Value) bool {
			if i < len(columns) {
				columns[i] = v
			}
			return true
		})
		object, err := root.appendGroup(nil, columns)
		if err != nil {
			return nil, err
		}
		row := new(record.Row)
		if err := setForeign(row, object); err != nil {
			row = record.Malformed(object, fmt.Errorf("%v: %w", pos, err))
		}
		return &Record{Pos: pos, row: row}, nil
	}
}

// unpackExtra puts the members of the column extra in its place. They win over
// columns of the same name; see extraColumns. It does so in every table where
// the column holds JSON objects, since pandas and DuckDB drop the metadata that
// would say that the table was once ours.
func unpackExtra(row *record.Row) {
	v, ok := row.Get(extraColumn)
	text, isText := v.(string)
	object := jsontext.Value(text)
	if !ok || !isText || !object.IsValid(jsontext.AllowInvalidUTF8(true)) || object.Kind() != '{' {
		return
	}
	held := record.Row{Extra: jsontext.Value(text)}
	wins := map[string]bool{extraColumn: true}
	for name := range held.ExtraFields() {
		if record.IsColumn(name) {
			return // ours never holds one: the column is the user's own
		}
		wins[name] = true
	}
	var b []byte
	for name, value := range row.ExtraFields() {
		if !wins[name] {
			b = appendMember(b, name, value)
		}
	}
	for name, value := range held.ExtraFields() {
		b = appendMember(b, name, value)
	}
	row.Extra = endObject(b)
}

// A treeNode is a node of a Parquet schema with its place in Dremel's record
// shredding (Melnik et al., VLDB 2010): its leaf columns, and the definition
// and repetition level at which it is there.
type treeNode struct {
	parquet.Node
	name       string
	begin, end int // leaf columns
	def, rep   int
	children   []*treeNode
	list       bool // annotated LIST or MAP: stands for its only, repeated child
	element    bool // the repeated child of a list, stands for its only child
}

func nodeOf(name string, node parquet.Node, column, def, rep int) (*treeNode, int) {
	if node.Optional() || node.Repeated() {
		def++
	}
	if node.Repeated() {
		rep++
	}
	n := &treeNode{Node: node, name: name, begin: column, def: def, rep: rep}
	if node.Leaf() {
		n.end = column + 1
		return n, n.end
	}
	for _, f := range node.Fields() {
		var child *treeNode
		child, column = nodeOf(f.Name(), f, column, def, rep)
		n.children = append(n.children, child)
	}
	n.end = column
	if len(n.children) == 1 && n.children[0].Repeated() && isList(node) {
		n.list = true
		child := n.children[0]
		child.element = len(child.children) == 1 && child.name != "array" && child.name != name+"_tuple"
	}
	return n, column
}

func isList(n parquet.Node) bool {
	switch logical(n).(type) {
	case *format.ListType, *format.MapType:
		return true
	}
	return false
}

// logical is the node's annotation, nil where it has none.
func logical(n parquet.Node) format.LogicalTypeValue {
	if n.Type() == nil || n.Type().LogicalType() == nil {
		return nil
	}
	return n.Type().LogicalType().Value
}

// appendGroup writes the group's members that are there.
func (n *treeNode) appendGroup(b []byte, columns [][]parquet.Value) ([]byte, error) {
	b = append(b, '{')
	for i, child := range n.children {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, child.name)
		var err error
		if b, err = child.append(append(b, ':'), columns); err != nil {
			return nil, fmt.Errorf("%s: %w", child.name, err)
		}
	}
	return append(b, '}'), nil
}

// append writes what the node holds in the columns, which are cut to the
// instance of the node around it.
func (n *treeNode) append(b []byte, columns [][]parquet.Value) ([]byte, error) {
	if n.begin == n.end {
		return append(b, "{}"...), nil
	}
	first := columns[n.begin]
	if len(first) == 0 {
		return nil, errors.New("found no value, expected one or a null")
	}
	there := first[0].DefinitionLevel() >= n.def
	switch {
	case n.Repeated():
		return n.appendRepeated(b, columns, there)
	case !there:
		return append(b, "null"...), nil
	}
	return n.appendOne(b, columns)
}

// appendRepeated writes the instances of a repeated node as a list.
func (n *treeNode) appendRepeated(b []byte, columns [][]parquet.Value, there bool) ([]byte, error) {
	b = append(b, '[')
	if !there {
		return append(b, ']'), nil
	}
	rest := make([][]parquet.Value, len(columns))
	copy(rest, columns)
	one := make([][]parquet.Value, len(columns))
	for i := 0; len(rest[n.begin]) > 0; i++ {
		for c := n.begin; c < n.end; c++ {
			one[c], rest[c] = cutInstance(rest[c], n.rep)
		}
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = n.appendOne(b, one); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// cutInstance cuts the values of the first instance at repetition level rep.
func cutInstance(values []parquet.Value, rep int) (one, rest []parquet.Value) {
	for i := 1; i < len(values); i++ {
		if values[i].RepetitionLevel() <= rep {
			return values[:i], values[i:]
		}
	}
	return values, nil
}

// appendOne writes one instance of a node that is there.
func (n *treeNode) appendOne(b []byte, columns [][]parquet.Value) ([]byte, error) {
	switch {
	case n.Leaf():
		if len(columns[n.begin]) != 1 {
			return nil, fmt.Errorf("found %d values, expected one", len(columns[n.begin]))
		}
		return appendLeaf(b, n.Node, columns[n.begin][0]), nil
	case n.element, n.list:
		return n.children[0].append(b, columns)
	}
	return n.appendGroup(b, columns)
}

// appendLeaf writes a value as JSON: what is no number, such as a date, in its
// usual text; NaN and the infinities as null.
func appendLeaf(b []byte, node parquet.Node, v parquet.Value) []byte {
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.AppendBool(b, v.Boolean())
	case parquet.Int32, parquet.Int64:
		return appendInteger(b, logical(node), v)
	case parquet.Int96:
		return appendText(b, int96Time(v.Int96()).Format(time.RFC3339Nano))
	case parquet.Float:
		return appendFloat(b, float64(v.Float()), 32)
	case parquet.Double:
		return appendFloat(b, v.Double(), 64)
	}
	data := v.ByteArray()
	if !utf8.Valid(data) {
		return appendText(b, fmt.Sprintf("%x", data))
	}
	return appendText(b, string(data))
}

func appendText(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, s)
	return b
}

// appendFloat keeps the point of a float, as appendScalar does.
func appendFloat(b []byte, f float64, bits int) []byte {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(b, "null"...)
	}
	mark := len(b)
	b = strconv.AppendFloat(b, f, 'g', -1, bits)
	if !bytes.ContainsAny(b[mark:], ".e") {
		b = append(b, ".0"...)
	}
	return b
}

// appendInteger writes an integer, which may stand for a date or a time.
func appendInteger(b []byte, as format.LogicalTypeValue, v parquet.Value) []byte {
	n := v.Int64()
	if v.Kind() == parquet.Int32 {
		n = int64(v.Int32())
	}
	switch as := as.(type) {
	case *format.DateType:
		return appendText(b, time.Unix(n*24*60*60, 0).UTC().Format(time.DateOnly))
	case *format.TimestampType:
		unit := time.Nanosecond
		if as.Unit.Value != nil {
			unit = as.Unit.Value.Duration()
		}
		perSecond := int64(time.Second / unit)
		at := time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC()
		return appendText(b, at.Format(time.RFC3339Nano))
	case *format.DecimalType:
		return append(strconv.AppendInt(b, n, 10), fmt.Sprintf("e%d", -as.Scale)...)
	case *format.IntType:
		if !as.IsSigned && v.Kind() == parquet.Int32 {
			return strconv.AppendUint(b, uint64(uint32(n)), 10)
		}
		if !as.IsSigned {
			return strconv.AppendUint(b, uint64(n), 10)
		}
	}
	return strconv.AppendInt(b, n, 10)
}

// int96Time reads the old timestamp of Impala and Spark: nanoseconds of the
// day, and the Julian day, whose number 2,440,588 is 1970-01-01.
func int96Time(v deprecated.Int96) time.Time {
	nanos := int64(v[0]) | int64(v[1])<<32
	return time.Unix((int64(v[2])-2440588)*24*60*60, nanos).UTC()
}

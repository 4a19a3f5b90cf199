package shard

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// Tables of pandas, DuckDB and polars have the row's columns in other types: id
// as an integer, depth as a float because some are missing, a struct as JSON
// text. They are read as JSON, column by column, and lossless conversions are
// applied.

// setLossless sets a field from JSON of another type if the conversion is lossless: an
// integral float to an integer, digits to a string, JSON text to a struct.
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

// setForeign sets the other columns of a row. They are members of an object that
// endObject has not closed. A null is an absent field. The error is of a column that
// does not fit.
func setForeign(row *record.Row, others []byte) error {
	if others == nil {
		return nil
	}
	whole := record.Row{Extra: endObject(others)}
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

// unpackExtra replaces the column extra with its members, which replace columns of the
// same name; see extraColumns. It does so in every table where the column holds JSON
// objects. The metadata cannot mark our tables, since pandas and DuckDB drop it. Our
// programs never write a member that contradicts a column of the same name. Such a member
// is the user's own, and stays in the field extra.
func unpackExtra(row *record.Row) {
	v, ok := row.Get(extraColumn)
	text, isText := v.(string)
	object := jsontext.Value(text)
	if !ok || !isText || !object.IsValid(jsontext.AllowInvalidUTF8(true)) || object.Kind() != '{' {
		return
	}
	held := record.Row{Extra: jsontext.Value(text)}
	wins := map[string]bool{extraColumn: true}
	var members, left []byte
	for name, value := range held.ExtraFields() {
		if record.IsColumn(name) {
			return // our programs never write one: the column is the user's own
		}
		if column, both := row.ExtraField(name); both && name != extraColumn && !sameValue(column, value) {
			left = appendMember(left, name, value)
			continue
		}
		wins[name] = true
		members = appendMember(members, name, value)
	}
	if left != nil {
		if _, both := held.ExtraField(extraColumn); both {
			return // a row has one field extra
		}
		members = appendMember(members, extraColumn, appendText(nil, string(endObject(left))))
	}
	var b []byte
	for name, value := range row.ExtraFields() {
		if !wins[name] {
			b = appendMember(b, name, value)
		}
	}
	row.Extra = endObject(append(b, members...))
}

// sameValue reports whether a column holds a value of the column extra, in the form that
// split gives it.
func sameValue(column, value jsontext.Value) bool {
	of := scalarType(record.Scalar(column))
	return string(column) == string(value) || of != nil && inColumn(of, record.Scalar(value)) == record.Scalar(column)
}

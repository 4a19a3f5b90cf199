package shard

import (
	"bytes"
	"fmt"

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

// withForeign sets the other columns of a row. They are members of an object that
// endObject has not closed. A null is an absent field. If a column does not fit, or is
// wrong, it returns a malformed row that contains all columns.
func withForeign(row *record.Row, others []byte, pos Position, wrong error) *record.Row {
	if others == nil {
		return row
	}
	known := *row
	whole := record.Row{Extra: endObject(others)}
	malformed := func(err error) *record.Row {
		text := bytes.TrimSuffix(record.Append(nil, &known), []byte("}"))
		if len(text) > 1 {
			text = append(text, ',')
		}
		return record.Malformed(append(text, others[1:]...), fmt.Errorf("%v: %w", pos, err))
	}
	if wrong != nil {
		return malformed(wrong)
	}
	var unknown []byte
	for name, value := range whole.ExtraFields() {
		switch {
		case value.Kind() == 'n':
		case !record.IsColumn(name):
			unknown = appendMember(unknown, name, value)
		default:
			if err := setLossless(row, name, value); err != nil {
				return malformed(err)
			}
		}
	}
	row.Extra = endObject(unknown)
	unpackExtra(row)
	return row
}

// unpackExtra replaces the column extra with its members, which replace columns of the
// same name; see extraColumns. It does so in every table where the column holds JSON
// objects. The metadata cannot mark our tables, since pandas and DuckDB drop it.
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
			return // our programs never write one: the column is the user's own
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

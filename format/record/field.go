package record

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A column is one field of the schema.
type column struct {
	name      string
	index     int  // in Row
	keepEmpty bool // an empty list is present
}

// columns lists the fields of the schema in the order in which they are written. byName
// maps a name to its index in columns.
var columns, byName = func() (list []column, byName map[string]int) {
	byName = map[string]int{}
	t := reflect.TypeFor[Row]()
	for i := range t.NumField() {
		if name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			byName[name] = len(list)
			list = append(list, column{name, i, options == "omitzero"})
		}
	}
	return list, byName
}()

// value returns the field of the column in r.
func (c column) value(r *Row) reflect.Value { return reflect.ValueOf(r).Elem().Field(c.index) }

// json returns the field as JSON; false if it is absent.
func (c column) json(r *Row) (jsontext.Value, bool) {
	b := jsontext.Value(appendJSON(nil, c.value(r).Addr().Interface()))
	switch string(b) {
	case "null", `""`, "{}":
		return nil, false
	case "[]":
		return b, c.keepEmpty && !c.value(r).IsNil()
	}
	return b, true
}

// Columns lists the names of the schema's fields in the order in which rows are
// written.
func Columns() []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// IsColumn reports whether name is a field of the schema.
func IsColumn(name string) bool { _, ok := byName[name]; return ok }

// Get returns the value of a field: a string, int64, float64, bool, []string, or a
// nested value as Row has it (*Vocabulary, []Conversation, ...). Unknown fields, and
// paths such as error.kind or judgements.0.verdict, have Go values if they are strings,
// numbers or truth values. Their lists, objects, and integers that are no int64 are a
// jsontext.Value. Get returns false if the field is absent.
func (r *Row) Get(name string) (any, bool) {
	i, ok := byName[name]
	if !ok {
		raw, ok := r.ExtraField(name)
		if !ok {
			raw, ok = r.inside(name)
		}
		if !ok || raw.Kind() == 'n' {
			return nil, false
		}
		v := Scalar(raw)
		if _, rounded := v.(float64); rounded && !bytes.ContainsAny(raw, ".eE") {
			return raw, true
		}
		return v, true
	}
	v := columns[i].value(r)
	switch {
	case v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 && !columns[i].keepEmpty:
		return nil, false
	case v.Kind() == reflect.String:
		return v.String(), true
	case v.Kind() == reflect.Pointer && v.Type().Elem().Kind() != reflect.Struct:
		v = v.Elem()
	}
	return v.Interface(), true
}

// Scalar returns a JSON scalar as a string, bool, int64 or float64, and any other
// value as it is.
func Scalar(raw jsontext.Value) any {
	switch raw.Kind() {
	case '"':
		s, _ := jsontext.AppendUnquote(nil, raw)
		return string(s)
	case 't', 'f':
		return raw.Kind() == 't'
	case '0':
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			return n
		}
		if x, err := strconv.ParseFloat(string(raw), 64); err == nil {
			return x
		}
	}
	return raw
}

// Text returns the field as one string, as in a table: a string as it is, anything else
// as JSON without spaces. It returns false if the field is absent.
func (r *Row) Text(name string) (string, bool) {
	v, ok := r.Get(name)
	if !ok {
		return "", false
	}
	if i, ok := byName[name]; ok {
		switch v.(type) {
		case string, jsontext.Value:
		default:
			b, present := columns[i].json(r)
			return string(b), present
		}
	}
	return text(v), true
}

// CompactText returns JSON without spaces. Numbers keep all their digits.
func CompactText(raw jsontext.Value) string { return text(raw) }

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case jsontext.Value:
		v = bytes.Clone(v)
		_ = v.Compact(lenient) // fails if the value is nested too deeply; it stays as it is
		return string(v)
	}
	return fmt.Sprint(v)
}

// SetString sets a field from text: a string as it is; numbers, truth values, lists and
// structs from JSON; an unknown field as a JSON string. The empty text makes the field
// absent. The error is a *FieldError.
func (r *Row) SetString(name, value string) error {
	i, ok := byName[name]
	switch {
	case !ok && value == "":
		r.DeleteExtra(name)
		return nil
	case !utf8.ValidString(value):
		return ValidText(name, value)
	case !ok:
		r.SetExtra(name, appendString(nil, value))
		return nil
	}
	field := columns[i].value(r)
	if field.Kind() == reflect.String {
		field.SetString(value)
		r.clearBlank(name)
		return nil
	}
	value = strings.TrimSpace(value)
	if value == "" {
		value = "null"
	}
	expected := "JSON of its type"
	switch field.Type().Elem().Kind() {
	case reflect.Bool:
		value = strings.ToLower(value) // Python writes True and False
		expected = "true or false"
	case reflect.Int64:
		value = strings.TrimPrefix(value, "+")
		expected = "an integer of 64 bits"
	case reflect.Float64:
		value = strings.TrimPrefix(value, "+")
		expected = "a number"
	}
	err := r.SetJSON(name, jsontext.Value(value))
	if _, ok := errors.AsType[*FieldError](err); err != nil && !ok {
		return &FieldError{Field: name, Found: fmt.Sprintf("%.40q", value), Expected: expected}
	}
	return err
}

// SetJSON sets a field from a JSON value, as Decode does. null makes the field absent,
// and so does an error. The error is a *FieldError or names the byte of the syntax
// error.
func (r *Row) SetJSON(name string, value jsontext.Value) error {
	i, ok := byName[name]
	if !ok {
		if !value.IsValid(jsontext.AllowInvalidUTF8(true)) {
			return &FieldError{Field: name, Found: "something else", Expected: "JSON"}
		}
		r.SetExtra(name, value)
		return nil
	}
	field := columns[i].value(r)
	field.SetZero()
	err := decodeValue(value, field.Addr().Interface())
	if isUnknownMember(err) {
		// Decode it as part of a row: this moves the unknown members to fields.
		var row Row
		if err = Decode(append(append(append(appendString([]byte{'{'}, name), ':'), value...), '}'), &row); err == nil {
			field.Set(columns[i].value(&row))
			for path, v := range row.ExtraFields() {
				r.SetExtra(path, v)
			}
		}
		return err
	}
	if err != nil {
		field.SetZero()
	} else if r.clearBlank(name); string(value) == `""` {
		r.SetBlank(name)
	}
	if wrong, ok := errors.AsType[*FieldError](err); ok {
		wrong.Field = strings.TrimSuffix(name+"/"+wrong.Field, "/")
	} else if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// Int returns a pointer to n, for a field that is present.
func Int(n int) *int64 { v := int64(n); return &v }

// Float returns a pointer to f, for a field that is present.
func Float(f float64) *float64 { return &f }

// Bool returns a pointer to b, for a field that is present.
func Bool(b bool) *bool { return &b }

package record

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Structs inside a row, unlike the row itself, have no place for members that
// they do not know: their columns in tables are fixed. Such a member becomes an
// unknown field of the row, named by its path: error.code, judgements.0.mood.
// It is where Get finds it, too.

// foundUnknown is what a FieldError has found where a struct does not have the
// member.
const foundUnknown = "an unknown member"

func isUnknownMember(err error) bool {
	var field *FieldError
	return errors.As(err, &field) && field.Found == foundUnknown
}

// A flattener copies JSON without the members that a type does not have.
type flattener struct {
	dec   *jsontext.Decoder
	out   []byte
	moved []byte // the members left out, each after a comma
}

// flatten divides a value of type t, at the path, into one without unknown
// members and these, each behind a comma. The error says where the JSON breaks.
func flatten(value []byte, t reflect.Type, path string) (known, moved []byte, err error) {
	f := &flattener{dec: jsontext.NewDecoder(bytes.NewBuffer(value), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))}
	if err := f.value(t, path); err != nil {
		return nil, nil, syntaxError(err)
	}
	return f.out, f.moved, nil
}

// decodeFlat is Decode of a line with unknown members in its structs: they are
// moved to its end first.
func decodeFlat(line []byte, r *Row) error {
	known, moved, err := flatten(line, reflect.TypeFor[Row](), "")
	if err != nil {
		return err
	}
	flat := append(append(known[:len(known)-1], moved...), '}')
	return decode(flat, func(d *decoder) error { return d.row(r) })
}

func (f *flattener) value(t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch kind := f.dec.PeekKind(); {
	case kind == '{' && t.Kind() == reflect.Struct:
		return f.members(t, path)
	case kind == '[' && t.Kind() == reflect.Slice && t != reflect.TypeFor[jsontext.Value]():
		return f.elements(t.Elem(), path)
	}
	v, err := f.dec.ReadValue()
	f.out = append(f.out, v...)
	return err
}

func (f *flattener) elements(t reflect.Type, path string) error {
	if _, err := f.dec.ReadToken(); err != nil {
		return err
	}
	f.out = append(f.out, '[')
	for i := 0; f.dec.PeekKind() != ']'; i++ {
		if err := f.value(t, path+strconv.Itoa(i)+"."); err != nil {
			return err
		}
		f.out = append(f.out, ',')
	}
	f.out = closing(f.out, ']')
	_, err := f.dec.ReadToken()
	return err
}

func (f *flattener) members(t reflect.Type, path string) error {
	if _, err := f.dec.ReadToken(); err != nil {
		return err
	}
	types := memberTypes(t)
	f.out = append(f.out, '{')
	for f.dec.PeekKind() != '}' {
		token, err := f.dec.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		of, known := types[name]
		if !known && path != "" {
			v, err := f.dec.ReadValue()
			if err != nil {
				return err
			}
			f.moved = append(append(appendString(append(f.moved, ','), path+name), ':'), v...)
			continue
		}
		f.out = append(appendString(f.out, name), ':')
		if !known {
			of = reflect.TypeFor[jsontext.Value]()
		}
		if err := f.value(of, path+name+"."); err != nil {
			return err
		}
		f.out = append(f.out, ',')
	}
	f.out = closing(f.out, '}')
	_, err := f.dec.ReadToken()
	return err
}

// memberTypes lists the members of a struct by their names in JSON.
func memberTypes(t reflect.Type) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			types[name] = t.Field(i).Type
		}
	}
	return types
}

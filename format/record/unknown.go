package record

import (
	"bytes"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Structs inside a row have no place for members that the schema does not know,
// since their columns in tables are fixed. Such a member becomes an unknown
// field of the row, named by its path: error.code, judgements.0.mood. Get finds
// it under the same name.

// flatten rewrites a line so that the members that structs do not know follow
// at its end, named by their paths. The error names the byte where the JSON
// breaks.
func flatten(line []byte) ([]byte, error) {
	f := flattener{dec: jsontext.NewDecoder(bytes.NewBuffer(line), lenient)}
	if err := f.value(reflect.TypeFor[Row](), ""); err != nil {
		return nil, syntaxError(err)
	}
	return append(append(f.out[:len(f.out)-1], f.moved...), '}'), nil
}

type flattener struct {
	dec   *jsontext.Decoder
	out   []byte
	moved []byte // the members left out, each after a comma
}

// value copies a value for type t, at the path, without unknown members.
func (f *flattener) value(t reflect.Type, path string) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	kind := f.dec.PeekKind()
	object := kind == '{' && t.Kind() == reflect.Struct
	if list := kind == '[' && t.Kind() == reflect.Slice && t != reflect.TypeFor[jsontext.Value](); !object && !list {
		v, err := f.dec.ReadValue()
		f.out = append(f.out, v...)
		return err
	}
	if _, err := f.dec.ReadToken(); err != nil {
		return err
	}
	f.out = append(f.out, byte(kind))
	var members map[string]reflect.Type
	if object {
		members = memberTypes(t)
	}
	for i := 0; f.dec.PeekKind() != kind+2; i++ { // ] and } are two after [ and {
		var err error
		if object {
			err = f.member(members, path)
		} else if err = f.value(t.Elem(), path+strconv.Itoa(i)+"."); err == nil {
			f.out = append(f.out, ',')
		}
		if err != nil {
			return err
		}
	}
	f.out = closing(f.out, byte(kind+2))
	_, err := f.dec.ReadToken()
	return err
}

func (f *flattener) member(types map[string]reflect.Type, path string) error {
	token, err := f.dec.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()
	t, known := types[name]
	if !known && path != "" {
		v, err := f.dec.ReadValue()
		f.moved = append(append(appendString(append(f.moved, ','), path+name), ':'), v...)
		return err
	}
	if !known { // of the row itself
		t = reflect.TypeFor[jsontext.Value]()
	}
	f.out = append(appendString(f.out, name), ':')
	if err := f.value(t, path+name+"."); err != nil {
		return err
	}
	f.out = append(f.out, ',')
	return nil
}

// memberTypes returns the types of a struct's members by their names in JSON.
func memberTypes(t reflect.Type) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			types[name] = t.Field(i).Type
		}
	}
	return types
}

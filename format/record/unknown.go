package record

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Structs inside a row cannot have members that the schema does not know, since their
// columns in tables are fixed. Such a member becomes an unknown field of the row with
// its path as name: error.code, judgements.0.mood. Get accepts the same name.

// flatten moves the unknown members of structs to the end of the line, and names them
// by their paths. The error names the byte of the syntax error.
func flatten(line []byte) ([]byte, error) {
	row, err := jsontext.NewDecoder(bytes.NewBuffer(line), lenient).ReadValue()
	if err != nil {
		return nil, syntaxError(err)
	}
	var f flattener
	f.value(row, reflect.TypeFor[Row](), "")
	return append(append(f.out[:len(f.out)-1], f.moved...), '}'), nil
}

type flattener struct {
	out   []byte
	moved []byte // the unknown members, each after a comma
}

// value copies v, a value of type t at the path, without unknown members.
func (f *flattener) value(v jsontext.Value, t reflect.Type, path string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	raw := reflect.TypeFor[jsontext.Value]()
	object := v.Kind() == '{' && t.Kind() == reflect.Struct
	if list := v.Kind() == '[' && t.Kind() == reflect.Slice && t != raw; !object && !list {
		f.out = append(f.out, v...)
		return
	}
	f.out = append(f.out, byte(v.Kind()))
	types := memberTypes(t)
	for name, member := range each(v) {
		of, known := types[name]
		switch {
		case !object:
			of = t.Elem()
		case !known && path != "":
			f.moved = append(append(appendString(append(f.moved, ','), path+name), ':'), member...)
			continue
		case !known: // an unknown field of the row itself
			of = raw
		}
		if object {
			f.out = append(appendString(f.out, name), ':')
		}
		f.value(member, of, path+name+".")
		f.out = append(f.out, ',')
	}
	f.out = closing(f.out, byte(v.Kind()+2)) // ] and } are two after [ and {
}

// memberTypes returns the types of a struct's members by their names in JSON; nil
// for other types.
func memberTypes(t reflect.Type) map[string]reflect.Type {
	if t.Kind() != reflect.Struct {
		return nil
	}
	types := map[string]reflect.Type{}
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			types[name] = t.Field(i).Type
		}
	}
	return types
}

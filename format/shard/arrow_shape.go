package shard

import (
	"math"
	"reflect"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/truthloop/truthloop/format/record"
)

// A shapedField is a column of the row, or a member of a struct inside it, with
// its type in Arrow. What JSON leaves out when it is empty is null.
type shapedField struct {
	arrow.Field
	index   int           // of the struct's field
	members []shapedField // of a struct, or of the structs of a list
}

// rowShape is the schema's columns.
var rowShape = fieldsOf(reflect.TypeFor[record.Row]())

func fieldsOf(t reflect.Type) []shapedField {
	var fields []shapedField
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" { // Extra
			continue
		}
		of := t.Field(i).Type
		f := shapedField{index: i}
		f.Name, f.Nullable = name, strings.HasPrefix(options, "omit") && of.Kind() != reflect.Int64
		f.Type, f.members = arrowTypeOf(of)
		fields = append(fields, f)
	}
	return fields
}

// arrowTypeOf is the Arrow type of a type that record.Row is made of.
func arrowTypeOf(t reflect.Type) (arrow.DataType, []shapedField) {
	switch t.Kind() {
	case reflect.Pointer:
		return arrowTypeOf(t.Elem())
	case reflect.String:
		return arrow.BinaryTypes.String, nil
	case reflect.Int64:
		return arrow.PrimitiveTypes.Int64, nil
	case reflect.Float64:
		return arrow.PrimitiveTypes.Float64, nil
	case reflect.Bool:
		return arrow.FixedWidthTypes.Boolean, nil
	case reflect.Slice:
		element, members := arrowTypeOf(t.Elem())
		return arrow.ListOfNonNullable(element), members
	}
	members := fieldsOf(t)
	return arrow.StructOf(arrowFields(members)...), members
}

func arrowFields(fields []shapedField) []arrow.Field {
	all := make([]arrow.Field, len(fields))
	for i, f := range fields {
		all[i] = f.Field
	}
	return all
}

// put appends the field of the struct v.
func (f *shapedField) put(b array.Builder, v reflect.Value) {
	v = v.Field(f.index)
	if f.Nullable && v.IsZero() {
		b.AppendNull()
		return
	}
	f.putValue(b, v)
}

func (f *shapedField) putValue(b array.Builder, v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	switch b := b.(type) {
	case *array.StringBuilder:
		b.Append(strings.ToValidUTF8(v.String(), "\uFFFD"))
	case *array.Int64Builder:
		b.Append(v.Int())
	case *array.Float64Builder:
		b.Append(v.Float())
	case *array.BooleanBuilder:
		b.Append(v.Bool())
	case *array.ListBuilder:
		b.Append(true)
		for i := range v.Len() {
			f.putValue(b.ValueBuilder(), v.Index(i))
		}
	case *array.StructBuilder:
		b.Append(true)
		for i := range f.members {
			f.members[i].put(b.FieldBuilder(i), v)
		}
	}
}

// arrowCell is a value of a scalar type of the row; false for other types.
func arrowCell(a arrow.Array, i int) (cell, bool) {
	switch a := a.(type) {
	case *array.String:
		return cell{bytes: strings.Clone(a.Value(i))}, true
	case *array.Int64:
		return cell{bits: a.Value(i)}, true
	case *array.Float64:
		return cell{bits: int64(math.Float64bits(a.Value(i)))}, true
	case *array.Boolean:
		if a.Value(i) {
			return cell{bits: 1}, true
		}
		return cell{}, true
	}
	return cell{}, false
}

package shard

import (
	"reflect"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/truthloop/truthloop/format/record"
)

// A shape maps a Go type of the row to an Arrow type: strings, 64-bit integers
// and floats, truth values, lists and structs become what they are called. What
// JSON leaves out when it is empty is null.
type shape struct {
	kind     arrow.DataType
	nullable bool
	put      func(b array.Builder, v reflect.Value)
	get      func(a arrow.Array, i int, v reflect.Value)
}

// A shapedField is a column of the row, or a member of a struct inside it.
type shapedField struct {
	name  string
	index int // of the struct's field
	shape shape
}

// rowShape is the contract's columns.
var rowShape = fieldsOf(reflect.TypeFor[record.Row]())

func fieldsOf(t reflect.Type) []shapedField {
	var fields []shapedField
	for i := range t.NumField() {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name == "" { // Extra
			continue
		}
		s := shapeOf(t.Field(i).Type)
		s.nullable = options != "" && t.Field(i).Type.Kind() != reflect.Int64
		fields = append(fields, shapedField{name, i, s})
	}
	return fields
}

func arrowFields(fields []shapedField) []arrow.Field {
	all := make([]arrow.Field, len(fields))
	for i, f := range fields {
		all[i] = arrow.Field{Name: f.name, Type: f.shape.kind, Nullable: f.shape.nullable}
	}
	return all
}

// shapeOf is the shape of a type that record.Row is made of.
func shapeOf(t reflect.Type) shape {
	switch t.Kind() {
	case reflect.Pointer:
		inner := shapeOf(t.Elem())
		return shape{
			kind: inner.kind,
			put:  func(b array.Builder, v reflect.Value) { inner.put(b, v.Elem()) },
			get: func(a arrow.Array, i int, v reflect.Value) {
				v.Set(reflect.New(t.Elem()))
				inner.get(a, i, v.Elem())
			},
		}
	case reflect.String:
		return shape{
			kind: arrow.BinaryTypes.String,
			put: func(b array.Builder, v reflect.Value) {
				b.(*array.StringBuilder).Append(strings.ToValidUTF8(v.String(), "\uFFFD"))
			},
			get: func(a arrow.Array, i int, v reflect.Value) {
				v.SetString(strings.Clone(a.(*array.String).Value(i)))
			},
		}
	case reflect.Int64:
		return shape{
			kind: arrow.PrimitiveTypes.Int64,
			put:  func(b array.Builder, v reflect.Value) { b.(*array.Int64Builder).Append(v.Int()) },
			get:  func(a arrow.Array, i int, v reflect.Value) { v.SetInt(a.(*array.Int64).Value(i)) },
		}
	case reflect.Float64:
		return shape{
			kind: arrow.PrimitiveTypes.Float64,
			put:  func(b array.Builder, v reflect.Value) { b.(*array.Float64Builder).Append(v.Float()) },
			get:  func(a arrow.Array, i int, v reflect.Value) { v.SetFloat(a.(*array.Float64).Value(i)) },
		}
	case reflect.Bool:
		return shape{
			kind: arrow.FixedWidthTypes.Boolean,
			put:  func(b array.Builder, v reflect.Value) { b.(*array.BooleanBuilder).Append(v.Bool()) },
			get:  func(a arrow.Array, i int, v reflect.Value) { v.SetBool(a.(*array.Boolean).Value(i)) },
		}
	case reflect.Slice:
		return listShape(t)
	}
	return structShape(t)
}

func listShape(t reflect.Type) shape {
	inner := shapeOf(t.Elem())
	return shape{
		kind: arrow.ListOfNonNullable(inner.kind),
		put: func(b array.Builder, v reflect.Value) {
			list := b.(*array.ListBuilder)
			list.Append(true)
			for i := range v.Len() {
				inner.put(list.ValueBuilder(), v.Index(i))
			}
		},
		get: func(a arrow.Array, i int, v reflect.Value) {
			list := a.(*array.List)
			start, end := list.ValueOffsets(i)
			v.Set(reflect.MakeSlice(t, int(end-start), int(end-start)))
			for k := start; k < end; k++ {
				inner.get(list.ListValues(), int(k), v.Index(int(k-start)))
			}
		},
	}
}

func structShape(t reflect.Type) shape {
	fields := fieldsOf(t)
	return shape{
		kind: arrow.StructOf(arrowFields(fields)...),
		put: func(b array.Builder, v reflect.Value) {
			s := b.(*array.StructBuilder)
			s.Append(true)
			for i := range fields {
				fields[i].put(s.FieldBuilder(i), v)
			}
		},
		get: func(a arrow.Array, i int, v reflect.Value) {
			s := a.(*array.Struct)
			for f := range fields {
				fields[f].get(s.Field(f), i, v)
			}
		},
	}
}

// put appends the field of the struct v.
func (f *shapedField) put(b array.Builder, v reflect.Value) {
	v = v.Field(f.index)
	absent := f.shape.nullable && v.IsZero()
	if absent {
		b.AppendNull()
		return
	}
	f.shape.put(b, v)
}

// get sets the field of the struct v from place i of the column.
func (f *shapedField) get(a arrow.Array, i int, v reflect.Value) {
	if a.IsNull(i) {
		return
	}
	f.shape.get(a, i, v.Field(f.index))
}

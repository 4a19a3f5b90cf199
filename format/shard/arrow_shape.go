package shard

import (
	"math"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/truthloop/truthloop/format/record"
)

// A shapedField is a column of the row, or a member of a struct inside it, with its
// type in Arrow. Each may be null, since readers such as Spark read the members of an
// absent struct as nulls. A field that JSON omits when it is empty is null, except that
// lists are empty.
type shapedField struct {
	arrow.Field
	index    int           // of the struct's field
	members  []shapedField // of a struct, or of the structs of a list
	category bool          // a text with few different values
	omitted  bool          // null if it is zero
}

// rowShape has the columns of the schema.
var rowShape = fieldsOf(reflect.TypeFor[record.Row]())

func fieldsOf(t reflect.Type) []shapedField {
	var fields []shapedField
	for i := range t.NumField() {
		of, tag := t.Field(i).Type, t.Field(i).Tag
		name, options, _ := strings.Cut(tag.Get("json"), ",")
		if name == "" { // Extra
			continue
		}
		f := shapedField{index: i, category: tag.Get("table") == "category"}
		f.Name, f.Nullable = name, true
		switch of.Kind() {
		case reflect.Int64:
		case reflect.Slice:
			f.omitted = options == "omitzero"
		default:
			f.omitted = strings.HasPrefix(options, "omit")
		}
		f.Type, f.members = arrowTypeOf(of)
		fields = append(fields, f)
	}
	return fields
}

// arrowTypeOf returns the Arrow type of a type that occurs in record.Row.
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
	if f.omitted && v.IsZero() {
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
		b.Append(validText(v.String()))
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

// take sets the field of the struct v to a value of its type. If the value holds a
// float that is infinite or not a number, or text that is not UTF-8, take clears the
// field and returns false.
func (f *shapedField) take(a arrow.Array, i int, v reflect.Value) bool {
	v = v.Field(f.index)
	if !f.takeValue(a, i, v) {
		v.SetZero()
		return false
	}
	return true
}

func (f *shapedField) takeValue(a arrow.Array, i int, v reflect.Value) bool {
	if a.IsNull(i) {
		return true
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch a := a.(type) {
	case *array.String:
		v.SetString(strings.Clone(a.Value(i)))
		return utf8.ValidString(a.Value(i))
	case *array.Int64:
		v.SetInt(a.Value(i))
	case *array.Float64:
		v.SetFloat(a.Value(i))
		return !math.IsNaN(a.Value(i)) && !math.IsInf(a.Value(i), 0)
	case *array.Boolean:
		v.SetBool(a.Value(i))
	case *array.List:
		start, end, err := listRange(a, i)
		if err != nil {
			panic(err) // see recovered
		}
		v.Set(reflect.MakeSlice(v.Type(), int(end-start), int(end-start)))
		for k := range v.Len() {
			if !f.takeValue(a.ListValues(), int(start)+k, v.Index(k)) {
				return false
			}
		}
	case *array.Struct:
		for k := range f.members {
			m := &f.members[k]
			if !m.takeValue(a.Field(k), i, v.Field(m.index)) {
				return false
			}
		}
	}
	return true
}

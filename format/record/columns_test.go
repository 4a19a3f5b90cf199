package record

import (
	"reflect"
	"testing"
)

// TestFieldOfPointsToTheField sets every column through FieldOf.
func TestFieldOfPointsToTheField(t *testing.T) {
	for _, name := range Columns() {
		var r Row
		switch f := FieldOf(name)(&r).(type) {
		case *string:
			*f = "x"
		case **int64:
			*f = Int(1)
		case **float64:
			*f = Float(1)
		case **bool:
			*f = Bool(true)
		default:
			v := reflect.ValueOf(f).Elem()
			if v.Kind() == reflect.Slice {
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			} else {
				v.Set(reflect.New(v.Type().Elem()))
			}
		}
		if _, ok := r.Get(name); !ok {
			t.Errorf("%s: not set", name)
		}
	}
	if FieldOf("Extra") != nil || FieldOf("") != nil {
		t.Error("a name that is no column has a field")
	}
}

package record

import (
	"reflect"
	"slices"
	"testing"
)

// TestEveryColumnHasAValue sets every column, and gets it.
func TestEveryColumnHasAValue(t *testing.T) {
	r := full()
	for _, name := range Columns() {
		if _, ok := r.Get(name); !ok {
			t.Errorf("%s: not set", name)
		}
	}
}

// full is a row in which every column is present.
func full() *Row {
	r := new(Row)
	for _, c := range columns {
		switch v := c.value(r); v.Kind() {
		case reflect.String:
			v.SetString("x")
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		default:
			v.Set(reflect.New(v.Type().Elem()))
		}
	}
	return r
}

// A model stage that ran again once left a column of the previous fs_out. The columns
// from left_column on describe fs_out.
func TestClearVerdictTakesAll(t *testing.T) {
	for what, clear := range map[string]func(*Row){"verdict": (*Row).ClearVerdict, "findings": (*Row).ClearFindings} {
		r := full()
		clear(r)
		first, own := slices.Index(Columns(), "left_column"), slices.Index(Columns(), "diagnosis")
		for i, name := range Columns() {
			if _, ok := r.Get(name); ok != (i < first || i >= own && what == "verdict") {
				t.Errorf("%s cleared: %s is present: %t", what, name, ok)
			}
		}
		if r.Error == nil {
			t.Errorf("%s cleared: the error of another stage is gone", what)
		}
		r.Error = &Error{Stage: "verify"}
		if clear(r); r.Error != nil {
			t.Errorf("%s cleared: verify's error stays", what)
		}
	}
}

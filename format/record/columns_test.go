package record

import (
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// TestColumnsFollowTheStruct holds the columns table and the encoder, which are
// written out by hand, against the tags of the struct.
func TestColumnsFollowTheStruct(t *testing.T) {
	typ := reflect.TypeFor[Row]()
	var r Row
	v := reflect.ValueOf(&r).Elem()
	if got, want := len(columns), typ.NumField()-1; got != want {
		t.Fatalf("%d columns, expected %d, one for each field but Extra", got, want)
	}
	for i, c := range columns {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if c.name != name {
			t.Errorf("column %d is %s, expected %s", i, c.name, name)
		}
		if got, want := reflect.ValueOf(c.field(&r)).Pointer(), v.Field(i).Addr().Pointer(); got != want {
			t.Errorf("column %s does not stand for its field", name)
		}
	}
}

// TestAppendStringQuotesAsTheLibrary holds our quoting against the library's.
func TestAppendStringQuotesAsTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		want, _ := jsontext.AppendQuote(nil, s)
		if got := appendString(nil, s); string(got) != string(want) {
			t.Fatalf("%q: got %s, want %s", s, got, want)
		}
	})
}

package shard

import (
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

// oddTexts are strings that formats get wrong: separators, quotes, texts that look like
// numbers or null, long texts, and text beyond ASCII.
var oddTexts = rapid.OneOf(
	rapid.StringN(0, 12, -1),
	rapid.SampledFrom([]string{"a", "null", "1", "1.0", "true", "\"", "\\", "\n", "\r\n", ",", "\t", "\x00", "\u2028", "😀", "∀x. P(x)", "{}", "[]"}),
	rapid.Just(strings.Repeat("long ", 60)),
)

// mostlyEmpty draws rows in which most fields are absent.
var mostlyEmpty = rapid.MakeCustom[record.Row](rapid.MakeConfig{
	Types: map[reflect.Type]*rapid.Generator[any]{
		reflect.TypeFor[string]():         rapid.OneOf(rapid.Just(""), oddTexts).AsAny(),
		reflect.TypeFor[jsontext.Value](): rapid.Just[jsontext.Value](nil).AsAny(),
	},
})

// oddNames draws names of unknown fields. Readers of tables confuse some of them.
var oddNames = rapid.OneOf(
	rapid.SampledFrom([]string{"note", "score", "extra", "Extra", "ID", "x", "X", "a.b", "", "malformed"}),
	rapid.StringN(0, 8, -1),
)

// spelledNumbers draws numbers in several spellings.
var spelledNumbers = rapid.OneOf(
	rapid.SampledFrom([]string{"0", "-0", "1", "1.0", "1.50", "1e3", "1E+3", "-7", "9223372036854775807", "9223372036854775808", "0.1", "1e-400", "123456789012345678901234567890"}),
	rapid.Custom(func(t *rapid.T) string { return string(encoded(rapid.Float64().Draw(t, "number"))) }),
)

// drawJSON draws a JSON value.
func drawJSON(t *rapid.T, depth int) jsontext.Value {
	switch kind := rapid.IntRange(0, 5+min(depth, 2)).Draw(t, "kind"); kind {
	case 0:
		return jsontext.Value("null")
	case 1:
		return jsontext.Value(rapid.SampledFrom([]string{"true", "false"}).Draw(t, "truth"))
	case 2, 3:
		return jsontext.Value(spelledNumbers.Draw(t, "number"))
	case 4:
		return encoded(oddTexts.Draw(t, "text"))
	case 5:
		return jsontext.Value(`"caf\u00e9 \/ \ud800"`) // spellings that our encoder does not use
	case 6:
		v := jsontext.Value("[")
		for i := range rapid.IntRange(0, 3).Draw(t, "length") {
			if i > 0 {
				v = append(v, ", "...)
			}
			v = append(v, drawJSON(t, depth-1)...)
		}
		return append(v, ']')
	default:
		r := record.Row{}
		for range rapid.IntRange(0, 3).Draw(t, "length") {
			r.SetExtra(oddNames.Draw(t, "name"), drawJSON(t, depth-1))
		}
		if r.Extra == nil {
			return jsontext.Value("{}")
		}
		return r.Extra
	}
}

func encoded(v any) jsontext.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// drawRow draws a row as Decode returns it: empty lists are nil.
func drawRow(t *rapid.T) *record.Row {
	r := mostlyEmpty.Draw(t, "row")
	clearEmpty(reflect.ValueOf(&r).Elem())
	if rapid.Bool().Draw(t, "unknown fields") {
		for range rapid.IntRange(0, 5).Draw(t, "number of unknown fields") {
			name := oddNames.Draw(t, "name")
			if !record.IsColumn(name) {
				r.SetExtra(name, drawJSON(t, 2))
			}
		}
	}
	return &r
}

// clearEmpty makes empty lists and pointers to empty structs nil.
func clearEmpty(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			clearEmpty(v.Index(i))
		}
		if v.Len() == 0 {
			v.SetZero()
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		clearEmpty(v.Elem())
		if v.Type() == reflect.TypeFor[*record.Vocabulary]() && v.Elem().IsZero() {
			v.SetZero()
		}
	case reflect.Struct:
		for i := range v.NumField() {
			clearEmpty(v.Field(i))
		}
	}
}

package record

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// An unknown member of a struct once made the row malformed. It is kept under its
// path.
func TestUnknownMembersOfStructsAreKept(t *testing.T) {
	for line, want := range map[string]string{
		`{"error":{"stage":"s","kind":"k","code":[1,{"a":2}],"message":"m"},"x":1}`: `{"error":{"stage":"s","kind":"k","message":"m"},"x":1,"error.code":[1,{"a":2}]}`,
		`{"judgements":[{"judge":"a"},{"judge":"b","mood":"\u00e9","usage":{"stage":"j","gpu":null}}]}`: `{"judgements":[{"judge":"a"},{"judge":"b","usage":{"stage":"j"}}],` +
			`"judgements.1.mood":"\u00e9","judgements.1.usage.gpu":null}`,
		`{"vocabulary":{"source":{},"predicates":[{"name":"p","arity":1,"note":"n"}]},"deep":{"error":{"code":1}}}`: `{"vocabulary":{"predicates":[{"name":"p","arity":1}]},` +
			`"deep":{"error":{"code":1}},"vocabulary.source":{},"vocabulary.predicates.0.note":"n"}`,
	} {
		var row Row
		if err := Decode([]byte(line), &row); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got := string(Append(nil, &row)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", line, got, want)
		}
	}
	for line, want := range map[string]string{
		`{"error":{"code":1,"kind":2}}`: "error/kind: found a number, expected a string",
		`{"error":{"code":1}`:           "byte 20: unexpected EOF, expected a JSON object",
	} {
		var row Row
		if err := Decode([]byte(line), &row); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
	row := Row{Error: &Error{Kind: "old"}}
	if err := row.SetJSON("error", []byte(`{"stage":"s","kind":"k","message":"m","code":7}`)); err != nil || string(Append(nil, &row)) != `{"error":{"stage":"s","kind":"k","message":"m"},"error.code":7}` {
		t.Errorf("SetJSON: %v, %s", err, Append(nil, &row))
	}
	if code, ok := row.Get("error.code"); !ok || code != int64(7) {
		t.Errorf("error.code: %v, %v", code, ok)
	}
}

// The error once did not name the field.
func TestSetJSONNamesTheField(t *testing.T) {
	for name, value := range map[string]string{
		"premises":      `"x"`,
		"error":         `3`,
		"conversations": `[{"stage":1}]`,
	} {
		want := map[string]string{
			"premises":      "premises: found a string, expected a list",
			"error":         "error: found a number, expected an object",
			"conversations": "conversations/0/stage: found a number, expected a string",
		}[name]
		var row Row
		if err := row.SetJSON(name, []byte(value)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// A row without known fields began with a comma if it was appended to other text.
func TestAppendAfterOtherText(t *testing.T) {
	got := string(Append([]byte("text "), &Row{Extra: jsontext.Value(`{"a":1}`)}))
	if want := `text {"a":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

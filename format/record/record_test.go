package record_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct{ in, want, err string }{
		{in: `{}`, want: `{}`},
		{in: ` {"id" : "a"} `, want: `{"id":"a"}`},
		{in: `{"id":null,"batch":null,"conversations":null}`, want: `{}`},
		{in: `{"id":"","premises":[],"conversations":[],"vocabulary":{}}`, want: `{"premises":[],"id":""}`},
		{in: `{"nl":"" , "verdict":"", "nl_leak_kind":"x"}`, want: `{"nl_leak_kind":"x","nl":"","verdict":""}`},
		{in: `{"depth":9007199254740993.0}`, want: `{"depth":9007199254740993}`},
		{in: `{"premises":null}`, want: `{}`},
		{in: `{"z":1,"id":"a","y":{"k": [1, 2.50]}}`, want: `{"id":"a","z":1,"y":{"k": [1, 2.50]}}`},
		{in: `{"ID":"a"}`, want: `{"ID":"a"}`},
		{in: `{"depth":3.0}`, want: `{"depth":3}`},
		{in: `{"depth":1e2}`, want: `{"depth":100}`},
		{in: `{"i\u0064":"a"}`, want: `{"id":"a"}`},
		{in: `{"z":"\ud800 and \udfff"}`, want: `{"z":"\ud800 and \udfff"}`},
		{in: "{\"\uFFFD\":\"\uFFFD\"}", want: "{\"\uFFFD\":\"\uFFFD\"}"},
		{in: `{"z":"\ud800"}`, want: `{"z":"\ud800"}`},
		{in: `{"z":123456789012345678901234567890}`, want: `{"z":123456789012345678901234567890}`},
		{in: `{"dfa_density":0.1,"usage":[{"stage":"verify","attempts":2}]}`, want: `{"dfa_density":0.1,"usage":[{"stage":"verify","attempts":2}]}`},

		{in: ``, err: "found nothing"},
		{in: `[1]`, err: "found a list, expected a JSON object"},
		{in: `"x"`, err: "found a string, expected a JSON object"},
		{in: `{"id":"a"} {}`, err: "byte 13: found more after the JSON value, expected its end"},
		{in: `{"id":"a"`, err: "byte 10: "},
		{in: `{"id":"a`, err: "byte 9: "},
		{in: `{"id":1}`, err: "id: found a number, expected a string"},
		{in: `{"batch":"1"}`, err: "batch: found a string, expected an integer"},
		{in: `{"batch":1.00000000000000000001}`, err: "batch: found 1.00000000000000000001, expected an integer of 64 bits"},
		{in: `{"nl":"a\ud800b"}`, err: "nl: found half of a surrogate pair, expected Unicode text"},
		{in: `{"conversations":[{"stage":"a","messages":[{"role":"user","content":"\uDFFF"}]}]}`, err: "conversations: found half of a surrogate pair"},
		{in: `{"\ud800":1}`, err: "found half of a surrogate pair in the name of a field"},
		{in: "{\"z\":\"\xc0\"}", err: "found the byte 0xc0 after 6 bytes, expected text in UTF-8"},
		{in: `{"batch":1.5}`, err: "batch: found 1.5, expected an integer of 64 bits"},
		{in: `{"batch":9223372036854775808}`, err: "batch: found 9223372036854775808, expected an integer of 64 bits"},
		{in: `{"dfa_density":1e999}`, err: "dfa_density: found 1e999"},
		{in: `{"nl_leak":0}`, err: "nl_leak: found a number, expected true or false"},
		{in: `{"premises":"p"}`, err: "premises: found a string, expected a list"},
		{in: `{"error":[]}`, err: "error: found a list, expected an object"},
		{in: `{"conversations":[{"stage":"a","messages":[{"role":3}]}]}`, err: "conversations/0/messages/0/role: found a number, expected a string"},
		{in: `{"id":"a","id":"b"}`, err: "duplicate object member name"},
		{in: `{"z":1,"z":2}`, err: "duplicate object member name"},
		{in: `{"z":` + strings.Repeat("[", 100_000), err: "exceeded max depth"},
	} {
		var r record.Row
		err := record.Decode([]byte(c.in), &r)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%.60s: error %v, expected %q", c.in, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.in, err)
		} else if got := string(record.Append(nil, &r)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
}

func TestStandardLibraryUsesOurJSON(t *testing.T) {
	r := &record.Row{ID: "a", Extra: jsontext.Value(`{"z":1}`)}
	b, err := json.Marshal(r)
	if err != nil || string(b) != `{"id":"a","z":1}` {
		t.Errorf("Marshal: %s, %v", b, err)
	}
	var back record.Row
	if err := json.Unmarshal(b, &back); err != nil || !reflect.DeepEqual(&back, r) {
		t.Errorf("Unmarshal: %+v, %v", back, err)
	}
}

func TestExtraWithNewlinesStaysOneLine(t *testing.T) {
	r := &record.Row{Extra: jsontext.Value("{\n \"z\": [1,\r\n 2]\n}")}
	if got, want := string(record.Append(nil, r)), `{"z":[1,2]}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMalformedKeepsTheText(t *testing.T) {
	text := "not \"JSON\" \xff"
	r := record.Malformed([]byte(text), jsontext.ErrDuplicateName)
	if !r.IsMalformed() {
		t.Error("IsMalformed is false")
	}
	if got, _ := r.Get(record.MalformedField); got != `not "JSON" \xff` {
		t.Errorf("kept %q", got)
	}
	var back record.Row
	if err := record.Decode(record.Append(nil, r), &back); err != nil || !back.IsMalformed() {
		t.Errorf("does not survive JSON: %+v, %v", back, err)
	}
}

func TestGetAndSetString(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       any
		err        string
	}{
		{name: "fs", text: "p ∧ q", want: "p ∧ q"},
		{name: "formalism", text: "regex", want: "regex"},
		{name: "verdict", text: "unknown", want: "unknown"},
		{name: "batch", text: " +7 ", want: int64(7)},
		{name: "batch", text: "7.0", want: int64(7)},
		{name: "batch", text: "seven", err: "batch"},
		{name: "dfa_density", text: "0.5", want: 0.5},
		{name: "nl_leak", text: "True", want: true},
		{name: "nl_leak", text: "yes", err: "nl_leak"},
		{name: "premises", text: `["p", "q"]`, want: []string{"p", "q"}},
		{name: "vocabulary", text: `{"constants":["a"]}`, want: &record.Vocabulary{Constants: []string{"a"}}},
		{name: "vocabulary", text: `{"constants":["a"]} x`, err: "vocabulary"},
		{name: "note", text: `say "hi"`, want: `say "hi"`},
	} {
		var r record.Row
		err := r.SetString(c.name, c.text)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s = %q: error %v, expected %q", c.name, c.text, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s = %q: %v", c.name, c.text, err)
		}
		if got, ok := r.Get(c.name); !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s = %q: got %#v, %v", c.name, c.text, got, ok)
		}
		if err := r.SetString(c.name, ""); err != nil {
			t.Errorf("%s cleared: %v", c.name, err)
		}
		if got, ok := r.Get(c.name); ok {
			t.Errorf("%s cleared: got %#v", c.name, got)
		}
	}
}

// Lists of a line and of a table must have equal texts.
func TestTextOfJSONHasNoSpaces(t *testing.T) {
	r := record.Row{Extra: jsontext.Value(`{"list": [ {"a b": "c d"} , 1.0 ]}`)}
	for name, want := range map[string]string{"list": `[{"a b":"c d"},1.0]`, "list.0": `{"a b":"c d"}`} {
		if got, ok := r.Text(name); !ok || got != want {
			t.Errorf("%s is %s, %v, want %s", name, got, ok, want)
		}
	}
}

// A search for a field that no row has decoded all unknown fields of each row, and made
// a decoder for rows without any. A name is found however it is written.
func TestAbsentFieldsAreCheap(t *testing.T) {
	for _, extra := range []string{"", "{}", `{"gold":"It is.","n":[1,2]}`} {
		r := record.Row{Extra: jsontext.Value(extra)}
		if n := testing.AllocsPerRun(10, func() { r.ExtraField("instruction") }); n != 0 {
			t.Errorf("%s: %v allocations", extra, n)
		}
	}
	for _, extra := range []string{`{"\u0067old":1}`, `{"gold":1}`, `{"a\\b":2,"gold":1}`, "{\"\xff\":2,\"gold\":1}"} {
		r := record.Row{Extra: jsontext.Value(extra)}
		if v, ok := r.ExtraField("gold"); !ok || string(v) != "1" {
			t.Errorf("%s: got %s, %v", extra, v, ok)
		}
	}
	r := record.Row{Extra: jsontext.Value("{\"\xff\":2}")}
	if v, ok := r.ExtraField("\uFFFD"); !ok || string(v) != "2" {
		t.Errorf("a name that is no text: got %s, %v", v, ok)
	}
}

func TestExtraFields(t *testing.T) {
	var r record.Row
	r.SetExtra("b", jsontext.Value(`1.0`))
	r.SetExtra("a\n", jsontext.Value(`{"x":null}`))
	r.SetExtra("b", jsontext.Value(`2`))
	if got, want := string(r.Extra), `{"b":2,"a\n":{"x":null}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if v, ok := r.Get("b"); !ok || v != int64(2) {
		t.Errorf("b is %v, %v", v, ok)
	}
	r.DeleteExtra("b")
	r.DeleteExtra("none")
	r.DeleteExtra("a\n")
	if r.Extra != nil {
		t.Errorf("left %s", r.Extra)
	}
}

func TestFormulaID(t *testing.T) {
	seen := map[string]bool{}
	for _, pair := range [][2]string{{"", ""}, {"a", "b"}, {"ab", ""}, {"", "ab"}, {"a", "bc"}, {"ab", "c"}} {
		id := record.FormulaID(pair[0], pair[1])
		if seen[id] || len(id) != 24 {
			t.Errorf("%q: id %s", pair, id)
		}
		seen[id] = true
	}
	// A change would give new rows other identities than those of users' files.
	if got, want := record.FormulaID("plogic", "(p1 ∧ p2)"), "9db33940ca9ee761a5cec530"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":"a","z":[1,{"k":"v"}],"usage":[{"stage":"s"}]}`))
	f.Add([]byte("{\"nl\":\"\xff\"}"))
	f.Add([]byte(`{"depth":3.0,"conversations":[{"stage":"a","messages":[{"role":"user","content":"\ud800"}]}]}`))
	for _, s := range []string{
		`{"id":"a","z":[1,{"k":"v"}],"usage":[{"stage":"s","cost_usd":1e-3,"attempts":2}]}`,
		`{"depth":3.0,"batch":-07,"index":-1,"num_and":123456789012345678,"num_or":1234567890123456789}`,
		`{"conversations":[{"stage":"a","messages":[{"role":"user","content":"\ud83d\ude00 \"x\""},{}]}],"premises":["p",""]}`,
		`{"vocabulary":{"propositions":["p1","p2"],"predicates":[{"name":"r","arity":2}],"constants":[],"meanings":[{"symbol":"a","meaning":"b"}]}}`,
		`{"judgements":[{"judge":"j","verdict":"true","usage":{"stage":"verify"},"conversation":[]}],"error":{"stage":"a","kind":"b","message":"c"}}`,
		`{"a":1,"b":"\u00e9","c":null,"d":-0.5E+7,"e":true,"a":2}`, ` { "id" : "x" , "nl_leak" : false , "dfa_density" : 0.25 , "model" : null } `,
		`{"id":"a"}x`, `{"id":"a",}`, `{,}`, `{"id":"\ud800"}`, "{\"id\":\"\xff\"}", "{\"id\":\"\t\"}", `{"i\u0064":"a"}`, `{"depth":1,"depth":2}`, `{}`, ``, `[]`, `{"x":1.}`, `{"x":{"a":1,"a":2}}`,
		`{"id":"∀x. ¬(é ∧ 😀)","repair":"�"}`, `{"error":{"code":1}}`, `{"usage":[{"attempts":1.0}],"x":"\x"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var r, back record.Row
		if record.Decode(line, &r) != nil {
			return
		}
		out := record.Append(nil, &r)
		if strings.ContainsAny(string(out), "\n\r") {
			t.Fatalf("%q: more than a line: %q", line, out)
		}
		if err := record.Decode(out, &back); err != nil {
			t.Fatalf("%q: %q: %v", line, out, err)
		}
		if again := record.Append(nil, &back); string(again) != string(out) {
			t.Fatalf("%q: %q, then %q", line, out, again)
		}
	})
}

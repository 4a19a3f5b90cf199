package record

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

// FuzzPlain holds the reader of plain lines against the library: what it reads,
// the library reads as the same row.
func FuzzPlain(f *testing.F) {
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
	var p plainReader
	f.Fuzz(func(t *testing.T, line []byte) {
		var got Row
		if !p.row(line, &got) {
			return
		}
		var want Row
		if err := decode(line, func(d *decoder) error { return d.row(&want) }); err != nil {
			t.Fatalf("%q: read, but the library says %v", line, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: read as\n%+v, the library reads\n%+v", line, got, want)
		}
	})
}

// TestPlainReadsWhatAppendWrites: rows that this package writes need the
// library only where a number is not an integer of 18 digits.
func TestPlainReadsWhatAppendWrites(t *testing.T) {
	var p plainReader
	rapid.Check(t, func(t *rapid.T) {
		r := &Row{
			ID: rapid.String().Draw(t, "id"), FS: rapid.String().Draw(t, "fs"), Depth: Int(rapid.IntRange(-1e9, 1e9).Draw(t, "depth")),
			DFADensity: Float(rapid.Float64().Draw(t, "density")), NLLeak: Bool(rapid.Bool().Draw(t, "leak")),
			Vocabulary:    &Vocabulary{Propositions: rapid.SliceOf(rapid.String()).Draw(t, "propositions"), Predicates: []Predicate{{Name: "r", Arity: 2}}},
			Conversations: []Conversation{{Stage: "informalize", Messages: []Message{{Role: "user", Content: rapid.String().Draw(t, "content")}}}},
			Usage:         []Usage{{Stage: "informalize", PromptTokens: 7, CostUSD: Float(0.5)}},
			Judgements:    []Judgement{{Judge: "j", Usage: &Usage{Attempts: 1}}},
		}
		r.SetExtra("note", jsontext.Value(`[1, {"a": null}]`))
		line := Append(nil, r)
		var got Row
		if !p.row(line, &got) {
			t.Fatalf("%s: not read", line)
		}
		if again := Append(nil, &got); string(again) != string(line) {
			t.Fatalf("%s: became %s", line, again)
		}
	})
}

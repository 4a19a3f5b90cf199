package record

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestPathsIntoStructs(t *testing.T) {
	row := &Row{
		Error:      &Error{Stage: "verify", Kind: "resource", Message: "m"},
		Vocabulary: &Vocabulary{Predicates: []Predicate{{Name: "p", Arity: 2}}},
		Judgements: []Judgement{{Judge: "a"}, {Judge: "b", Verdict: Equivalent, Usage: &Usage{Stage: "judge", PromptTokens: 7}}},
		Premises:   []string{"p1", "p2"},
		Extra:      jsontext.Value(`{"user":{"age":41,"tags":["x",null],"a.b":1},"user.name":"exact","flat":3}`),
	}
	for path, want := range map[string]any{
		"error.kind":                       "resource",
		"vocabulary.predicates.0.arity":    int64(2),
		"judgements.1.verdict":             "equivalent",
		"judgements.1.usage.prompt_tokens": int64(7),
		"premises.1":                       "p2",
		"user.age":                         int64(41),
		"user.tags.0":                      "x",
		"user.name":                        "exact", // an unknown field of that very name comes first
	} {
		if got, ok := row.Get(path); !ok || got != want {
			t.Errorf("%s: got %v, %v, want %v", path, got, ok, want)
		}
	}
	for _, path := range []string{"error.nothing", "error.kind.more", "judgements.2.judge", "judgements.-1.judge", "judgements.judge", "user.tags.1", "flat.x", "nothing.x", ".", "error.", "usage.0.stage"} {
		if got, ok := row.Get(path); ok {
			t.Errorf("%s: got %v, want none", path, got)
		}
	}
	if got, _ := row.Text("user.tags"); got != `["x",null]` {
		t.Errorf("user.tags as text: %s", got)
	}
}

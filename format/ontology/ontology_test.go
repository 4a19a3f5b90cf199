package ontology_test

import (
	"os"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
)

func parse(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

const small = `{"name": "small", "story_id": 7, "note": "passed over",
 "predicates": [{"name": "Larger", "arity": 2, "positive": "{} is larger than {}"}, {"name": "Cube", "arity": 1, "positive": "{} is a cube", "negative": "{} is no cube"}],
 "constants": [{"name": "a", "meaning": "block a"}],
 "propositions": [{"name": "rain", "meaning": "it is raining"}]}`

func TestCovers(t *testing.T) {
	all, err := ontology.Read(strings.NewReader(small))
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	for _, c := range []struct{ formula, missing string }{
		{"∀x (cube(x) → Larger(x, a))", ""},
		{"rain ∧ Cube(A)", ""},
		{"Larger(a)", "predicate Larger: found 1 arguments, expected 2"},
		{"Tet(a)", "predicate Tet/1: not in the ontology"},
		{"Cube(b) ∨ snow", "constant b: not in the ontology\nproposition snow: not in the ontology"},
		{"Cube(f(a))", "function f/1: ontologies have no functions"},
	} {
		got := ""
		if err := all[0].Covers(parse(t, c.formula)); err != nil {
			got = err.Error()
		}
		if got != c.missing {
			t.Errorf("%s: missing %q, want %q", c.formula, got, c.missing)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		``:   "EOF",
		`[]`: "ontology 1: found a list, expected an object",
		`{"predicates": [{"name": "P", "arity": 0}]}`:                            "predicate P: found arity 0, expected at least 1",
		`{"predicates": [{"name": "P", "arity": 2, "positive": "{} is"}]}`:       "found 1 of {}, expected 2",
		`{"predicates": [{"name": "P", "arity": 1}, {"name": "P", "arity": 1}]}`: "predicate P/1: found twice",
		`{"predicates": [{"arity": 1}]}`:                                         "without a name",
		`{"constants": [{"name": "a"}, {"name": "a"}]}`:                          "constant a: found twice",
		`{"propositions": [{"meaning": "it rains"}]}`:                            "propositions: found one without a name",
		`{"story_id": [1]}`: "story_id: expected a string or a number",
		"{\"name\": \"x\"}\n{\"predicates\": [{\"name\": \"P\", \"arity\": -1}]}": "ontology 2: predicate P",
	} {
		if _, err := ontology.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

func TestStory(t *testing.T) {
	for text, want := range map[string]string{`7`: "7", `"7"`: "7", `"val-0"`: "val-0", `null`: ""} {
		all, err := ontology.Read(strings.NewReader(`{"story_id": ` + text + `}`))
		if err != nil || all[0].Story() != want {
			t.Errorf("%s: story %q, %v, want %q", text, all[0].Story(), err, want)
		}
	}
	all, err := ontology.Read(strings.NewReader(`{}`))
	if err != nil || all[0].Story() != "" {
		t.Errorf("story %q, %v", all[0].Story(), err)
	}
}

func TestVocabularyPutsTheUsedSpellingFirst(t *testing.T) {
	all, err := ontology.Read(strings.NewReader(`{"predicates": [
		{"name": "Women", "arity": 1, "positive": "{} is a woman"}, {"name": "Man", "arity": 1},
		{"name": "women", "arity": 1, "positive": "{} is found in women"}], "constants": [{"name": "a"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	v := all[0].Vocabulary(parse(t, "∀x (women(x))"))
	if v.Predicates[0].Name != "women" || len(v.Predicates) != 3 || v.Variables[0] != "x" || v.Constants[0] != "a" || v.Meanings != nil {
		t.Errorf("vocabulary %+v", v)
	}
	if v := all[0].Vocabulary(nil); v.Predicates[0].Name != "Women" {
		t.Errorf("vocabulary %+v", v)
	}
}

// TestSharedOntologies reads the published ontologies and counts the formulas
// that they cover.
func TestSharedOntologies(t *testing.T) {
	file, err := os.Open("../../../shared/testdata/nlfol/ontology.jsonl")
	if err != nil {
		t.Skipf("needs the shared test data: %v", err)
	}
	defer file.Close()
	all, err := ontology.Read(file)
	if err != nil || len(all) != 339 {
		t.Fatalf("read %d ontologies, want 339: %v", len(all), err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(small)
	f.Add(`{} {"story_id":"x"}`)
	f.Add(`{"predicates":[{"name":"P","arity":1,"positive":"{}"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ontology.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, o := range all {
			o.Story()
			v := o.Vocabulary(nil)
			if len(v.Predicates) != len(o.Predicates) || len(v.Constants) != len(o.Constants) {
				t.Fatalf("%d predicates became %d", len(o.Predicates), len(v.Predicates))
			}
		}
	})
}

package language

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
)

const shared = "../../../../shared/testdata"

// folio reads the formulas of FOLIO as published.
func folio(tb testing.TB) []string {
	tb.Helper()
	var all []string
	eachStory(tb, func(_ string, fs []string) { all = append(all, fs...) })
	return all
}

// eachStory calls f with the formulas of each row of FOLIO and the id of its
// story, which the validation file lacks. Some rows write lists as Python does.
func eachStory(tb testing.TB, f func(id string, fs []string)) {
	tb.Helper()
	for _, name := range []string{"train", "validation"} {
		b, err := os.ReadFile(filepath.Join(shared, "folio", "folio-"+name+".jsonl"))
		if err != nil {
			tb.Skipf("no FOLIO beside the repository: %v", err)
		}
		for line := range strings.Lines(string(b)) {
			var r struct {
				StoryID    any    `json:"story_id"`
				Premises   any    `json:"premises-FOL"`
				Conclusion string `json:"conclusion-FOL"`
			}
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				tb.Fatal(err)
			}
			var fs []string
			switch p := r.Premises.(type) {
			case []any:
				for _, s := range p {
					fs = append(fs, s.(string))
				}
			case string:
				fs = pythonList(p)
			}
			if r.Conclusion != "" {
				fs = append(fs, r.Conclusion)
			}
			f(fmt.Sprint(r.StoryID), fs)
		}
	}
}

// pythonList reads "['a', \"b\"]".
func pythonList(s string) []string {
	var items []string
	for s = strings.Trim(s, "[]"); s != ""; {
		quote := s[:1]
		item, rest, _ := strings.Cut(s[1:], quote)
		items = append(items, strings.ReplaceAll(item, `\n`, " "))
		s = strings.TrimLeft(rest, ", ")
	}
	return items
}

// checkFormula describes f and reads it back: the same tree, from a text without formal
// syntax.
func checkFormula(tb formattest.Reporter, f *logic.Formula) {
	tb.Helper()
	want := f.String()
	nl, _ := FirstOrder.Informalize(english.English(), f)
	got, err := FirstOrder.Formalize(english.English(), nl)
	if err != nil || got.String() != want {
		tb.Fatalf("formula  %s\nEnglish  %s\nread as  %s, %v", want, nl, got, err)
	}
	formattest.NoSyntax(tb, want, nl)
}

func TestFOLIORoundTrips(t *testing.T) {
	described := 0
	all := folio(t)
	for _, fs := range all {
		f, err := logic.Parse(fs, logic.Options{})
		if err != nil {
			continue
		}
		described++
		checkFormula(t, f)
	}
	if described < 6000 {
		t.Errorf("%d of %d formulas of FOLIO parse, expected 6,000 or more", described, len(all))
	}
	t.Logf("%d of %d formulas parse; all of these come back as they were", described, len(all))
}

func TestHardPairsRoundTrip(t *testing.T) {
	for _, name := range []string{"fol.jsonl", "fol-quantifiers.jsonl"} {
		b, err := os.ReadFile(filepath.Join(shared, "hard", name))
		if err != nil {
			t.Skipf("no hard pairs beside the repository: %v", err)
		}
		for line := range strings.Lines(string(b)) {
			var r struct{ FS1, FS2 string }
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			for _, fs := range []string{r.FS1, r.FS2} {
				f, err := logic.Parse(fs, logic.Options{})
				if err != nil {
					t.Fatal(err)
				}
				checkFormula(t, f)
			}
		}
	}
}

func TestAnyFormulaRoundTrips(t *testing.T) {
	for name, cfg := range map[string]formattest.FormulaConfig{
		"propositional": {Truth: true, Size: 60, Propositions: 6},
		"first-order":   {FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, Size: 40},
		"wide names":    {FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, WideNames: true, Size: 20},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f := formattest.Formula(t, cfg)
				checkFormula(t, f)
			})
		})
	}
}

// Reserved words, and words that look reserved, as symbols in every role.
func TestNamesThatAreWordsOfTheGrammar(t *testing.T) {
	names := []string{
		"a", "an", "the", "and", "And", "or", "not", "if", "then", "holds", "hold", "claim", "Claim", "says", "first", "13th",
		"x", "is", "true1", "of", "both", "either", "one", "two", "three", "following", "least", "number", "odd", "object",
		"isn't", "it's", "tautology", "contradiction", "every", "for", "there", "such", "that", "in", "order", "does",
		"equals", "relation", "formula", "Michael's", "year1946", "mr.smith", "part", "statements", "last", "finally",
		"Iff", "here", "łódź", "x_1", "A", "nothing", "c++", "tower-a", "else", "also", "but", "must",
	}
	for _, n := range names {
		for _, m := range []string{n, "p1"} {
			x, c := logic.Variable(n), logic.Constant(m+"c")
			for _, f := range []*logic.Formula{
				logic.Atom(n),
				logic.Not(logic.Atom(n)),
				logic.And(logic.Atom(n), logic.Or(logic.Atom(m), logic.Not(logic.Atom(n)))),
				logic.Forall(n, logic.Implies(logic.Atom(m, x), logic.Exists("y", logic.Atom(n+"P", x, logic.Variable("y"))))),
				logic.And(logic.Atom(n, logic.Constant(n), logic.Constant(m)), logic.Atom(m, logic.Constant(n))),
				logic.Equal(logic.Apply(n, logic.Constant(n), logic.Apply(m, c)), logic.Constant(n)),
				logic.Or(logic.Atom(n, logic.Constant(n)), logic.Atom(m), logic.Equal(logic.Constant(n), c)),
			} {
				nl, _ := FirstOrder.Informalize(english.English(), f)
				if got, err := FirstOrder.Formalize(english.English(), nl); err != nil || got.String() != f.String() {
					t.Errorf("formula %s\nEnglish %s\nread as %s, %v", f, nl, got, err)
				}
			}
		}
	}
}

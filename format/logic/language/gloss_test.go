package language

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

func TestFormulasAreDescribedByTheirGlosses(t *testing.T) {
	vocab := &record.Vocabulary{
		Propositions: []string{"p1", "p2"},
		Constants:    []string{"rina", "year1946", "cake"},
		Predicates: []record.Predicate{
			{Name: "Drinks", Arity: 1, Positive: "{} regularly drinks coffee", Negative: "{} does not regularly drink coffee"},
			{Name: "Student", Arity: 1, Positive: "{} is a student", Negative: "{} isn't a student"},
			{Name: "Works", Arity: 1, Positive: "{} is a student and works"},
			{Name: "Publish", Arity: 2, Positive: "{} was published in {}."},
			{Name: "Odd", Arity: 2, Positive: "{} is odd"}, // a template that lacks a hole is none
			{Name: "Sold", Arity: 1, Positive: "{}'s sale isn't over"},
			{Name: "Plain", Arity: 1},
		},
		Meanings: []record.Meaning{{Symbol: "p1", Meaning: "it is raining"}, {Symbol: "rina", Meaning: "Rina"}, {Symbol: "year1946", Meaning: "the year 1946"}},
	}
	for _, c := range []struct{ fs, nl string }{
		{"p1", "It is raining."},
		{"(¬p1 ∧ p2)", "It is not the case that it is raining, and p2 is true."},
		{"∀x. (Drinks(x) → ¬Student(x))", "For every x, if x regularly drinks coffee, then x isn't a student."},
		{"(Student(rina) ∨ Plain(rina))", "Rina is a student or Plain holds of Rina."},
		{"Publish(cake, year1946)", "cake was published in the year 1946."},
		{"¬Publish(year1946, cake)", "It is not the case that the year 1946 was published in cake."},
		{"Odd(rina, cake)", "Odd holds of Rina and cake."},
		{"(Student(cake) ∧ Works(cake))", "cake is a student and cake is a student and works."},
		{"Sold(cake)", "cake's sale isn't over."},
		{"∀rina. Student(rina)", "For every rina, rina is a student."},
	} {
		f, err := logic.Parse(c.fs, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		nl := FirstOrder.Informalize(f, vocab)
		if nl != c.nl {
			t.Errorf("%s is described as\n%s, expected\n%s", c.fs, nl, c.nl)
		}
		if got, err := FirstOrder.Formalize(nl, vocab); err != nil || !strings.EqualFold(got.String(), c.fs) {
			t.Errorf("%s is read as %s, %v, expected %s", nl, got, err, c.fs)
		}
	}
}

// If two glosses match the same words, the one with fewer arguments wins: it
// contains more of the words itself.
func TestGlossOfFewestArguments(t *testing.T) {
	vocab := &record.Vocabulary{
		Constants: []string{"rina"},
		Predicates: []record.Predicate{
			{Name: "Born", Arity: 2, Positive: "{} was born in {}", Negative: "{} was not born in {}"},
			{Name: "BornInPeru", Arity: 1, Positive: "{} was born in Peru", Negative: "{} was not born in Peru"},
		},
	}
	for nl, want := range map[string]string{
		"Rina was not born in Peru.": "¬BornInPeru(Rina)",
		"Rina was born in Chile.":    "Born(Rina, Chile)",
	} {
		if got, err := FirstOrder.Formalize(nl, vocab); err != nil || got.String() != want {
			t.Errorf("%s is read as %s, %v, expected %s", nl, got, err, want)
		}
	}
}

// Glosses that are the names of other symbols, or words of the grammar.
func TestGlossesThatMislead(t *testing.T) {
	vocab := &record.Vocabulary{
		Predicates: []record.Predicate{
			{Name: "P", Arity: 1, Positive: "{} is true", Negative: "{} holds"},
			{Name: "Q", Arity: 1, Positive: "not {}", Negative: "{}"},
			{Name: "R", Arity: 2, Positive: "{} and {}", Negative: "if {}, then {}"},
		},
		Meanings: []record.Meaning{{Symbol: "a", Meaning: "b"}, {Symbol: "b", Meaning: "a"}, {Symbol: "c", Meaning: "a"}, {Symbol: "p1", Meaning: "p2"}, {Symbol: "p2", Meaning: "p1 and"}},
	}
	for _, fs := range []string{
		"p1", "(p1 ∧ ¬p2)", "P(a)", "(P(a) → ¬P(b))", "¬Q(c)", "(Q(b) ∨ Q(c))", "(R(a, b) ∧ ¬R(c, c))", "∀x. (R(x, a) ∨ ¬Q(x))",
	} {
		f, err := logic.Parse(fs, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		nl := FirstOrder.Informalize(f, vocab)
		if got, err := FirstOrder.Formalize(nl, vocab); err != nil || got.String() != fs {
			t.Errorf("%s is described as %s and read as %s, %v", fs, nl, got, err)
		}
	}
}

// Every formula of FOLIO's stories comes back when it is described with the glosses
// that NL-FOL-LT gives to the story's symbols.
func TestFOLIORoundTripsByGlosses(t *testing.T) {
	vocabs, stories := storyVocabularies(t), map[string][]string{}
	eachStory(t, func(id string, fs []string) {
		stories[id] = append(stories[id], fs...)
	})
	described, byGloss := 0, 0
	for id, fs := range stories {
		vocab := vocabs[id]
		if vocab == nil {
			continue
		}
		for _, s := range fs {
			f, err := logic.Parse(s, logic.Options{})
			if err != nil {
				continue
			}
			nl := FirstOrder.Informalize(f, vocab)
			got, err := FirstOrder.Formalize(nl, vocab)
			if err != nil || !strings.EqualFold(got.String(), f.String()) {
				t.Errorf("formula %s\nEnglish %s\nread as %s, %v", f, nl, got, err)
			}
			described++
			if !strings.Contains(nl, " hold of ") && !strings.Contains(nl, " holds of ") {
				byGloss++
			}
		}
	}
	t.Logf("%d formulas of %d stories, %d described with glosses alone", described, len(stories), byGloss)
	if described < 500 || byGloss < described*3/4 {
		t.Errorf("%d of %d formulas are described with glosses, expected three quarters of 500 or more", byGloss, described)
	}
}

func toJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

func storyVocabularies(t *testing.T) map[string]*record.Vocabulary {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(shared, "nlfol", "ontology.jsonl"))
	if err != nil {
		t.Skipf("no ontology beside the repository: %v", err)
	}
	vocabs := map[string]*record.Vocabulary{}
	for line := range strings.Lines(string(b)) {
		var r struct {
			StoryID    any                `json:"story_id"`
			Predicates []record.Predicate `json:"predicates"`
			Constants  []struct{ Name, Meaning string }
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		v := &record.Vocabulary{Predicates: r.Predicates}
		for _, c := range r.Constants {
			v.Constants = append(v.Constants, c.Name)
			v.Meanings = append(v.Meanings, record.Meaning{Symbol: c.Name, Meaning: c.Meaning})
		}
		vocabs[toJSON(r.StoryID)] = v
	}
	return vocabs
}

package ontology_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"LeftOf": "left of", "isTall": "is tall", "drink_regularly": "drink regularly", "NBAPlayer": "NBA player", "y1995": "y1995",
		"PhD": "ph d", "a": "a", "A": "a", "USA": "USA", "knows-well": "knows well", "Être": "être", "children’s": "children’s", "__": "__", "": "",
	} {
		if got := strings.Join(ontology.Words(name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A draft has no faults for any formula.
func TestDraft(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Equality: true, Size: 8}).Signature(true)
		if faults := ontology.Draft(s).Faults(s); len(faults) > 0 {
			t.Fatalf("%v", faults)
		}
	})
	for name, want := range map[string]string{
		"Tall": "{} is tall / {} is not tall", "isTall": "{} is tall / {} is not tall", "HaveLegs": "{} has legs / {} does not have legs",
		"CanFly": "{} can fly / {} cannot fly", "DrinksTea": "{} drinks tea / {} does not drink tea", "Glass": "{} is glass / {} is not glass",
		"Has": "{} has / {} does not have", "Bus": "{} is bus / {} is not bus",
	} {
		p := ontology.Draft(parse(t, name+"(b)").Signature(true)).Predicates[0]
		if got := p.Positive + " / " + p.Negative; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	d := ontology.Draft(parse(t, "∀x (LargerThan(x, b) → rain)").Signature(true))
	if p := d.Predicates[0]; p.Positive != "{} is larger than {}" || p.Negative != "{} is not larger than {}" || d.Constants[0].Meaning != "b" || d.Propositions[0].Meaning != "it is so that rain" {
		t.Errorf("%+v", d)
	}
}

func TestFaults(t *testing.T) {
	o, err := ontology.Decode(`{"predicates": [
		{"name": "Larger", "arity": 1, "positive": "{} is larger than {}", "negative": "{} is not large"},
		{"name": "Cube", "arity": 1, "positive": "{} is a cube"},
		{"name": "Cube", "arity": 1, "positive": "{} is a cube", "negative": "{} is no cube"},
		{"name": "Odd", "arity": -3},
		{"arity": 1, "positive": "{} is", "negative": "{} is not"}],
		"constants": [{"name": "a", "meaning": "block a"}, {"name": "a", "meaning": "block a"}, {"name": "c"}, {"meaning": "x"}], "story_id": []}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range o.Faults(parse(t, "∀x (Larger(x, a) → Tet(b) ∧ Cube(a))").Signature(true)) {
		got = append(got, string(f.Kind)+" "+f.Symbol)
	}
	want := "duplicate a; missing b; meaning c; unnamed ; template Cube/1; duplicate Cube/1; arity Larger/2; template Larger/1; template Odd/-3; template Odd/-3; arity Odd/-3; missing Tet/1; unnamed ; document "
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("faults\n%s\nwant\n%s", s, want)
	}
	if _, err := ontology.Decode("{} {}"); err == nil || !strings.Contains(err.Error(), "found 2 ontologies") {
		t.Error(err)
	}
}

// Drafts of one story are merged without faulty symbols.
func TestMerge(t *testing.T) {
	decode := func(s string) *ontology.Ontology {
		o, err := ontology.Decode(s)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	o := decode(`{"predicates": [{"name": "P", "arity": 1, "positive": "{} is p"}], "constants": [{"name": "a", "meaning": "A"}]}`)
	_, faulty := o.Merge(decode(`{"predicates": [{"name": "P", "arity": 1, "positive": "{} is other"}, {"name": "P", "arity": 2}, {"name": "Q", "arity": 1, "positive": "is"}, {"arity": 1}],
		"constants": [{"name": "a"}, {"name": "b"}, {}], "propositions": [{"name": "rain"}]}`))
	if faulty != 3 || len(o.Predicates) != 2 || o.Predicates[0].Positive != "{} is p" || len(o.Constants) != 2 || o.Constants[0].Meaning != "A" || len(o.Propositions) != 1 {
		t.Errorf("%d faulty, %+v", faulty, o)
	}
	if faults := o.Faults(logic.Signature{}); len(faults) != 5 { // templates and meanings that there are none of
		t.Errorf("%v", faults)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(`{"predicates":[{"name":"P","arity":1,"positive":"{}"}]}`)
	f.Add("[[predicates]]\nname = \"P\"\narity = 99999999999\n")
	f.Add("[")
	s := parse(f, "∀x (P(x) → Q(x, a))").Signature(true)
	f.Fuzz(func(t *testing.T, text string) {
		o, err := ontology.Decode(text)
		if err != nil {
			return
		}
		if len(o.Faults(s)) == 0 && (len(o.Predicates) < 2 || len(o.Constants) < 1) {
			t.Fatalf("%q has no faults", text)
		}
	})
}

// An ontology in which two symbols have one meaning, or drafts that give one symbol two
// meanings, were not noticed.
func TestAmbiguities(t *testing.T) {
	decode := func(s string) *ontology.Ontology {
		o, err := ontology.Decode(s)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	list := func(faults []ontology.Fault) string {
		var all []string
		for _, f := range faults {
			all = append(all, string(f.Kind)+" "+f.Symbol)
		}
		return strings.Join(all, "; ")
	}
	o := decode(`{"predicates": [
		{"name": "Tall", "arity": 1, "positive": "{} is tall", "negative": "{} is not tall"},
		{"name": "High", "arity": 1, "positive": "{}  is Tall.", "negative": "{} is low"},
		{"name": "Low", "arity": 1, "positive": "{} is low", "negative": "{} is high"},
		{"name": "Odd", "arity": 1, "positive": "{} is odd", "negative": "{} is odd"},
		{"name": "Tall", "arity": 2, "positive": "{} is taller than {}", "negative": "{} is not taller than {}"}],
		"constants": [{"name": "a", "meaning": "Ann"}, {"name": "b", "meaning": "ann"}, {"name": "c"}, {"name": "d"}],
		"propositions": [{"name": "rain", "meaning": "it is raining"}, {"name": "wet", "meaning": "It is raining"}]}`)
	if got, want := list(o.Ambiguities()), "ambiguous High/1; ambiguous Low/1; ambiguous Odd/1; ambiguous b; ambiguous wet"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
	other := decode(`{"predicates": [{"name": "Tall", "arity": 1, "positive": "{} is long"}, {"name": "Tall", "arity": 2, "positive": "{} is taller than {}."}],
		"constants": [{"name": "a", "meaning": "Anne"}, {"name": "c", "meaning": "Cora"}], "propositions": [{"name": "rain", "meaning": "it pours"}, {"name": "new", "meaning": "it is new"}]}`)
	conflicts, _ := o.Merge(other)
	if got, want := list(conflicts), "ambiguous Tall/1; ambiguous a; ambiguous c; ambiguous rain"; got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

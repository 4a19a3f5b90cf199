package gen

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/gen/grammar"
)

func paper() Vocabulary {
	return Vocabulary{Propositions: 12, Predicates: 8, Arity: grammar.Range{Min: 1, Max: 2}, Objects: 12, AlphabetSize: 2}
}

func TestPlainVocabulary(t *testing.T) {
	s, err := newSource(paper())
	if err != nil {
		t.Fatal(err)
	}
	arities := map[string]map[int]bool{}
	for seed := range 100 {
		v := s.draw(rand.New(rand.NewPCG(uint64(seed), 1)))
		if got := strings.Join(v.propositions, " "); got != "p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12" || !slices.Equal(v.objects, v.propositions) {
			t.Fatalf("found the propositions %s and the objects %v", got, v.objects)
		}
		if !slices.Equal(v.alphabet, []string{"0", "1"}) {
			t.Fatalf("found the alphabet %v", v.alphabet)
		}
		for _, p := range v.predicates {
			if arities[p.name] == nil {
				arities[p.name] = map[int]bool{}
			}
			arities[p.name][p.arity] = true
		}
	}
	for _, name := range []string{"pred1", "pred8"} {
		if want := map[int]bool{1: true, 2: true}; !reflect.DeepEqual(arities[name], want) {
			t.Errorf("%s has the arities %v, expected 1 and 2", name, arities[name])
		}
	}
	if len(arities) != 8 {
		t.Errorf("found %d predicates, expected 8", len(arities))
	}
}

func TestEnglishVocabulary(t *testing.T) {
	c := paper()
	c.English = true
	use := packagedVerbs()
	s, err := newSource(c)
	if err != nil {
		t.Fatal(err)
	}
	names, verbs := map[string]bool{}, map[string]bool{}
	for seed := range 500 {
		v := s.draw(rand.New(rand.NewPCG(uint64(seed), 1)))
		words := map[string]bool{}
		for _, p := range v.predicates {
			words[p.name], verbs[p.name] = true, true
			if p.arity == 1 && !slices.Contains(use.intransitive, p.name) || p.arity == 2 && !slices.Contains(use.transitive, p.name) {
				t.Fatalf("found %s with %d arguments, expected as the list says", p.name, p.arity)
			}
		}
		for _, o := range v.objects {
			words[o], names[o] = true, true
			if use.have(o) || o != strings.ToLower(o) {
				t.Fatalf("found the name %q, expected lower case and no verb", o)
			}
		}
		if len(words) != 20 {
			t.Fatalf("found %d different words in %+v, expected 8 verbs and 12 names", len(words), v)
		}
	}
	if len(verbs) < 500 || len(names) < 1000 {
		t.Errorf("500 formulas have %d verbs and %d names, expected most of those there are", len(verbs), len(names))
	}
	again := s.draw(rand.New(rand.NewPCG(7, 1)))
	if got := s.draw(rand.New(rand.NewPCG(7, 1))); !reflect.DeepEqual(got, again) {
		t.Errorf("the same seed gives %+v and %+v", got, again)
	}
}

// TestWordsReadAsNames checks that no verb is a keyword of the parser.
func TestWordsReadAsNames(t *testing.T) {
	for _, verb := range slices.Concat(packagedVerbs().transitive, packagedVerbs().intransitive) {
		if !isWord(verb) || reserved[verb] {
			t.Errorf("%s is no word", verb)
		}
		text := verb + "(x1, " + verb + "er)"
		if f, err := logic.Parse(text, logic.Options{}); err != nil || f.Op != logic.OpAtom || f.String() != text {
			t.Errorf("%s reads as %v, %v", text, f, err)
		}
	}
	for word := range reserved {
		if f, err := logic.Parse(word+"(p1)", logic.Options{}); err == nil && f.Op == logic.OpAtom && f.Name == word {
			t.Logf("%s is kept from names with no need", word)
		}
	}
}

func TestVocabularyErrors(t *testing.T) {
	for want, change := range map[string]func(*Vocabulary){
		"propositions: found 0, expected 1 to 1000000":                            func(v *Vocabulary) { v.Propositions = 0 },
		"largest arity: found 0, expected 1 to 1000000":                           func(v *Vocabulary) { v.Arity.Max = 0 },
		"smallest arity: found 2, expected 1 to 1":                                func(v *Vocabulary) { v.Arity.Min, v.Arity.Max = 2, 1 },
		"alphabet size: found 37, expected 1 to 36":                               func(v *Vocabulary) { v.AlphabetSize = 37 },
		"verbs without an object: found 313, expected as many as predicates, 600": func(v *Vocabulary) { v.English, v.Predicates = true, 600 },
		"objects: found 1001, expected at most 1000 where they are first names":   func(v *Vocabulary) { v.English, v.Objects = true, 1001 },
		"verbs with an object: found 437, expected as many as predicates, 600":    func(v *Vocabulary) { v.English, v.Arity.Min, v.Predicates = true, 2, 600 },
	} {
		c := config(t, "fol", func(c *Config) { change(&c.Vocabulary) })
		if err := c.Check(); err == nil || err.Error() != want {
			t.Errorf("found the error %v, expected %s", err, want)
		}
	}
}

// The vocabulary of a regular expression was its own symbols, which prompts then showed
// as the alphabet: 1 for 1*, in a dataset over 0 and 1.
func TestAlphabetIsThatOfTheDataset(t *testing.T) {
	for text, want := range map[string][]string{
		"S -> S '*' | Σ":                    {"0", "1"},
		"S -> '(' S ')*' | Σ | 'a'":         {"0", "1", "a"},
		"S -> '(' S 'ab)*' | 'c' | '[x-z]'": {"a", "b", "c"},
	} {
		g, err := grammar.Parse("own.cfg", text)
		if err != nil {
			t.Fatal(err)
		}
		c := config(t, "regex", func(c *Config) { c.Grammar, c.Formalism, c.Depth, c.SampleCount = g, "regex", 4, 3 })
		for _, r := range rows(t, c) {
			if r.Vocabulary == nil || !slices.Equal(r.Vocabulary.Alphabet, want) {
				t.Errorf("%s: %s has the vocabulary %+v, want the alphabet %v", text, r.FS, r.Vocabulary, want)
			}
		}
	}
}

package gen

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

func packagedMeanings(t *testing.T) *Meanings {
	t.Helper()
	m, err := PackagedMeanings()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPackagedMeaningsSufficeForThePaper(t *testing.T) {
	m := packagedMeanings(t)
	c := paper()
	c.MaxArity = 3
	for _, kinds := range [][2]bool{{true, false}, {false, true}} {
		if err := m.check(c, kinds[0], kinds[1]); err != nil {
			t.Error(err)
		}
	}
}

func TestMeaningsThatDoNotSuffice(t *testing.T) {
	m, err := ParseMeanings("mine.toml", `
[[proposition]]
meaning = "it is raining"
[[proposition]]
symbol = "p2"
meaning = "it is cold"
[[predicate]]
positive = "{} sleeps"
`)
	if err != nil {
		t.Fatal(err)
	}
	c := paper()
	c.Propositions = 2
	if err := m.check(c, true, false); err != nil {
		t.Errorf("one meaning for p1 and one drawn: %v", err)
	}
	c.Propositions = 3
	english := paper()
	english.English = true
	for want, err := range map[string]error{
		"mine.toml: proposition: found 1 without a symbol, expected at least 2":                m.check(c, true, false),
		"mine.toml: predicate with 1 times {}: found 1 without a symbol, expected at least 8":  m.check(c, false, true),
		"meanings: found regular expressions, expected formulas":                               m.check(c, false, false),
		"meanings: found a grammar of propositions and predicates, whose objects are named p1": m.check(c, true, true),
		"<nil>": m.check(english, false, true),
	} {
		if got := fmt.Sprint(err); !strings.HasPrefix(got, want) {
			t.Errorf("found %q, expected %q", got, want)
		}
	}
}

func TestFilesOfMeanings(t *testing.T) {
	for text, want := range map[string]string{
		`[[proposition]]`:                                                                                   `mine.toml: proposition 1: meaning: found none, expected English`,
		"[[proposition]]\nmeaning = \"\"":                                                                   `mine.toml: proposition 1: meaning: found none`,
		"[[proposition]]\nmeaning = \"it rains.\"":                                                          `mine.toml: proposition 1: meaning: found "it rains.", expected no mark at its end`,
		"[[proposition]]\nmeaning = \" it rains\"":                                                          `mine.toml: proposition 1: meaning: found " it rains", expected no white space around it`,
		"[[proposition]]\nmeaning = \"it\\nrains\"":                                                         `mine.toml: proposition 1: meaning: found "it\nrains", expected one line of text`,
		"[[proposition]]\nmeaning = \"a; not: b\"":                                                          `mine.toml: proposition 1: meaning: found "a; not: b", expected neither ; nor :`,
		"[[proposition]]\nmeaning = \"12\"":                                                                 `mine.toml: proposition 1: meaning: found "12", expected words`,
		"[[proposition]]\nmeaning = \"{} rains\"":                                                           `mine.toml: proposition 1: meaning: found "{} rains", expected none of the {} of predicates`,
		"[[constant]]\nmeaning = \"" + strings.Repeat("a", 301) + `"`:                                       `mine.toml: constant 1: meaning: found 301 bytes, expected at most 300`,
		"[[predicate]]\npositive = \"it rains\"":                                                            `mine.toml: predicate 1: positive: found "it rains", expected a sentence with {} for each argument`,
		"[[predicate]]\npositive = \"{}\"":                                                                  `mine.toml: predicate 1: positive: found "{}", expected words`,
		"[[predicate]]\npositive = \"{} sees {}\"\nnegative = \"{} is blind\"":                              `mine.toml: predicate 1: negative: found 1 times {}, expected 2 as in the positive`,
		"[[constant]]\nmeaning = \"Ann\"\n[[constant]]\nmeaning = \"ANN\"":                                  `mine.toml: constant 2: meaning: found "ANN", which is that of mine.toml: constant 1 too`,
		"[[constant]]\nsymbol = \"p1\"\nmeaning = \"Ann\"\n[[constant]]\nsymbol = \"P1\"\nmeaning = \"Bo\"": `mine.toml: constant 2: symbol: found "P1" a second time`,
		"[[predicate]]\npositive = \"{} is up\"\nnegative = \"{}  is Up\"":                                  `mine.toml: predicate 1: `,
		"[[noun]]\nmeaning = \"Ann\"":                                                                       `mine.toml:1:3: found the key noun, expected tables proposition and constant`,
		"[[constant]]\nmeaning = 3":                                                                         `mine.toml:2:11: `,
		"[[constant]\n":                                                                                     `mine.toml:1:`,
	} {
		_, err := ParseMeanings("mine.toml", text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s\nfound %v\nexpected %s", text, err, want)
		}
	}
}

func symbols() record.Vocabulary {
	return record.Vocabulary{
		Propositions: []string{"p3", "p1", "p9"},
		Constants:    []string{"p4", "p2"},
		Predicates:   []record.Predicate{{Name: "pred1", Arity: 1}, {Name: "pred2", Arity: 2}, {Name: "pred3", Arity: 2}},
	}
}

func TestAssignedMeaningsAreDistinctAndSeeded(t *testing.T) {
	m := packagedMeanings(t)
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		v, again := symbols(), symbols()
		m.Assign(&v, false, rand.New(rand.NewPCG(seed, 1)))
		m.Assign(&again, false, rand.New(rand.NewPCG(seed, 1)))
		if !reflect.DeepEqual(v, again) {
			t.Fatalf("two draws with one seed: %v and %v", v, again)
		}
		seen := map[string]bool{}
		for _, of := range v.Meanings {
			seen[of.Meaning] = true
		}
		for _, p := range v.Predicates {
			if int64(strings.Count(p.Positive, hole)) != p.Arity || int64(strings.Count(p.Negative, hole)) != p.Arity {
				t.Fatalf("templates of %+v", p)
			}
			seen[p.Positive] = true
		}
		if len(v.Meanings) != 5 || len(seen) != 8 {
			t.Fatalf("found %d meanings, %d different ones, expected 5 and, with those of predicates, 8", len(v.Meanings), len(seen))
		}
	})
}

func TestSymbolsKeepTheirOwnMeanings(t *testing.T) {
	m, err := ParseMeanings("mine.toml", `
[[proposition]]
symbol = "p1"
meaning = "it is raining"
[[proposition]]
meaning = "it is late"
[[predicate]]
symbol = "pred2"
positive = "{} outshines {}"
`)
	if err != nil {
		t.Fatal(err)
	}
	v := symbols()
	v.Propositions = []string{"p3", "p1"}
	m.Assign(&v, false, rand.New(rand.NewPCG(1, 1)))
	if want := []record.Meaning{{Symbol: "p3", Meaning: "it is late"}, {Symbol: "p1", Meaning: "it is raining"}}; !reflect.DeepEqual(v.Meanings, want) {
		t.Errorf("meanings %v, expected %v", v.Meanings, want)
	}
	if got := v.Predicates[1]; got.Positive != "{} outshines {}" || got.Negative != "" || v.Predicates[0].Positive != "" {
		t.Errorf("predicates %v", v.Predicates)
	}
}

func TestWordsMeanWhatTheySay(t *testing.T) {
	v := record.Vocabulary{Constants: []string{"ann"}, Predicates: []record.Predicate{{Name: "sleep", Arity: 1}, {Name: "carry", Arity: 2}, {Name: "send", Arity: 3}}}
	packagedMeanings(t).Assign(&v, true, rand.New(rand.NewPCG(1, 1)))
	want := record.Vocabulary{
		Constants: []string{"ann"}, Meanings: []record.Meaning{{Symbol: "ann", Meaning: "Ann"}},
		Predicates: []record.Predicate{
			{Name: "sleep", Arity: 1, Positive: "{} sleeps", Negative: "{} does not sleep"},
			{Name: "carry", Arity: 2, Positive: "{} carries {}", Negative: "{} does not carry {}"},
			{Name: "send", Arity: 3},
		},
	}
	if !reflect.DeepEqual(v, want) {
		t.Errorf("found %+v, expected %+v", v, want)
	}
}

func FuzzParseMeanings(f *testing.F) {
	f.Add("[[proposition]]\nmeaning = \"it rains\"\n[[predicate]]\nsymbol = \"pred1\"\npositive = \"{} sleeps\"\n")
	f.Add("[[constant]]\nmeaning = \"{}\"")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMeanings("f", text)
		if err != nil {
			return
		}
		v := symbols()
		m.Assign(&v, false, rand.New(rand.NewPCG(1, 1)))
		m.Assign(&v, true, rand.New(rand.NewPCG(1, 1)))
	})
}

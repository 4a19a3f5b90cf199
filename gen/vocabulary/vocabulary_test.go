package vocabulary

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/logic"
)

func packagedVerbs(t *testing.T) []Verb {
	t.Helper()
	text, err := data.FS.ReadFile("vocabularies/verbs.txt")
	if err != nil {
		t.Fatal(err)
	}
	verbs, err := ParseVerbs("verbs.txt", string(text))
	if err != nil {
		t.Fatal(err)
	}
	return verbs
}

func paper() Config {
	return Config{Propositions: 12, Predicates: 8, MinArity: 1, MaxArity: 2, Objects: 12, AlphabetSize: 2}
}

func TestPlainVocabulary(t *testing.T) {
	s, err := NewSource(paper())
	if err != nil {
		t.Fatal(err)
	}
	arities := map[string]map[int]bool{}
	for seed := range 100 {
		v := s.Draw(rand.New(rand.NewPCG(uint64(seed), 1)))
		if got := strings.Join(v.Propositions, " "); got != "p1 p2 p3 p4 p5 p6 p7 p8 p9 p10 p11 p12" || !slices.Equal(v.Objects, v.Propositions) {
			t.Fatalf("found the propositions %s and the objects %v", got, v.Objects)
		}
		if !slices.Equal(v.Alphabet, []string{"0", "1"}) {
			t.Fatalf("found the alphabet %v", v.Alphabet)
		}
		for _, p := range v.Predicates {
			if arities[p.Name] == nil {
				arities[p.Name] = map[int]bool{}
			}
			arities[p.Name][p.Arity] = true
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
	c.English, c.Verbs = true, packagedVerbs(t)
	use := map[string]Verb{}
	for _, v := range c.Verbs {
		use[v.Word] = v
	}
	s, err := NewSource(c)
	if err != nil {
		t.Fatal(err)
	}
	names, verbs := map[string]bool{}, map[string]bool{}
	for seed := range 500 {
		v := s.Draw(rand.New(rand.NewPCG(uint64(seed), 1)))
		words := map[string]bool{}
		for _, p := range v.Predicates {
			words[p.Name], verbs[p.Name] = true, true
			if p.Arity == 1 && !use[p.Name].Intransitive || p.Arity == 2 && !use[p.Name].Transitive {
				t.Fatalf("found %s with %d arguments, expected as %+v says", p.Name, p.Arity, use[p.Name])
			}
		}
		for _, o := range v.Objects {
			words[o], names[o] = true, true
			if _, isVerb := use[o]; isVerb || o != strings.ToLower(o) {
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
	again := s.Draw(rand.New(rand.NewPCG(7, 1)))
	if got := s.Draw(rand.New(rand.NewPCG(7, 1))); !reflect.DeepEqual(got, again) {
		t.Errorf("the same seed gives %+v and %+v", got, again)
	}
}

// TestWordsReadAsNames checks that no verb is a keyword of the parser.
func TestWordsReadAsNames(t *testing.T) {
	for _, v := range packagedVerbs(t) {
		text := v.Word + "(x1, " + v.Word + "er)"
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

func TestParseVerbs(t *testing.T) {
	got, err := ParseVerbs("f", "# list\nrun both\nchase transitive # with\nsleep intransitive\nwalk\nrun\nchase intransitive\n")
	want := []Verb{{"chase", true, true}, {"run", true, true}, {"sleep", false, true}, {"walk", true, true}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("found %v, %v, expected %v", got, err, want)
	}
	for text, want := range map[string]string{
		"walk\nRun":  `f:2: found "Run", expected a verb of the letters a to z that is no keyword of formulas`,
		"implies":    `f:1: found "implies", expected a verb of the letters a to z that is no keyword of formulas`,
		"walk often": `f:1: found "often" after "walk", expected transitive, intransitive or both`,
	} {
		if _, err := ParseVerbs("f", text); err == nil || err.Error() != want {
			t.Errorf("found the error %v, expected %s", err, want)
		}
	}
}

func TestReadVerbNet(t *testing.T) {
	got, err := ReadVerbNet(os.DirFS("testdata/verbnet"))
	want := []Verb{{"chase", true, false}, {"doze", false, true}, {"hurry", true, true}, {"track", true, false}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("found %v, %v, expected %v", got, err, want)
	}
	for name, test := range map[string]struct {
		file string
		want string
	}{
		"empty":  {"", "verbnet: no verbs in 1 class files (*.xml)"},
		"broken": {"<VNCLASS><MEMBERS>", "verbnet: a.xml: XML syntax error on line 1: unexpected EOF"},
	} {
		if test.file == "" {
			test.file = "<VNCLASS/>"
		}
		if _, err := ReadVerbNet(fstest.MapFS{"a.xml": {Data: []byte(test.file)}}); err == nil || err.Error() != test.want {
			t.Errorf("%s: found the error %v, expected %s", name, err, test.want)
		}
	}
}

func TestConfigErrors(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"vocabulary: 0 propositions, 8 predicates and 12 objects, expected at least one of each": func(c *Config) { c.Propositions = 0 },
		"vocabulary: predicates of arity 2 to 1, expected 1 or more, ascending":                  func(c *Config) { c.MinArity, c.MaxArity = 2, 1 },
		"vocabulary: an alphabet of 37 symbols, expected 1 to 36":                                func(c *Config) { c.AlphabetSize = 37 },
		"vocabulary: 0 verbs without an object, expected as many as predicates, 8":               func(c *Config) { c.English = true },
		"vocabulary: 1001 objects, expected at most 1000 where they are first names":             func(c *Config) { c.English, c.Verbs, c.Objects = true, packagedVerbs(t), 1001 },
		"vocabulary: 0 verbs with an object, expected as many as predicates, 8":                  func(c *Config) { c.English, c.MinArity = true, 2 },
	} {
		c := paper()
		change(&c)
		if _, err := NewSource(c); err == nil || err.Error() != want {
			t.Errorf("found the error %v, expected %s", err, want)
		}
	}
}

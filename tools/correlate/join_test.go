package correlate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/metrics"
)

// byModel joins by model, without aliases.
var byModel = &joiner{keys: metrics.By("model"), aliases: aliases{}}

func scoresOf(s Scores) scored { return scored{categories: []category{{scores: s}}} }

func TestJoinTakesPointsOfBoth(t *testing.T) {
	x, y := Scores{"a": 1, "b": 2, "z": 9}, Scores{"b": 20, "a": 10, "y": 8}
	got := byModel.pair(scoresOf(x), scoresOf(y)).join(x, y)
	if want := "{[a b] [a b] [1 2] [10 20] [z] [y]}"; fmt.Sprint(got) != want {
		t.Errorf("found %v, expected %s", got, want)
	}
}

// Names that differ only by the provider or the date were left out in silence, and
// names of different models must stay apart.
func TestAliasesJoinOnlyOneModel(t *testing.T) {
	all, err := readAliases("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, xs, ys, want string }{
		{"equal", "gpt-4o b", "gpt-4o c", "gpt-4o:gpt-4o"},
		{"provider and publisher's name", "meta-llama/meta-llama-3-8b-instruct", "llama-3-8b-instruct", "meta-llama/meta-llama-3-8b-instruct:llama-3-8b-instruct"},
		{"two names of one model", "llama3-8b-instruct", "meta-llama/meta-llama-3-8b-instruct", "llama3-8b-instruct:meta-llama/meta-llama-3-8b-instruct"},
		{"version and family", "openai/gpt-4o-2024-08-06", "gpt-4o", "openai/gpt-4o-2024-08-06:gpt-4o"},
		{"family and version", "gpt-4o", "gpt-4o-2024-08-06", "gpt-4o:gpt-4o-2024-08-06"},
		{"two versions of one family", "gpt-4o-2024-05-13 gpt-4o-2024-08-06", "gpt-4o", ""},
		{"a version on each side", "gpt-4o-2024-05-13", "gpt-4o-2024-08-06", ""},
		{"the family has its own score", "gpt-4o gpt-4o-2024-08-06", "gpt-4o", "gpt-4o:gpt-4o"},
		{"each has its own score", "gpt-4o gpt-4o-2024-08-06", "gpt-4o-2024-08-06 gpt-4o", "gpt-4o:gpt-4o gpt-4o-2024-08-06:gpt-4o-2024-08-06"},
		{"one version is exact", "gpt-4o-2024-05-13 gpt-4o-2024-08-06", "gpt-4o gpt-4o-2024-08-06", "gpt-4o-2024-05-13:gpt-4o gpt-4o-2024-08-06:gpt-4o-2024-08-06"},
		{"two names of one model on one side", "meta-llama-3-8b-instruct llama3-8b-instruct", "llama-3-8b-instruct", ""},
		{"the family before a version", "openai/gpt-4o gpt-4o-2024-05-13", "gpt-4o", "openai/gpt-4o:gpt-4o"},
		{"an unknown provider", "someone/gpt-4o", "gpt-4o", ""},
		{"an unknown date", "gpt-4o-2031-01-01", "gpt-4o", ""},
		{"mini is another model", "gpt-4o-mini-2024-07-18", "gpt-4o", ""},
		{"the paper's name of Mistral", "mistral-v0.1-7b-instruct", "mistral-7b-instruct-v0.1", "mistral-v0.1-7b-instruct:mistral-7b-instruct-v0.1"},
		{"another release of Mistral", "mistral-v0.2-7b-instruct", "mistral-7b-instruct-v0.1", ""},
	} {
		got := all.partners(strings.Fields(c.xs), strings.Fields(c.ys))
		if s := strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(got), "map["), "]"); s != c.want {
			t.Errorf("%s: found %s, expected %s", c.name, s, c.want)
		}
	}
}

// AutoEval runs Mistral v0.2 and has scores of v0.1. The scripts of the papers join the
// two, unless v0.1 has been run, too.
func TestAliasesOfThePapers(t *testing.T) {
	all, err := readAliases("../../data/examples/paper/aliases.csv")
	if err != nil {
		t.Fatal(err)
	}
	for xs, want := range map[string]string{
		"mistral-v0.2-7b-instruct":                                    "map[mistral-v0.2-7b-instruct:mistral-7b-instruct-v0.1]",
		"mistralai/mistral-7b-instruct-v0.2":                          "map[mistralai/mistral-7b-instruct-v0.2:mistral-7b-instruct-v0.1]",
		"mistral-7b-instruct-v0.1 mistralai/mistral-7b-instruct-v0.2": "map[mistral-7b-instruct-v0.1:mistral-7b-instruct-v0.1]",
	} {
		if got := fmt.Sprint(all.partners(strings.Fields(xs), []string{"mistral-7b-instruct-v0.1"})); got != want {
			t.Errorf("%s: found %s, expected %s", xs, got, want)
		}
	}
}

func TestAliasesOfAFile(t *testing.T) {
	for _, c := range []struct{ file, name, want string }{
		{"alias,model\nmine,gpt-4o\n", "mine", "{gpt-4o }"},
		{"alias,model,relation\nMine,V,version\nv,w,same\n", "mine", "{mine w}"},
		{"alias,model\nlab/*,*\nlab/b/*,*\nc,d\n", "lab/b/c", "{d }"},
		{"alias,model\nkept,kept\n", "kept", "{kept }"},
		{"name,model\na,b\n", "", "found columns name, model, expected alias, model and, optionally, relation"},
		{"alias,model,relation\na,b,like\n", "", `line 2: relation: found "like", expected same or version`},
		{"alias,model\na,b\nA,c\n", "", `line 3: second line of alias "a"`},
		{"alias,model\na,\n", "", `line 2: found alias "a" and model "", expected two names`},
		{"alias,model\na*,b\n", "", `line 2: found alias "a*", model "b" and relation same, expected two names, or PREFIX*, * and same`},
		{"alias,model\na,b\nb,a\n", "", "lead back to"},
	} {
		a := aliases{"kept": {"removed", same}}
		got := ""
		if err := a.add(strings.NewReader(c.file)); err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(a.identify(c.name))
		}
		if got != c.want && !(c.name == "" && strings.Contains(got, c.want)) {
			t.Errorf("%q: found %s, expected %s", c.file, got, c.want)
		}
	}
}

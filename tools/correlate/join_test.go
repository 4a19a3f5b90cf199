package correlate

import (
	"fmt"
	"strings"
	"testing"
)

// byModel joins by model, without aliases.
var byModel = &joiner{columns: []string{"model"}, aliases: aliases{}}

func TestJoinTakesPointsOfBoth(t *testing.T) {
	got := join(score{}, score{}, map[point]float64{"a": 1, "b": 2, "z": 9}, map[point]float64{"b": 20, "a": 10, "y": 8})
	if s, want := fmt.Sprint(got.points, got.xs, got.ys, got.xOnly, got.yOnly), "[a b] [1 2] [10 20] [z] [y]"; s != want {
		t.Errorf("found %s, expected %s", s, want)
	}
}

// Names that differ only by the provider were left out in silence, and names of different
// models must stay apart.
func TestAliasesJoinOnlyOneModel(t *testing.T) {
	all, err := readAliases("")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, x, y string
		same       bool
	}{
		{"equal", "gpt-4o", "gpt-4o", true},
		{"letter case", "GPT-4o", "gpt-4o", true},
		{"provider and publisher's name", "meta-llama/Meta-Llama-3-8B-Instruct", "llama-3-8b-instruct", true},
		{"two names of one model", "llama3-8b-instruct", "meta-llama/meta-llama-3-8b-instruct", true},
		{"version and family", "openai/gpt-4o-2024-08-06", "gpt-4o", false},
		{"an unknown provider", "someone/gpt-4o", "gpt-4o", false},
		{"the paper's name of Mistral", "mistral-v0.1-7b-instruct", "mistral-7b-instruct-v0.1", true},
		{"another release of Mistral", "mistral-v0.2-7b-instruct", "mistral-7b-instruct-v0.1", false},
	} {
		if got := all.model(c.x) == all.model(c.y); got != c.same {
			t.Errorf("%s: %s and %s are one model: %v, expected %v", c.name, c.x, c.y, got, c.same)
		}
	}
}

// AutoEval runs Mistral v0.2 and has scores of v0.1. The scripts of the papers join the two.
func TestAliasesOfThePapers(t *testing.T) {
	all, err := readAliases("../../data/examples/paper/aliases.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"mistral-v0.2-7b-instruct", "mistralai/Mistral-7B-Instruct-v0.2", "mistral-7b-instruct-v0.1"} {
		if got := all.model(name); got != "mistral-7b-instruct-v0.1" {
			t.Errorf("%s stands for %s", name, got)
		}
	}
}

func TestAliasesOfAFile(t *testing.T) {
	for _, c := range []struct{ file, name, want string }{
		{"alias,model\nmine,gpt-4o\n", "Mine", "gpt-4o"},
		{"alias,model,source\nMine,V,\nv,w,me\n", "mine", "w"},
		{"alias,model\nkept,kept\n", "kept", "kept"},
		{"alias,model\na,b\nb,a\n", "a", ""}, // ends
		{"name,model\na,b\n", "", "found columns name, model, expected alias and model"},
		{"alias,model\na,b\nA,c\n", "", `line 3: second line of alias "a"`},
		{"alias,model\na,\n", "", `line 2: found alias "a" and model "", expected two names`},
	} {
		a := aliases{"kept": "removed"}
		in, err := readCSV(strings.NewReader(c.file))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := a.add(in); err != nil {
			got = err.Error()
		} else {
			got = a.model(c.name)
		}
		if got != c.want && c.want != "" {
			t.Errorf("%q: found %s, expected %s", c.file, got, c.want)
		}
	}
}

// The mean of two models would be the score of neither.
func TestTwoNamesOfOneModel(t *testing.T) {
	all, err := readAliases("")
	if err != nil {
		t.Fatal(err)
	}
	in, err := readCSV(strings.NewReader("model,rows,x\nopenai/gpt-4o,1,0.5\ngpt-4o,1,0.7\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = score{"", "x", in}.points(&joiner{columns: byModel.columns, aliases: all}, none)
	if err == nil || !strings.Contains(err.Error(), "line 3: openai/gpt-4o and gpt-4o are names of one model") {
		t.Errorf("error %v", err)
	}
}

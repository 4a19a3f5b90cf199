package automata

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/regex"
)

func TestMeasure(t *testing.T) {
	tests := []struct {
		expr string
		want Size
	}{
		{"∅", Size{0, 0, 0}},
		{"a∅", Size{0, 0, 0}},
		{"a^", Size{0, 0, 0}},
		{"ε", Size{1, 0, 0}},
		{"0", Size{2, 1, 0.5}},
		{"0*", Size{1, 1, 0}},
		{"(01)*", Size{2, 2, 1}},
		{"(0*1*)*", Size{1, 2, 0}},
		{"(0|1)*", Size{1, 2, 0}},
		{"[01]*", Size{1, 2, 0}},
		{"0*1*", Size{2, 3, 1.5}},
		{"(0|1)*00", Size{3, 6, 1}},
		{"(0|1)*0(0|1)(0|1)", Size{8, 16, 0.3}}, // 16/56 = 0.29
		{"a{3}", Size{4, 3, 0.3}},               // 3/12 = 0.25
		{"[a-z]", Size{2, 26, 13}},
		{`[\x{D000}-\x{D7FF}]`, Size{2, 0x800, 1024}},
		{`[\x{D7FF}-\x{E000}]`, Size{2, 2, 1}},
		{".", Size{2, 1_112_064, 556_032}},
		{"[^a]*", Size{1, 1_112_063, 0}},
	}
	for _, tt := range tests {
		got, err := Measure(parse(t, tt.expr), Limits{})
		if err != nil || got != tt.want {
			t.Errorf("Measure(%s) = %+v, %v; want %+v", tt.expr, got, err, tt.want)
		}
	}
}

// residuals counts the minimal automaton by the theorem of Myhill and Nerode:
// a state is a set of strings that may follow a prefix, an edge leads from one
// that is not empty to another. Prefixes and continuations have at most n runes.
func residuals(e *regex.Expr, alphabet string, n int) Size {
	continuation := func(prefix string) string {
		var set strings.Builder
		for s := range stringsOver(alphabet, n) {
			if matches(e, prefix+s) {
				fmt.Fprintf(&set, "%s,", s)
			}
		}
		return set.String()
	}
	states, edges := map[string]bool{}, map[string]bool{}
	for prefix := range stringsOver(alphabet, n) {
		from := continuation(prefix)
		if from == "" {
			continue
		}
		states[from] = true
		for _, r := range alphabet {
			if continuation(prefix+string(r)) != "" {
				edges[from+string(r)] = true
			}
		}
	}
	size := Size{States: len(states), Edges: len(edges)}
	if n := size.States; n > 1 {
		size.Density = math.Round(float64(size.Edges)*10/float64(n*(n-1))) / 10
	}
	return size
}

func TestMeasureAgainstResiduals(t *testing.T) {
	trees := treesOfSize(6,
		[]*regex.Expr{regex.Symbol('0'), regex.Symbol('1')},
		[]func(*regex.Expr) *regex.Expr{regex.Star},
		[]func(...*regex.Expr) *regex.Expr{regex.Concat, regex.Alternate})
	for i, e := range trees {
		if i%5 != 0 {
			continue
		}
		got, err := Measure(e, Limits{})
		if want := residuals(e, "01", 4); err != nil || got != want {
			t.Errorf("Measure(%s) = %+v, %v; want %+v", e, got, err, want)
		}
	}
}

// TestMeasureReferenceCases compares sizes with the reference's own automata
// of expressions in the paper's notation.
func TestMeasureReferenceCases(t *testing.T) {
	lines := bufio.NewScanner(openShared(t, "reference/parse_cases.jsonl"))
	seen := 0
	for lines.Scan() {
		var row struct {
			Type     string
			Input    any // a list for other formalisms
			Accepted bool
			ParsedAs string `json:"parsed_as"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		input, ok := row.Input.(string)
		if !ok || row.Type != "regex" || !row.Accepted || strings.ContainsAny(input, "eελ\n") {
			continue // it reads these as letters
		}
		e, err := regex.Parse(input, regex.Options{Strict: true})
		if err != nil {
			continue
		}
		var want Size
		found := row.ParsedAs[strings.Index(row.ParsedAs, "states="):]
		if _, err := fmt.Sscanf(found, "states=%d edges=%d", &want.States, &want.Edges); err != nil {
			t.Fatalf("%s: %v", found, err)
		}
		got, err := Measure(e, Limits{})
		if err != nil || got.States != want.States || got.Edges != want.Edges {
			t.Errorf("Measure(%s) = %+v, %v; the reference has %s", e, got, err, row.ParsedAs)
		}
		seen++
	}
	if seen == 0 {
		t.Error("no case was found")
	}
}

// TestEmptyAndUniversal checks which languages are empty, and which hold all strings
// over an alphabet.
func TestEmptyAndUniversal(t *testing.T) {
	tests := []struct {
		expr, all        string
		empty, universal bool
	}{
		{"∅", ".*", true, false},
		{"0∅1*", "[01]*", true, false},
		{"0^", "[01]*", true, false},
		{"ε", ".*", false, false},
		{"(0*1*)*", "[01]*", false, true},
		{"(0*1*)*", ".*", false, false},
		{"(0|1)*|2", "[01]*", false, true},
		{"02*", "[01]*", false, false},
		{".*", ".*", false, true},
		{"[^0]*", "[01]*", false, false},
		{"([^0]|0)*", ".*", false, true},
		{"ε", "∅*", false, true},
	}
	for _, tt := range tests {
		c, err := Compare(parse(t, tt.expr), regex.Empty(), Limits{})
		if c.Equal != tt.empty || err != nil {
			t.Errorf("%s = ∅: %t, %v", tt.expr, c.Equal, err)
		}
		c, err = Compare(parse(t, tt.all), parse(t, tt.expr), Limits{})
		if (c.LeftOnly == nil) != tt.universal || !c.Decided || err != nil {
			t.Errorf("%s ⊆ %s: %+v, %v", tt.all, tt.expr, c, err)
		}
	}
}

func TestSymbols(t *testing.T) {
	for s, want := range map[string]string{
		"(01*)*":  "01",
		"[^ab]|c": "abc",
		".*":      "",
		"[a-d]é":  "abcdé",
		`\D`:      "0123456789",
		"[一-鿿]|a": "a",
	} {
		if got := string(Symbols(parse(t, s))); got != want {
			t.Errorf("Symbols(%s) = %q, want %q", s, got, want)
		}
	}
}

package builtin_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
)

// The templates reach builtin:gloss by way of the prompt.
func TestGloss(t *testing.T) {
	row := &record.Row{
		Formalism: record.FirstOrder, FS: "∀x. ((Cube(x) ∧ Big(a)) ∨ ¬Cube(a))",
		Vocabulary: &record.Vocabulary{
			Predicates: []record.Predicate{{Name: "Cube", Arity: 1, Positive: "{} is a cube", Negative: "{} is no cube"}},
			Meanings:   []record.Meaning{{Symbol: "a", Meaning: "block A"}},
		},
	}
	resp := translateBy(t, open(t, "builtin:gloss"), "", prompt.NewInformalization(row, 0))
	if want := "For all x, x is a cube and Big holds of block A or block A is no cube."; resp.Content != want || resp.Outcome != record.OK {
		t.Errorf("%s %q, want %q", resp.Outcome, resp.Content, want)
	}
	row.NL = "a text"
	for _, c := range []prompt.Case{
		prompt.NewAutoformalization(row, prompt.ContextAuto, 0),
		prompt.NewInformalization(&record.Row{Formalism: record.Regex, FS: "(01)*"}, 0),
	} {
		if resp := translateBy(t, open(t, "builtin:gloss"), "", c); resp.Outcome != record.Refused || !strings.Contains(resp.Content, "describes formulas") {
			t.Errorf("%s: %q", resp.Outcome, resp.Content)
		}
	}
	for _, spec := range []string{"builtin:gloss?exact", "builtin:gloss?style=loose"} {
		if _, err := builtin.New(spec); err == nil {
			t.Errorf("%s: expected an error", spec)
		}
	}
}

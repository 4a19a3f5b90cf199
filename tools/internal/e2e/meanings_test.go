//go:build unix

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

// loop takes a row through both translations by builtin:rules.
func loop(t testing.TB) func(row *record.Row) {
	t.Helper()
	rules, err := builtin.New("builtin:rules")
	if err != nil {
		t.Fatal(err)
	}
	prompts, err := prompt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	there := &stage.Translator{Asker: stage.Asker{Stage: string(prompt.Informalize), Model: rules}, Direction: prompt.Informalize, Prompts: prompts, Context: prompt.ContextAuto, Extraction: stage.Strict}
	back := &stage.Translator{Asker: stage.Asker{Stage: string(prompt.Autoformalize), Model: rules}, Direction: prompt.Autoformalize, Prompts: prompts, Context: prompt.ContextAuto, Extraction: stage.Strict}
	return func(row *record.Row) {
		for _, s := range []*stage.Translator{there, back} {
			if err := s.Process(t.Context(), row); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// generated returns rows of a dataset.
func generated(t testing.TB, dataset string) []*record.Row {
	t.Helper()
	c, err := gen.Default(dataset, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Depth, c.SampleCount = 12, 20
	var rows []*record.Row
	if err := gen.Generate(t.Context(), c, func(r *record.Row) error { rows = append(rows, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return rows
}

// The loop is exact for all meanings, also if they contain words of the grammar
// or other meanings.
func TestAnyMeaningsLoop(t *testing.T) {
	there := loop(t)
	words := []string{"it", "is", "not", "the", "case", "that", "and", "or", "either", "if", "then", "a", "p1", "p2", "pred1", "holds", "true", "until", "always", "at", "next", "step", "later", "claim", "A", "rain", "falls", "bob", "loves", "first,", "both", "neither", "nor", "every", "x1", "such", "of", "“", "(", "∧", "é"}
	phrase := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 5).Draw(t, "words"), " ")
	})
	rows := map[string][]*record.Row{}
	for _, dataset := range []string{"plogic", "fol", "ltl"} {
		rows[dataset] = generated(t, dataset)
	}
	rapid.Check(t, func(rt *rapid.T) {
		dataset := rapid.SampledFrom([]string{"plogic", "fol", "ltl"}).Draw(rt, "dataset")
		row := rapid.SampledFrom(rows[dataset]).Draw(rt, "row").Clone()
		v := *row.Vocabulary // the clone shares it
		row.Vocabulary = &v
		v.Predicates = slices.Clone(v.Predicates)
		for i, symbol := range slices.Concat(v.Propositions, v.Constants) {
			v.Meanings = append(v.Meanings, record.Meaning{Symbol: symbol, Meaning: fmt.Sprintf("%s w%d", phrase.Draw(rt, "meaning"), i)})
		}
		for i := range v.Predicates {
			if p := &v.Predicates[i]; p.Arity == 1 {
				p.Positive = fmt.Sprintf("{} %s u%d", phrase.Draw(rt, "unary"), i)
			} else {
				p.Positive = fmt.Sprintf("%s {} b%d {}", phrase.Draw(rt, "binary"), i)
				p.Negative = fmt.Sprintf("{} %s {} nb%d", phrase.Draw(rt, "denial"), i)
			}
		}
		if there(row); row.FSOut != row.FS {
			rt.Errorf("%s came back as %q, error %v; told as\n%s\nwith %+v", row.FS, row.FSOut, row.Error, row.NL, row.Vocabulary)
		}
	})
}

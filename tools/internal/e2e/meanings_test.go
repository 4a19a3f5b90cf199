//go:build unix

package e2e

import (
	"fmt"
	"math/rand/v2"
	"regexp"
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
	prompts, err := prompt.Default()
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

// generated returns rows with meanings.
func generated(t testing.TB, dataset string, m *gen.Meanings, depth, samples int) []*record.Row {
	t.Helper()
	c, err := gen.Default(dataset, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Meanings, c.Depth, c.SampleCount = m, depth, samples
	var rows []*record.Row
	if err := gen.Generate(t.Context(), c, func(r *record.Row) error { rows = append(rows, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return rows
}

// symbols matches names that a description uses as they are.
var symbols = regexp.MustCompile(`\bp(red)?[0-9]+\b|\bholds? of\b`)

// Descriptions contain only the packaged meanings, and are translated back to the
// same formulas. The formulas are the same as without meanings.
func TestPackagedMeaningsLoop(t *testing.T) {
	m, err := gen.PackagedMeanings()
	if err != nil {
		t.Fatal(err)
	}
	there := loop(t)
	for _, dataset := range []string{"ksat", "plogic", "fol", "fol-english", "ltl"} {
		rows, plain := generated(t, dataset, m, 30, 15), generated(t, dataset, nil, 30, 15)
		if len(rows) != len(plain) || len(rows) < 100 {
			t.Fatalf("%s: %d rows with meanings and %d without, expected as many", dataset, len(rows), len(plain))
		}
		for i, row := range rows {
			fs := row.FS
			if there(row); row.FSOut != fs || plain[i].FS != fs {
				t.Errorf("%s: %s came back as %s, without meanings it is %s; told as\n%s", dataset, fs, row.FSOut, plain[i].FS, row.NL)
			}
			if found := symbols.FindString(row.NL); found != "" {
				t.Errorf("%s: %s is told by the symbol %s: %s", dataset, fs, found, row.NL)
			}
		}
	}
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
		rows[dataset] = generated(t, dataset, nil, 12, 20)
	}
	rapid.Check(t, func(rt *rapid.T) {
		var file strings.Builder
		for i := range 12 {
			fmt.Fprintf(&file, "[[proposition]]\nmeaning = %q\n", fmt.Sprintf("%s w%d", phrase.Draw(rt, "proposition"), i))
			fmt.Fprintf(&file, "[[constant]]\nmeaning = %q\n", fmt.Sprintf("%s c%d", phrase.Draw(rt, "constant"), i))
		}
		for i := range 8 {
			fmt.Fprintf(&file, "[[predicate]]\npositive = %q\n", fmt.Sprintf("{} %s u%d", phrase.Draw(rt, "unary"), i))
			fmt.Fprintf(&file, "[[predicate]]\npositive = %q\nnegative = %q\n", fmt.Sprintf("%s {} b%d {}", phrase.Draw(rt, "binary"), i), fmt.Sprintf("{} %s {} nb%d", phrase.Draw(rt, "denial"), i))
		}
		m, err := gen.ParseMeanings("drawn.toml", file.String())
		if err != nil {
			rt.Skip(err)
		}
		dataset := rapid.SampledFrom([]string{"plogic", "fol", "ltl"}).Draw(rt, "dataset")
		row := rapid.SampledFrom(rows[dataset]).Draw(rt, "row").Clone()
		m.Assign(row.Vocabulary, false, rand.New(rand.NewPCG(1, 1)))
		if there(row); row.FSOut != row.FS {
			rt.Errorf("%s came back as %q, error %v; told as\n%s\nwith %+v", row.FS, row.FSOut, row.Error, row.NL, row.Vocabulary)
		}
	})
}

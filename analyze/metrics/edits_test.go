package metrics

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/analyze/text"
	"github.com/truthloop/truthloop/format/record"
)

// Table 5 of NL-FOL-LT had one r of all runs, over the rows that parse only, so that a
// line had two denominators.
func TestAllEditsAgreeWithScipy(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	answers := []struct {
		fsOut   string
		verdict record.Verdict
		le      float64
	}{
		{"(p1 ∧ p2)", record.Equivalent, 1},
		{"(p2 ∧ p1)", record.Equivalent, 1},
		{"(p1 ∨ ¬p2)", record.NotEquivalent, 0.5},
		{"(p1 ∨ p2)", record.NotEquivalent, 0.5},
		{"(p1 ∧", record.Noncompliant, 0},
		{"", record.Unverifiable, 0},
		{"(p1 ∧ ¬p2)", record.Unknown, 0.5},
	}
	s := New(Options{Show: []Set{Edits}, Level: 0.95})
	var means, les, written, bleus string
	for n := range 4 {
		var right, le, bleu []float64
		for range 30 {
			a := answers[r.IntN(len(answers))]
			s.Add(&record.Row{Run: record.Int(n), Formalism: record.Propositional, FS: "(p1 ∧ p2)", FSOut: a.fsOut, Verdict: a.verdict})
			right, le = append(right, float64(truth(a.verdict == record.Equivalent))), append(le, a.le)
			score := 0.0
			if a.le > 0 {
				tokens := text.Symbols(a.fsOut)
				score = text.TokenBLEU(tokens, text.Symbols("(p1 ∧ p2)"), min(4, len(tokens)))
			}
			bleu = append(bleu, score)
		}
		means += fmt.Sprintf("np.mean(%s), ", list(le))
		written += fmt.Sprintf("np.mean(%s), ", list(bleu))
		les += fmt.Sprintf("stats.pointbiserialr(%s, %s).statistic, ", list(right), list(le))
		bleus += fmt.Sprintf("stats.pointbiserialr(%s, %s).statistic, ", list(right), list(bleu))
	}
	// Rows without a score: fs does not parse, or verify has not seen the row.
	s.Add(&record.Row{Formalism: record.Propositional, FS: "(p1 ∧", FSOut: "p1", Verdict: record.Unverifiable, Error: &record.Error{Kind: "syntax"}})
	s.Add(&record.Row{Formalism: record.Propositional, FS: "p1", FSOut: "p1"})
	tab := s.Table()
	value := func(name string) float64 { return column(t, tab, name).(float64) }
	agree(t, "from scipy import stats", []claim{
		{"LE", "np.mean([" + means + "])", value("le")},
		{"its deviation", "np.std([" + means + "], ddof=1)", value("le_sd")},
		{"its r", "np.mean([" + les + "])", value("le_r")},
		{"BLEU", "np.mean([" + written + "])", value("formula_bleu")},
		{"its r", "np.mean([" + bleus + "])", value("formula_bleu_r")},
	})
	if got := column(t, tab, "formula_pairs"); got != int64(120) {
		t.Errorf("found %v pairs of formulas, want 120", got)
	}
}

// If all formulas are right, the covariance with a score is 0 but for rounding, and its
// quotient by a deviation of 0 was a correlation of 1.
func TestCorrelationOfAConstantHasNoValue(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 1000 {
		var m moments
		for range 2 + r.IntN(20) {
			m.add(r.Float64(), true)
		}
		if got := m.correlation(); got == got {
			t.Fatalf("the correlation is %v, want none", got)
		}
	}
}

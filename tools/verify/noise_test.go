package verify

import (
	"fmt"
	"testing"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
)

// formulas are some of a packaged dataset, drawn with the seed 0.
func formulas(t *testing.T, dataset string) []string {
	t.Helper()
	c, err := gen.Default(dataset, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.SampleCount, c.N, c.Depth = 6, 50, 20
	if formalism.OfDataset(dataset) == record.FirstOrder {
		c.Quantifiers.Min = 1
	}
	var out []string
	if err := gen.Generate(t.Context(), c, func(r *record.Row) error {
		out = append(out, r.FS)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestNoiseIsDiagnosed makes one mistake of a known kind in each of many
// formulas: most are found, repaired, and called by their kind. Some edits can
// be taken back in more than one way, so that the kind found is another: the
// shares asked for leave room for those.
func TestNoiseIsDiagnosed(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, c := range []struct {
		kind             record.Diagnosis
		dataset          string
		want             []record.Diagnosis
		repaired, called float64
	}{
		{record.NegationDropped, "plogic", []record.Diagnosis{record.NegationDropped}, 0.95, 0.8},
		{record.NegationDropped, "fol", []record.Diagnosis{record.NegationDropped}, 0.95, 0.8},
		{record.NegationMisplaced, "plogic", []record.Diagnosis{record.NegationMisplaced}, 0.95, 0.9},
		{record.ScopeWrong, "plogic", []record.Diagnosis{record.ScopeWrong}, 0.9, 0.5},
		{record.ScopeWrong, "fol", []record.Diagnosis{record.ScopeWrong}, 0.7, 0.6},
		{record.OperatorSwapped, "plogic", []record.Diagnosis{record.OperatorSwapped}, 0.85, 0.85},
		{record.OperatorSwapped, "ksat", []record.Diagnosis{record.OperatorSwapped}, 0.85, 0.85},
		{record.QuantifierSwapped, "fol", []record.Diagnosis{record.QuantifierSwapped}, 0.95, 0.95},
		{record.PartLost, "plogic", []record.Diagnosis{record.PartLost}, 0.9, 0.9},
		{record.PartLost, "fol", []record.Diagnosis{record.PartLost, record.Arity}, 0.95, 0.95},
		{record.SymbolRenamed, "plogic", []record.Diagnosis{record.SymbolRenamed}, 0.95, 0.95},
		{record.SymbolRenamed, "fol", []record.Diagnosis{record.SymbolRenamed}, 0.95, 0.95},
		{record.ConstantVariable, "fol", []record.Diagnosis{record.ConstantVariable}, 0.95, 0.95},
		{record.StarMisplaced, "regex", []record.Diagnosis{record.StarMisplaced}, 0.8, 0.7},
		{record.StarPlus, "regex", []record.Diagnosis{record.StarPlus}, 0.95, 0.95},
		{record.ScopeWrong, "regex", []record.Diagnosis{record.ScopeWrong}, 0.95, 0.95},
		{record.PartLost, "regex", []record.Diagnosis{record.PartLost}, 0.95, 0.95},
		{record.SymbolRenamed, "regex", []record.Diagnosis{record.SymbolRenamed}, 0.95, 0.95},
		{record.TemporalSwapped, "ltl", []record.Diagnosis{record.TemporalSwapped}, 0.95, 0.9},
		{record.TemporalDropped, "ltl", []record.Diagnosis{record.TemporalDropped}, 0.95, 0.9},
		{record.UntilSwapped, "ltl", []record.Diagnosis{record.UntilSwapped}, 0.95, 0.9},
		{record.ArgumentOrder, "ltl", []record.Diagnosis{record.ArgumentOrder}, 0.95, 0.9},
		{record.NegationDropped, "ltl", []record.Diagnosis{record.NegationDropped}, 0.95, 0.8},
		{record.ScopeWrong, "ltl", []record.Diagnosis{record.ScopeWrong}, 0.85, 0.8},
		{record.PartLost, "ltl", []record.Diagnosis{record.PartLost}, 0.9, 0.9},
		{record.SymbolRenamed, "ltl", []record.Diagnosis{record.SymbolRenamed}, 0.95, 0.95},
	} {
		t.Run(fmt.Sprint(c.kind, " ", c.dataset), func(t *testing.T) {
			noise := &builtin.Noise{Seed: 1, Rates: builtin.Rates{builtin.Mistake(c.kind): 1}, PerFormula: true}
			v := verify.New(verify.Options{})
			s := explain.NewRepairer(verify.Options{})
			wrong, repaired, called := 0, 0, 0
			for i, fs := range formulas(t, c.dataset) {
				f := formalism.OfDataset(c.dataset)
				out, kinds := noise.Formula(fmt.Sprint(i), f, fs)
				r := v.Pair(t.Context(), f, fs, out)
				if len(kinds) != 1 || r.Verdict != record.NotEquivalent {
					continue
				}
				wrong++
				found := s.Repair(t.Context(), verify.Options{}.Read(f, fs, out), r.Witness)
				if found.Formula != "" {
					repaired++
				}
				for _, d := range c.want {
					if found.Diagnosis == d {
						called++
					}
				}
			}
			t.Logf("%d wrong, %d repaired, %d called by their kind", wrong, repaired, called)
			if wrong < 20 || float64(repaired) < c.repaired*float64(wrong) || float64(called) < c.called*float64(wrong) {
				t.Errorf("found %d wrong, %d repaired, %d called by their kind, expected shares of %v and %v", wrong, repaired, called, c.repaired, c.called)
			}
		})
	}
}

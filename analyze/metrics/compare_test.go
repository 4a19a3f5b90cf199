package metrics

import (
	"math"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// Comparisons had no compliance, so AutoEval's figure 16 could not be drawn.
//
// By hand, for few-shot against zero-shot prompts on three formulas: the shares of the
// rows that parse are 1, 1/2 and 0 against 1, 1 and 1 (the answer of c is cut off). The
// differences 0, 1/2 and 1 have the mean 1/2 and the standard deviation 1/2.
func TestComparisonHadNoCompliance(t *testing.T) {
	c := NewComparison(nil, "prompt", "few")
	for _, r := range []record.Row{
		{ID: "a", Prompt: "few", Verdict: record.Equivalent},
		{ID: "b", Prompt: "few", Verdict: record.Unknown},
		{ID: "b", Prompt: "few", Verdict: record.Noncompliant},
		{ID: "c", Prompt: "few", Verdict: record.Unverifiable, Outcome: record.Truncated},
		{ID: "a", Prompt: "zero", Verdict: record.Equivalent},
		{ID: "b", Prompt: "zero", Verdict: record.NotEquivalent},
		{ID: "c", Prompt: "zero", Verdict: record.Unknown},
	} {
		c.Add(&r)
	}
	// Student's quantile for 2 degrees of freedom at 0.75 is 1/√2 · 2/√3 = √(2/3).
	half := math.Sqrt(2.0/3) * 0.5 / math.Sqrt(3)
	hold(t, cells(t, c.Table(0.5, 100, 1)), map[string]float64{
		"compliance_a": 0.5, "compliance_b": 1, "compliance_difference": 0.5,
		"compliance_interval_low": 0.5 - half, "compliance_interval_high": 0.5 + half,
	})
}

// The truth value true and the text "true" were one value, which --by keeps apart.
func TestComparisonMergedTrueWithItsText(t *testing.T) {
	c := NewComparison(nil, "x", `"true"`)
	for _, x := range []string{`true`, `"true"`} {
		r := record.Row{ID: "a", Verdict: record.Equivalent}
		r.SetExtra("x", []byte(x))
		c.Add(&r)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	table := c.Table(0.95, 100, 1)
	if len(table.Rows) != 1 || table.Rows[0][0] != `"true"` || table.Rows[0][1] != "true" {
		t.Errorf("found %v, expected one line of the text and the truth value", table.Rows)
	}
}

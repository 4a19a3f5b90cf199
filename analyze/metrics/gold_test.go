package metrics

import (
	"math"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// goldRows are five rows: fs does not parse in one, the answer in one, and two of the
// other three are equivalent, one of them after a repair of the answer and one after a
// repair of fs.
func goldRows() []*record.Row {
	return []*record.Row{
		{Verdict: record.Unverifiable, Error: &record.Error{Stage: "verify", Kind: "syntax", Message: "fs does not parse"}},
		{Verdict: record.Noncompliant},
		{Verdict: record.Equivalent, Leniencies: []string{"quoted_name"}},
		{Verdict: record.Equivalent, Leniencies: []string{"gold:quoted_name"}},
		{Verdict: record.NotEquivalent},
	}
}

// A row whose fs does not parse counted as the model's error.
//
// By hand: four rows are the model's. Three of them parse and two are equivalent, so the
// compliance is 3/4 and the accuracy 2/4.
func TestGoldThatDoesNotParseIsNoErrorOfTheModel(t *testing.T) {
	s := New(Options{Level: 0.95})
	for _, r := range goldRows() {
		s.Add(r)
	}
	tab := s.Table()
	at := func(name string) any { return tab.Rows[0][tab.Place(name)] }
	if at("rows") != int64(5) || at("compliance") != 0.75 || at("accuracy_low") != 0.5 || at("error") != int64(0) || at("gold_error") != int64(1) {
		t.Errorf("found %v rows, compliance %v, accuracy %v, %v errors, %v of gold", at("rows"), at("compliance"), at("accuracy_low"), at("error"), at("gold_error"))
	}
}

// A premise that does not parse may be the model's.
func TestPremisesAreNoGold(t *testing.T) {
	if IsGoldError(&record.Row{Verdict: record.Unverifiable, Premises: []string{"p ("}, Conclusion: "p", Error: &record.Error{Stage: "verify", Kind: "syntax"}}) {
		t.Error("a premise counts as gold")
	}
}

// Nothing showed how many formulas comply only after a repair.
//
// By hand: of the four rows of the model, three parse, one of them after a repair of
// fs_out. So 2/4 comply without a repair, and 1/4 is equivalent without one.
func TestComplianceAtEachLevel(t *testing.T) {
	s := New(Options{Level: 0.95, Show: []Set{Lenient}})
	for _, r := range goldRows() {
		s.Add(r)
	}
	tab := s.Table()
	for name, want := range map[string]any{"repaired": int64(1), "compliance": 0.75, "compliance_unrepaired": 0.5, "accuracy_unrepaired": 0.25} {
		got := tab.Rows[0][tab.Place(name)]
		if x, ok := got.(float64); got != want && !(ok && math.Abs(x-want.(float64)) < 1e-12) {
			t.Errorf("%s: found %v, expected %v", name, got, want)
		}
	}
}

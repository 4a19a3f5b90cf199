package metrics

import (
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// goldRows are five rows: fs does not parse in one, the answer in one, and two of the
// other three are equivalent.
func goldRows() []*record.Row {
	return []*record.Row{
		{Verdict: record.Unverifiable, Error: &record.Error{Stage: "verify", Kind: "syntax", Message: "fs does not parse"}},
		{Verdict: record.Noncompliant},
		{Verdict: record.Equivalent},
		{Verdict: record.Equivalent},
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

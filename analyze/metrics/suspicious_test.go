package metrics

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// There was no way to find formulas that every model and every run gets wrong.
//
// By hand: two models translate the sentence of each of five formulas in two runs.
// a: all four answers are refuted; three are "∃x. (M(x) ∧ L(x))", in two notations, and
// this answer is stronger. b: one answer is right. c: one is unknown. d: no answer
// parses, so that none is refuted. e: of one model two answers are refuted, and the
// calls of the other failed. So a and e are suspicious.
func TestFormulasThatAllGetWrong(t *testing.T) {
	s := NewSuspicions()
	add := func(id, model string, run int, verdict record.Verdict, answer string, relation record.Relation) {
		s.Add(&record.Row{
			ID: id, Dataset: "d", FS: "∃x. (M(x) → L(x))", NL: "Some " + id, Model: model, Run: record.Int(run),
			Formalism: record.FirstOrder, Verdict: verdict, FSOut: answer, Relation: relation,
		})
	}
	const usual = "∃x. (M(x) ∧ L(x))"
	for run := range 2 {
		add("a", "one", run, record.NotEquivalent, usual, record.RelStronger)
		add("b", "one", run, record.NotEquivalent, usual, record.RelStronger)
		add("c", "one", run, record.NotEquivalent, usual, record.RelStronger)
		add("d", "one", run, record.Noncompliant, "∃x (", "")
		add("e", "one", run, record.NotEquivalent, "M(x)", record.RelIncomparable)
		add("e", "two", run, record.Unverifiable, "", "")
	}
	add("a", "two", 0, record.NotEquivalent, "exists x (M(x) and L(x))", record.RelStronger)
	add("a", "two", 1, record.NotEquivalent, "∀x. L(x)", record.RelIncomparable)
	add("b", "two", 0, record.Equivalent, "∃x. (M(x) → L(x))", record.RelEquivalent)
	add("b", "two", 1, record.NotEquivalent, usual, record.RelStronger)
	add("c", "two", 0, record.Unknown, usual, "")
	add("d", "two", 0, record.Noncompliant, ")", "")
	got := lines(t, s.Table())
	want := "dataset,id,models,runs,rows,noncompliant,same_answer,relation,fs,answer,nl\n" +
		"d,a,2,2,4,0,3,stronger,∃x. (M(x) → L(x)),∃x. (M(x) ∧ L(x)),Some a\n" +
		"d,e,1,2,2,0,2,incomparable,∃x. (M(x) → L(x)),M(x),Some e\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if s.Len() != 5 {
		t.Errorf("%d formulas", s.Len())
	}
}

// lines is a table as CSV.
func lines(t *testing.T, tab *table.Table) string {
	t.Helper()
	var b strings.Builder
	if err := tab.Write(&b, table.CSV); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

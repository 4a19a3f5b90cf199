package metrics

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// cells are the only line of s, by column.
func cells(t *testing.T, tab *table.Table) map[string]any {
	t.Helper()
	if len(tab.Rows) != 1 {
		t.Fatalf("found %d lines, expected one", len(tab.Rows))
	}
	m := map[string]any{}
	for i, c := range tab.Columns {
		m[c.Name] = tab.Rows[0][i]
	}
	return m
}

// hold compares some cells with what was worked out by hand.
func hold(t *testing.T, got map[string]any, want map[string]float64) {
	t.Helper()
	for name, w := range want {
		x := math.NaN()
		switch v := got[name].(type) {
		case float64:
			x = v
		case int64:
			x = float64(v)
		}
		if !(math.Abs(x-w) < 1e-12) && !(math.IsNaN(x) && math.IsNaN(w)) {
			t.Errorf("%s: got %v, want %v", name, got[name], w)
		}
	}
}

func TestShow(t *testing.T) {
	rows := []*record.Row{
		{ID: "a", Verdict: record.Equivalent, Outcome: record.OK, Run: record.Int(0)},
		{ID: "a", Verdict: record.NotEquivalent, Relation: record.RelStronger, Outcome: record.OK, Run: record.Int(1)},
		{ID: "b", Verdict: record.NotEquivalent, Relation: record.RelWeaker, Outcome: record.Truncated, Run: record.Int(0)},
		{ID: "b", Verdict: record.NotEquivalent, Outcome: record.TooLong, Run: record.Int(1)},
		{ID: "c", Verdict: record.Unknown, Outcome: record.OK, Run: record.Int(0)},
		{ID: "c", Verdict: record.Equivalent, Outcome: record.OK, Run: record.Int(1)},
		{ID: "d", Verdict: record.Noncompliant, Outcome: record.Refused, Run: record.Int(0)},
		{ID: "d", Verdict: record.Unverifiable, Outcome: record.HTTP429, Run: record.Int(1)},
	}
	s := New(Options{Show: []Set{Intervals, Outcomes, Runs, Samples}, Level: 0.95, K: []int{1, 2, 3}})
	for _, r := range rows {
		s.Add(r)
	}
	got := cells(t, s.Table())
	low, high := Wilson(6, 8, 0.95)
	hold(t, got, map[string]float64{
		"compliance_interval_low": low, "compliance_interval_high": high,
		"calls": 8, "truncated": 1.0 / 8, "refused": 1.0 / 8, "too_long": 1.0 / 8, "failed": 1.0 / 8,

		"runs": 2, "run_accuracy_mean": 1.0 / 4, "run_accuracy_sd": 0,
		"formulas": 4,
		// One of two right is pass@1 = 1/2 and pass@2 = 1, no right is 0.
		"pass_1_low": (0.5 + 0 + 0.5 + 0) / 4, "pass_1_high": (0.5 + 0 + 1 + 0) / 4,
		"pass_2_low": (1 + 0 + 1 + 0) / 4.0, "pass_2_high": 0.5, "pass_3_low": math.NaN(),
	})
}

func TestParseSet(t *testing.T) {
	for want, of := range sets {
		if s, err := ParseSet(of.name); err != nil || s != Set(want) {
			t.Errorf("ParseSet(%q) = %v, %v", of.name, s, err)
		}
	}
	if _, err := ParseSet("everything"); err == nil || !strings.Contains(err.Error(), "expected some of intervals") {
		t.Errorf("got %v", err)
	}
}

// The counts are laid out so that each figure is a plain fraction.
func TestJudges(t *testing.T) {
	j := NewJudges(nil)
	if !j.Empty() {
		t.Error("not empty without a row")
	}
	add := func(n int, truth, said record.Verdict) {
		for range n {
			j.Add(&record.Row{Verdict: truth, Judgements: []record.Judgement{{Judge: "m", Verdict: said}}})
		}
	}
	add(6, record.Equivalent, record.Equivalent)
	add(2, record.Equivalent, record.NotEquivalent)
	add(3, record.NotEquivalent, record.Equivalent)
	add(9, record.NotEquivalent, record.NotEquivalent)
	add(5, record.NotEquivalent, record.Unknown)
	add(7, record.Unknown, record.Equivalent)
	j.Add(&record.Row{Verdict: record.Equivalent})
	low, high := Wilson(15, 20, 0.95)
	hold(t, cells(t, j.Table(0.95)), map[string]float64{
		"interval_low": low, "interval_high": high,
		"answers": 25, "undecided": 7, "unparsable": 5, "tp": 6, "fp": 3, "fn": 2, "tn": 9,
		"unparsable_share": 0.2, "accuracy": 0.75, "precision": 2.0 / 3, "recall": 0.75, "specificity": 0.75,
		"f1": 12.0 / 17,
	})
}

// With several runs, the cells of table 9 of the paper were empty. By hand: of formula
// 0, both are right in run 0, and only a in run 1; of formula 1, only b is right in
// run 0, and both are wrong in run 1; of formula 2, run 0 is unknown, and b has no
// run 1.
func TestComparisonPairsRuns(t *testing.T) {
	c := NewComparison(nil, "model", "")
	const right, wrong, open = record.Equivalent, record.NotEquivalent, record.Unknown
	for model, runs := range map[string][][]record.Verdict{"a": {{right, wrong, right}, {right, wrong, wrong}}, "b": {{right, right, open}, {wrong, wrong}}} {
		for run, verdicts := range runs {
			for i, v := range verdicts {
				c.Add(&record.Row{ID: fmt.Sprint(i), Model: model, Run: record.Int(run), Verdict: v})
			}
		}
	}
	hold(t, cells(t, c.Table(0.95, 100, 1)), map[string]float64{
		"pairs": 5, "both_right": 1, "only_a": 1, "only_b": 1, "both_wrong": 1, "pairs_unknown": 1, "mcnemar_p": math.NaN(),
	})
}

func TestComparison(t *testing.T) {
	side := func(c *Comparison, prompt string, verdicts ...record.Verdict) {
		for i, v := range verdicts {
			c.Add(&record.Row{ID: fmt.Sprint(i), Prompt: prompt, Verdict: v})
		}
	}
	c := NewComparison(nil, "prompt", "zero")
	side(c, "zero", record.Equivalent, record.NotEquivalent, record.Unknown, record.Noncompliant)
	if err := c.Check(); err == nil || err.Error() != "found 1 values of prompt (zero), expected two or more" {
		t.Errorf("got %v", err)
	}
	side(c, "few", record.NotEquivalent, record.Equivalent, record.Equivalent, record.Unknown)
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	got := cells(t, c.Table(0.95, 100, 1))
	if got["a"] != "zero" || got["b"] != "few" {
		t.Errorf("compares %v with %v", got["a"], got["b"])
	}
	// Of 4 formulas zero has 1 and few has 2; one unknown row each.
	hold(t, got, map[string]float64{
		"formulas": 4, "accuracy_a": 0.25, "accuracy_b": 0.5, "difference": 0.25, "difference_low": 0, "difference_high": 0.5,
		"pairs": 4, "both_right": 0, "only_a": 1, "only_b": 1, "both_wrong": 0, "pairs_unknown": 2, "mcnemar_p": 1, "permutation_p": 1,
	})
	// A formula that the dataset repeats counts by its share, and McNemar's test is off.
	for _, prompt := range []string{"zero", "few"} {
		c.Add(&record.Row{ID: "0", Prompt: prompt, Verdict: record.NotEquivalent})
	}
	hold(t, cells(t, c.Table(0.95, 100, 1)), map[string]float64{"accuracy_a": 0.125, "pairs": 5, "only_a": 1, "only_b": 1, "both_wrong": 1, "mcnemar_p": math.NaN()})
	// With more rows of a formula its share counts.
	side(c, "few", record.NotEquivalent, record.NotEquivalent, record.Equivalent, record.Unknown)
	hold(t, cells(t, c.Table(0.95, 100, 1)), map[string]float64{"accuracy_b": (0 + 0.5 + 1 + 0) / 4, "mcnemar_p": math.NaN(), "pairs": 5})

	none := NewComparison(nil, "prompt", "five")
	side(none, "zero", record.Equivalent)
	side(none, "few", record.Equivalent)
	if err := none.Check(); err == nil || err.Error() != `no row has prompt "five": found few, zero` {
		t.Errorf("got %v", err)
	}
}

func TestDatasetCounts(t *testing.T) {
	d := NewDataset(nil)
	for i, fs := range []string{"p", "q", "p"} {
		d.Add(&record.Row{Dataset: "d", FS: fs, Batch: record.Int(0), Index: record.Int(i), Depth: record.Int(1 + i/2)})
	}
	d.Add(&record.Row{Dataset: "d", FS: "q", Depth: record.Int(1)}) // has no place
	var b strings.Builder
	if err := d.Counts().Write(&b, table.CSV); err != nil {
		t.Fatal(err)
	}
	if want := "dataset,measure,value,items,share\nd,depth,1,3,0.75\nd,depth,2,1,0.25\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	hold(t, cells(t, d.Summary()), map[string]float64{"items": 4, "duplicates": 2, "categories": 2, "smallest": 1, "largest": 3})
}

// Of six items three are trivial: a formula that stands twice, and a regular
// expression with one state and an edge; one without an edge is ε, one without
// a state has no string.
func TestTrivialFormulas(t *testing.T) {
	d := NewDataset(verify.TrivialRow)
	for i, fs := range []string{"p | ~p", "p", "p | ~p", "p |"} {
		d.Add(&record.Row{Dataset: "d", FS: fs, Batch: record.Int(0), Index: record.Int(i), Depth: record.Int(1)})
	}
	for i, r := range []*record.Row{{FS: "0*", DFAStates: record.Int(1), DFAEdges: record.Int(1)}, {FS: "()", DFAStates: record.Int(1), DFAEdges: record.Int(0)}} {
		r.Dataset, r.Formalism, r.Batch, r.Index, r.Depth = "d", record.Regex, record.Int(1), record.Int(i), record.Int(1)
		d.Add(r)
	}
	tab := d.Summary()
	at := func(name string) any {
		return tab.Rows[0][tab.Place(name)]
	}
	if at("items") != int64(6) || at("duplicates") != int64(1) || at("trivial") != int64(3) {
		t.Errorf("found %v items, %v duplicates, %v trivial", at("items"), at("duplicates"), at("trivial"))
	}
}

// No two sets have a column of the same name.
func TestColumnsAreNamedOnce(t *testing.T) {
	var all []Set
	for s := range sets {
		all = append(all, Set(s))
	}
	seen := map[string]bool{}
	for _, c := range New(Options{Show: all, K: []int{1}, Level: 0.95}).Table().Columns {
		if seen[c.Name] {
			t.Errorf("two columns are called %s", c.Name)
		}
		seen[c.Name] = true
	}
}

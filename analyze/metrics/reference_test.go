package metrics

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/analyze/text"
	"github.com/truthloop/truthloop/format/record"
)

// column is the table's only value under a name.
func column(t *testing.T, tab *table.Table, name string) any {
	t.Helper()
	i := slices.IndexFunc(tab.Columns, func(c table.Column) bool { return c.Name == name })
	if i < 0 || len(tab.Rows) != 1 {
		t.Fatalf("%d rows, column %s at %d", len(tab.Rows), name, i)
	}
	return tab.Rows[0][i]
}

func TestComparisonAgreesWithScipy(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var claims []claim
	for n := 2; n < 40; n += 3 {
		c := NewComparison(nil, "model", "")
		var a, b []int
		for id := range n {
			verdict := func(model string, right float64) int {
				row := &record.Row{ID: fmt.Sprint(id), Model: model, Verdict: record.NotEquivalent}
				truth := 0
				if r.Float64() < right {
					row.Verdict, truth = record.Equivalent, 1
				}
				c.Add(row)
				return truth
			}
			a, b = append(a, verdict("a", 0.5)), append(b, verdict("b", 0.7))
		}
		c.Add(&record.Row{ID: "only a has it", Model: "a", Verdict: record.Equivalent})
		tab := c.Table(0.9, 1000, 1)
		name := fmt.Sprint(n, " formulas: ")
		test := fmt.Sprintf("stats.ttest_rel(%s, %s).confidence_interval(0.9)", list(b), list(a))
		add := func(column_, expression string) {
			if v, ok := column(t, tab, column_).(float64); ok {
				claims = append(claims, claim{name + column_, expression, v})
			}
		}
		onlyA, onlyB := column(t, tab, "only_a").(int64), column(t, tab, "only_b").(int64)
		add("accuracy_a", "np.mean("+list(a)+")")
		add("accuracy_b", "np.mean("+list(b)+")")
		if slices.Equal(a, b) {
			continue // scipy has no interval of equal samples
		}
		add("interval_low", "max(-1, "+test+".low)")
		add("interval_high", "min(1, "+test+".high)")
		add("mcnemar_p", fmt.Sprintf("stats.binomtest(%d, %d).pvalue", onlyA, onlyA+onlyB))
	}
	agree(t, "from scipy import stats", claims)
}

func TestDatasetAgreesWithNumpy(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var claims []claim
	for n := 2; n < 50; n += 5 {
		d := NewDataset(nil)
		var depths []int
		for i := range n {
			depth := r.IntN(9)
			depths = append(depths, depth)
			for _, model := range []string{"a", "b"} { // an item is counted once
				d.Add(&record.Row{FS: fmt.Sprint(i), Model: model, Batch: record.Int(0), Index: record.Int(i), Depth: record.Int(depth)})
			}
		}
		xs := list(depths)
		for column_, expression := range map[string]string{
			"mean": "np.mean(" + xs + ")", "sd": "np.std(" + xs + ", ddof=1)", "min": "min(" + xs + ")", "max": "max(" + xs + ")",
			"q25": "np.quantile(" + xs + ", 0.25)", "median": "np.median(" + xs + ")", "q75": "np.quantile(" + xs + ", 0.75)",
		} {
			claims = append(claims, claim{fmt.Sprint(n, " ", column_), expression, column(t, d.Summary(), column_).(float64)})
		}
		if got := column(t, d.Summary(), "items"); got != int64(n) {
			t.Errorf("found %v items, expected %d", got, n)
		}
	}
	agree(t, "", claims)
}

func TestScoresAgreeWithScipy(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	s := New(Options{Show: []Set{Text, Edits}, Against: "own", Level: 0.95})
	var bleu, le, right []float64
	for range 40 {
		row := &record.Row{Formalism: record.Propositional, FS: "(p1 ∧ p2)", FSOut: "(p1 ∧ p2)", Verdict: record.Equivalent, NL: "Both p1 and p2 hold here ."}
		truth, same := 1.0, 1.0
		if r.IntN(3) == 0 {
			row.FSOut, row.Verdict, truth = "(p1 ∨ ¬p2)", record.NotEquivalent, 0
			same = 0.5 // TTFT of p1 ∨ ¬p2 or of p2 ∨ ¬p1 against TFFF
		}
		sentence := []string{"Both p1 and p2 hold .", "p1 holds , and p2 holds .", "Both p1 and p2 hold here ."}[r.IntN(3)]
		row.SetExtra("own", []byte(`"`+sentence+`"`))
		s.Add(row)
		bleu, right = append(bleu, text.SentenceBLEU(row.NL, sentence)), append(right, truth)
		le = append(le, same)
	}
	s.Add(&record.Row{Formalism: record.Regex, FS: "0*", FSOut: "0", Verdict: record.NotEquivalent, NL: "no reference"})
	tab := s.Table()
	value := func(name string) float64 { return column(t, tab, name).(float64) }
	agree(t, "from scipy import stats", []claim{
		{"mean", "np.mean(" + list(bleu) + ")", value("bleu")},
		{"r", "stats.pointbiserialr(" + list(right) + ", " + list(bleu) + ").statistic", value("bleu_r")},
		{"mean LE", "np.mean(" + list(le) + ")", value("le")},
		{"r of LE", "stats.pointbiserialr(" + list(right) + ", " + list(le) + ").statistic", value("le_r")},
	})
	if n := column(t, tab, "formula_pairs"); n != int64(40) {
		t.Errorf("found %v pairs of formulas, expected 40", n)
	}
}

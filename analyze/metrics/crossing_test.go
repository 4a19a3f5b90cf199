package metrics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// exactRows has descriptions by w, and formulas of them by a, b and c, with the
// frequencies that p_I = 0.6, p_A = 0.9, 0.8, 0.5 and c = 0.1 give: of 2500
// descriptions, 2500 (0.6·0.9·0.8·0.5 + 0.4·0.1·0.1·0.1) = 541 have three equivalent
// formulas.
func exactRows(add func(*record.Row)) {
	counts := map[[3]int]int{
		{1, 1, 1}: 541, {1, 1, 0}: 549, {1, 0, 1}: 144, {0, 1, 1}: 69,
		{1, 0, 0}: 216, {0, 1, 0}: 141, {0, 0, 1}: 96, {0, 0, 0}: 744,
	}
	for y, n := range counts {
		for i := range n {
			for j, reader := range []string{"a", "b", "c"} {
				fs := fmt.Sprint(y, i)
				v := record.NotEquivalent
				if y[j] == 1 {
					v = record.Equivalent
				}
				add(&record.Row{FS: fs, NL: "It is " + fs, FSOut: "out", Model: "w | " + reader, Verdict: v})
			}
		}
	}
}

// By hand: a description with the outcomes (0, 1, 0) is wrong with the probability
// 0.4·0.1·0.9·0.9 / (0.4·0.1·0.9·0.9 + 0.6·0.1·0.8·0.5) = 0.0324/0.0564 = 0.574, and one
// with (0, 0, 1) with 0.0324/(0.0324 + 0.006) = 0.844. All others with an equivalent
// formula are more probably right, (1, 0, 0) with 0.0540/0.0864. So 141 rows of b and
// 96 rows of c are probable false positives.
func TestWhoLostTheTruth(t *testing.T) {
	c := NewCrossing(nil, 0.95)
	exactRows(func(r *record.Row) { c.Add(r) })
	for _, r := range []*record.Row{
		{FS: "p", Model: "w | a", Verdict: record.Equivalent},                                          // no description
		{FS: "p", NL: "p", Verdict: record.Equivalent},                                                 // no model
		{FS: "p", NL: "p", Model: "w | a", Verdict: record.Unverifiable},                               // a failed call
		{FS: "p", FSIn: "q", NL: "q", Model: "w | a", Step: record.Int(2), Verdict: record.Equivalent}, // a later round
	} {
		if c.Add(r) {
			t.Errorf("%+v counts", r)
		}
	}
	rates, err := c.Rates()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[string]any{}
	for _, row := range rates.Rows {
		cells := map[string]any{}
		for i, column := range rates.Columns {
			cells[column.Name] = row[i]
		}
		found[row[0].(string)] = cells
	}
	check := func(model, column string, want float64) {
		t.Helper()
		got, _ := found[model][column].(float64)
		low, _ := found[model][column+"_low"].(float64)
		high, _ := found[model][column+"_high"].(float64)
		if math.Abs(got-want) > 2e-3 || !(low < want && want < high) {
			t.Errorf("%s: %s is %v in [%v, %v], expected %v", model, column, got, low, high, want)
		}
	}
	check("w", "p_i", 0.6)
	for reader, want := range map[string]float64{"a": 0.9, "b": 0.8, "c": 0.5} {
		check(reader, "p_a", want)
		check(reader, "cancel", 0.1)
	}
	if w := found["w"]; w["descriptions"] != int64(2500) || w["formulas"] != int64(0) || w["p_a"] != nil || len(found) != 4 {
		t.Errorf("found %v", found)
	}
}

// An unknown verdict is in no rate, but the least and the highest rate count it as
// wrong and as right. A model name without a separator is that of both stages.
func TestWhoLostTheTruthWithUnknowns(t *testing.T) {
	c := NewCrossing(nil, 0.95)
	for i := range 60 {
		for _, writer := range []string{"a", "b"} {
			for _, reader := range []string{"a", "b", "c"} {
				r := &record.Row{ID: fmt.Sprint(i), NL: writer + fmt.Sprint(i), Model: writer + " | " + reader, Verdict: record.Equivalent}
				if writer == reader {
					r.Model = writer
				}
				switch {
				case writer == "a" && i%4 == 0:
					r.Verdict = record.Noncompliant
				case reader == "c" && i%5 == 1:
					r.Verdict = record.Unknown
				}
				c.Add(r)
			}
		}
	}
	rates, err := c.Rates()
	if err != nil {
		t.Fatal(err)
	}
	at := rates.Place
	for i, model := range []string{"a", "b", "c"} {
		row := rates.Rows[i]
		if row[0] != model {
			t.Fatalf("found %v, expected the line of %s", row, model)
		}
		rate, least, most := row[at("p_a")].(float64), row[at("p_a_least")].(float64), row[at("p_a_most")].(float64)
		if unknown := row[at("unknown")] != int64(0); unknown != (model == "c") || !(least <= rate && rate <= most) || unknown && !(least < 0.9 && most > 0.99) {
			t.Errorf("%s: p_a is %v from %v to %v with %v unknown", model, rate, least, most, row[at("unknown")])
		}
	}
	if p := rates.Rows[0][at("p_i")].(float64); math.Abs(p-0.75) > 0.01 {
		t.Errorf("p_i of a is %v, expected 45 of 60", p)
	}
}

// TestWhoLostTheTruthOfComplexFormulas: if complex formulas are harder for all models,
// the errors are not independent and the rates mislead. This must show.
func TestWhoLostTheTruthOfComplexFormulas(t *testing.T) {
	for _, depends := range []bool{true, false} {
		c := NewCrossing(nil, 0.95)
		r := rand.New(rand.NewPCG(1, 1))
		for i := range 200 {
			for _, writer := range []string{"a", "b"} {
				p := 0.8
				if depends {
					p = math.Pow(0.95, float64(i%40))
				}
				right := r.Float64() < p
				for _, reader := range []string{"c", "d", "e"} {
					v := record.NotEquivalent
					if right && r.Float64() < p {
						v = record.Equivalent
					}
					c.Add(&record.Row{ID: fmt.Sprint(i), Formalism: record.Propositional, NumOperators: record.Int(i % 40), NL: writer, Model: writer + " | " + reader, Verdict: v})
				}
			}
		}
		if _, err := c.Rates(); err != nil {
			t.Fatal(err)
		}
		if p := c.Trend(); p < 0.01 != depends {
			t.Errorf("depends on complexity %v: p = %v", depends, p)
		}
	}
}

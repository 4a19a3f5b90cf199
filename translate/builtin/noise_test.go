package builtin

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// A formula and a regex in which every kind that is of their formalism has a
// place.
const (
	quantified = "∀x1. ∃x2. ((pred1(x1, p1) ∨ ¬pred2(x2)) ∧ ¬(pred1(p2, x2) ∧ pred2(p1) ∧ pred2(p2)))"
	starred    = "1(01)*0*1"
)

// results collects what a kind makes of s under many keys.
func results(t *testing.T, k Mistake, f record.Formalism, s string) []string {
	t.Helper()
	n := (&Noise{Seed: 1, Rates: Rates{k: 1}, PerFormula: true})
	var found []string
	for i := range 400 {
		out, kinds := n.Formula(fmt.Sprint("row", i), f, s)
		if len(kinds) == 0 && out != s || len(kinds) > 0 && (out == s || !slices.Equal(kinds, []Mistake{k})) {
			t.Fatalf("%s of %s gives %s with kinds %v", k, s, out, kinds)
		}
		if len(kinds) > 0 && !slices.Contains(found, out) {
			found = append(found, out)
		}
	}
	slices.Sort(found)
	return found
}

// Each kind makes all of what it says it makes, and nothing else.
func TestKindsDoWhatTheySay(t *testing.T) {
	for _, c := range []struct {
		kind Mistake
		f    record.Formalism
		s    string
		want []string
	}{
		{"negation_dropped", record.Propositional, "(¬p1 ∧ ¬(p2 ∨ p3))", []string{"(p1 ∧ ¬(p2 ∨ p3))", "(¬p1 ∧ (p2 ∨ p3))"}},
		{"negation_dropped", record.FirstOrder, "a ≠ b", []string{"a = b"}},
		{"negation_dropped", record.Propositional, "(p1 ∧ p2)", nil},
		{"negation_misplaced", record.Propositional, "¬(p1 ∧ p2)", []string{"(p1 ∧ ¬p2)", "(¬p1 ∧ p2)"}},
		{"negation_misplaced", record.Propositional, "(¬p1 → p2)", []string{"(p1 → ¬p2)"}},
		{"negation_misplaced", record.FirstOrder, "¬∀x1. pred1(x1)", []string{"∀x1. ¬pred1(x1)"}},
		{"negation_misplaced", record.FirstOrder, "∃x1. ¬pred1(x1)", []string{"¬∃x1. pred1(x1)"}},
		{"negation_misplaced", record.Propositional, "¬p1", nil},
		{"scope", record.Propositional, "(p1 ∧ (p2 ∨ p3))", []string{"((p1 ∧ p2) ∨ p3)"}},
		{"scope", record.Propositional, "((p1 ∨ p2) ∧ p3)", []string{"(p1 ∨ (p2 ∧ p3))"}},
		{"scope", record.Propositional, "(p1 ∧ (p2 ∨ p3) ∧ p4)", []string{"(((p1 ∧ p2) ∨ p3) ∧ p4)", "(p1 ∧ (p2 ∨ (p3 ∧ p4)))"}},
		{"scope", record.Propositional, "(p1 → (p2 → p3))", []string{"((p1 → p2) → p3)"}},
		{"scope", record.FirstOrder, "∀x1. (pred1(x1) → p1)", []string{"((∀x1. pred1(x1)) → p1)"}},
		{"scope", record.FirstOrder, "((∀x1. pred1(x1)) ∧ p1)", []string{"∀x1. (pred1(x1) ∧ p1)"}},
		{"scope", record.Propositional, "(p1 ∧ p2)", nil},
		{"operator_swapped", record.Propositional, "(p1 ∧ (p2 ∨ p3))", []string{"(p1 ∧ p2 ∧ p3)", "(p1 ∨ p2 ∨ p3)"}},
		{"operator_swapped", record.Propositional, "(p1 → p2)", nil},
		{"quantifier_swapped", record.FirstOrder, "∀x1. ∃x2. pred1(x1, x2)", []string{"∀x1. ∀x2. pred1(x1, x2)", "∃x1. ∃x2. pred1(x1, x2)"}},
		{"part_lost", record.Propositional, "(p1 ∧ ¬p2)", []string{"p1", "¬p2"}},
		{"part_lost", record.FirstOrder, "pred1(a, b)", []string{"pred1(a)", "pred1(b)"}},
		{"part_lost", record.FirstOrder, "pred1(a)", nil},
		{"symbol_renamed", record.Propositional, "(p1 ∧ p2)", []string{"(p1 ∧ p1)", "(p2 ∧ p2)"}},
		{"symbol_renamed", record.Propositional, "p1", []string{"p2"}},
		{"symbol_renamed", record.FirstOrder, "pred1(bob)", []string{"pred1(bob2)", "pred2(bob)"}},
		{"constant_variable", record.FirstOrder, "∀x1. pred1(x1, p1)", []string{"∀x1. pred1(p1, p1)", "∀x1. pred1(x1, x1)"}},
		{"constant_variable", record.FirstOrder, "∀x1. pred1(x1)", []string{"∀x1. pred1(c1)"}},
		{"constant_variable", record.FirstOrder, "pred1(p1)", nil},
		{"star_misplaced", record.Regex, "1*0", []string{"10*"}},
		{"star_misplaced", record.Regex, "(01)*", []string{"01*"}},
		{"star_misplaced", record.Regex, "1*0*", nil},
		{"star_plus", record.Regex, "1*0*", []string{"1*0+", "1+0*"}},
		{"scope", record.Regex, "1(01)*0", []string{"(101)*0", "1(010)*"}},
		{"scope", record.Regex, "1(0|1)", []string{"10|1"}},
		{"part_lost", record.Regex, "101*", []string{"01*", "11*"}},
		{"symbol_renamed", record.Regex, "10", []string{"00", "11"}},
		{"symbol_renamed", record.Regex, "1", []string{"0"}},
		{"negation_dropped", record.Regex, "1", nil},
		{ParenthesesLost, record.Propositional, "(p1 ∧ p2)", []string{"(p1 ∧ p2", "p1 ∧ p2)"}},
		{ParenthesesLost, record.Propositional, "p1", nil},
	} {
		slices.Sort(c.want)
		if got := results(t, c.kind, c.f, c.s); !slices.Equal(got, c.want) {
			t.Errorf("%s of %s gives\n%q, expected\n%q", c.kind, c.s, got, c.want)
		}
	}
}

func TestProseIsNoFormula(t *testing.T) {
	for _, s := range []string{"(p1 ∧ p2)", "p1", "∀x1. pred1(x1)"} {
		for _, out := range results(t, Prose, record.FirstOrder, s) {
			if !strings.Contains(out, s) {
				t.Errorf("%q does not hold the formula %s", out, s)
			}
			if f, err := logic.Parse(out, logic.Options{}); err == nil {
				t.Errorf("%q parses, as %s", out, f)
			}
		}
	}
}

// Rates are met: under n keys a kind with a place for it occurs within five
// standard deviations of n times its rate (a false alarm in two million runs,
// and none at all with keys that stay the same).
func TestRatesAreMet(t *testing.T) {
	const n = 4000
	for _, rate := range []float64{0, 0.01, 0.1, 0.5, 1} {
		rates := Rates{}
		for _, k := range Mistakes() {
			rates[k] = rate
		}
		noise := (&Noise{Seed: 7, Rates: rates})
		draws := map[Mistake]int{}
		for key := range n {
			for i, m := range Mistakes() {
				if _, times := noise.draw(fmt.Sprint(key), i, 1); times > 0 {
					draws[m]++
				}
			}
		}
		for _, k := range Mistakes() {
			mean, deviation := rate*n, math.Sqrt(n*rate*(1-rate))
			if math.Abs(float64(draws[k])-mean) > 5*deviation {
				t.Errorf("%s at rate %g was drawn %d times of %d", k, rate, draws[k], n)
			}
		}
	}
}

// A kind that has a place is applied as often as it is drawn.
func TestEveryKindAppliesWhereItCan(t *testing.T) {
	const n, rate = 2000, 0.3
	for _, k := range Mistakes() {
		f, s := record.FirstOrder, quantified
		if k == "star_misplaced" || k == "star_plus" {
			f, s = record.Regex, starred
		}
		if k == "temporal_swapped" || k == "temporal_dropped" || k == "until_swapped" || k == "argument_order" {
			f, s = record.LTL, "G (p1 -> X (p2 U p3))"
		}
		noise, applied := (&Noise{Seed: 3, Rates: Rates{k: rate}, PerFormula: true}), 0
		for i := range n {
			if _, kinds := noise.Formula(fmt.Sprint("row", i), f, s); len(kinds) > 0 {
				applied++
			}
		}
		if mean, deviation := rate*n, math.Sqrt(n*rate*(1-rate)); math.Abs(float64(applied)-mean) > 5*deviation {
			t.Errorf("%s at rate %g was applied %d times of %d", k, rate, applied, n)
		}
	}
}

func TestNoiseDependsOnSeedAndKeyAlone(t *testing.T) {
	noise := (&Noise{Seed: 11, Rates: Rates{"negation_dropped": 0.3, "scope": 0.3, "symbol_renamed": 0.3, Prose: 0.3}})
	first := make([]string, 200)
	for i := range first {
		first[i], _ = noise.Formula(fmt.Sprint(i), record.FirstOrder, quantified)
	}
	again := make([]string, len(first))
	var wg sync.WaitGroup
	for i := len(first) - 1; i >= 0; i-- { // in another order, by others
		wg.Go(func() { again[i], _ = noise.Formula(fmt.Sprint(i), record.FirstOrder, quantified) })
	}
	wg.Wait()
	if !slices.Equal(first, again) {
		t.Error("the same keys give other results in another order")
	}

	differ := 0
	other := (&Noise{Seed: 12, Rates: Rates{"negation_dropped": 0.3, "scope": 0.3, "symbol_renamed": 0.3, Prose: 0.3}})
	for i := range first {
		if s, _ := other.Formula(fmt.Sprint(i), record.FirstOrder, quantified); s != first[i] {
			differ++
		}
	}
	if differ < 50 {
		t.Errorf("another seed changes %d of %d results", differ, len(first))
	}

	// the rate of one kind has no part in whether another one is drawn
	alone := (&Noise{Seed: 11, Rates: Rates{"scope": 0.3}, PerFormula: true})
	for i := range 200 {
		_, kinds := alone.Formula(fmt.Sprint(i), record.FirstOrder, quantified)
		_, times := noise.draw(fmt.Sprint(i), slices.Index(Mistakes(), "scope"), 1)
		if (times > 0) != (len(kinds) == 1) {
			t.Errorf("key %d: scope is drawn %d times among other kinds, %v alone", i, times, kinds)
		}
	}
}

// What edits of trees make is a formula again, and a rate of 0 changes nothing.
func TestEditedFormulasParse(t *testing.T) {
	rates := Rates{}
	for _, k := range Mistakes() {
		if k != Prose && k != ParenthesesLost {
			rates[k] = 0.7
		}
	}
	noise := (&Noise{Seed: 5, Rates: rates})
	rapid.Check(t, func(t *rapid.T) {
		s := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true}).String()
		key := rapid.String().Draw(t, "key")
		out, kinds := noise.Formula(key, record.FirstOrder, s)
		if _, err := logic.Parse(out, logic.Options{}); err != nil {
			t.Fatalf("%v of %s gives %s: %v", kinds, s, out, err)
		}
		if same, kinds := (&Noise{Seed: 5, Rates: nil}).Formula(key, record.FirstOrder, s); same != s || len(kinds) > 0 {
			t.Fatalf("no noise makes %s of %s", same, s)
		}

		if tree, kinds := (&Noise{Seed: 5, Rates: Rates{Prose: 1, ParenthesesLost: 1}}).Tree(key, record.FirstOrder, s); tree != s || len(kinds) > 0 {
			t.Fatalf("noise of text makes %s of the tree of %s", tree, s)
		}

		s = formattest.PaperRegex("01").Draw(t, "regex").String()
		out, kinds = noise.Formula(key, record.Regex, s)
		if _, err := regex.Parse(out, regex.Options{}); err != nil {
			t.Fatalf("%v of %s gives %s: %v", kinds, s, out, err)
		}
	})
}

// Tree makes only the mistakes that a description in English can have.
func TestTreesHaveNoMistakesOfText(t *testing.T) {
	for _, c := range []struct {
		kind     Mistake
		f        record.Formalism
		fs, want string
	}{
		{"negation_dropped", record.Propositional, "(p1 ∧ ¬p2)", "(p1 ∧ p2)"},
		{"scope", record.Propositional, "(p1 ∧ (p2 ∨ p3))", "((p1 ∧ p2) ∨ p3)"},
		{"quantifier_swapped", record.FirstOrder, "∀x1. pred1(x1)", "∃x1. pred1(x1)"},
		{"star_plus", record.Regex, "1*", "1+"},
		{Prose, record.Propositional, "(p1 ∧ ¬p2)", "(p1 ∧ ¬p2)"},
		{ParenthesesLost, record.Regex, "(01)*", "(01)*"},
		{"negation_dropped", record.Propositional, "p1 & p2", "p1 & p2"},
		{"negation_dropped", record.Propositional, "not ( a formula", "not ( a formula"},
	} {
		got, kinds := (&Noise{Seed: 1, Rates: Rates{c.kind: 1}, PerFormula: true}).Tree("row", c.f, c.fs)
		if got != c.want || (len(kinds) == 1) != (c.fs != c.want) {
			t.Errorf("%s of %q gives %q with %v, expected %q", c.kind, c.fs, got, kinds, c.want)
		}
	}
}

func TestRatesAreRead(t *testing.T) {
	all := Rates{"prose": 0}
	for _, m := range Mistakes() {
		if m != Prose {
			all[m] = 0.5
		}
	}
	for _, c := range []struct {
		s    string
		want Rates
		err  string
	}{
		{"", DefaultRates(false), ""},
		{"seed=3", DefaultRates(false), ""},
		{"per=operator", DefaultRates(false), ""},
		{"per=formula", DefaultRates(true), ""},
		{"per=formula,all=0.5,prose=0", all, ""},
		{"per=row", nil, `per: found "row", expected operator or formula`},
		{"judge_wrong=0.5", Rates{}, ""},
		{" negation_dropped=0.05, prose=1 ,", Rates{"negation_dropped": 0.05, "prose": 1}, ""},
		{"all=0.5,prose=0", all, ""},
		{"negation_dropped", nil, `setting "negation_dropped": expected name=value`},
		{"prose=2", nil, `prose: found "2", expected a rate from 0 to 1`},
		{"prose=NaN", nil, `prose: found "NaN", expected a rate from 0 to 1`},
		{"sleep=0.1", nil, `kind of error "sleep": expected one of negation_dropped, negation_misplaced, scope,`},
	} {
		e, err := parseErrors(c.s)
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%q: error %v, expected %s", c.s, err, c.err)
			}
			continue
		}
		if err != nil || !maps.Equal(e.translation.Rates, c.want) {
			t.Errorf("%q is read as %v, %v, expected %v", c.s, e.translation.Rates, err, c.want)
		}
	}
}

func BenchmarkFormula(b *testing.B) {
	noise := &Noise{Seed: 1, Rates: DefaultRates(false)}
	for i := 0; b.Loop(); i++ {
		noise.Formula(fmt.Sprint(i), record.FirstOrder, quantified)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// Answers of models may be anything; noise neither fails on them nor claims to
// have edited what it left alone.
func FuzzNoise(f *testing.F) {
	f.Add("row 1", quantified)
	f.Add("row 2", starred)
	f.Add("row 3", "∀x ∀x (P(x) ⊕ ¬⊤ ↔ f(x, c) ≠ x)")
	f.Add("", "((((")
	rates := Rates{}
	for _, k := range Mistakes() {
		rates[k] = 0.8
	}
	noise := (&Noise{Seed: 1, Rates: rates})
	f.Fuzz(func(t *testing.T, key, s string) {
		for _, formalism := range []record.Formalism{record.Propositional, record.FirstOrder, record.Regex} {
			for _, edit := range []func(string, record.Formalism, string) (string, []Mistake){noise.Formula, noise.Tree} {
				out, kinds := edit(key, formalism, s)
				if len(kinds) == 0 && out != s {
					t.Fatalf("%q became %q with no kind of error", s, out)
				}
			}
		}
	})
}

// alternating is a formula of n operators, whose atoms differ.
func alternating(n int) string {
	s := "p0"
	for i := range n {
		s = fmt.Sprintf("(%s %s p%d)", s, []string{"∧", "∨"}[i%2], i+1)
	}
	return s
}

// TestAccuracyFallsWithOperators: mistakes were drawn once for a formula, so accuracy
// did not fall with complexity, which is what the papers find. A formula of n operators
// is right with the probability (1 − p)^n. The bound is five standard deviations; the
// keys are fixed, so the test has one result.
func TestAccuracyFallsWithOperators(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const keys, rate = 2000, 0.02
	for _, c := range []struct {
		kind Mistake
		f    record.Formalism
		text func(n int) string
	}{
		{"operator_swapped", record.Propositional, alternating},
		{"symbol_renamed", record.Propositional, alternating},
		{ParenthesesLost, record.Propositional, alternating},
		{Prose, record.Propositional, alternating},
		// Each star is an operator, and so is each concatenation but the last.
		{"star_plus", record.Regex, func(n int) string { return strings.Repeat("0*", (n+1)/2) }},
	} {
		for _, n := range []int{1, 5, 15, 61} {
			for _, perFormula := range []bool{false, true} {
				noise, right := &Noise{Seed: 4, Rates: Rates{c.kind: rate}, PerFormula: perFormula}, 0
				for i := range keys {
					if _, made := noise.Formula(fmt.Sprint(i), c.f, c.text(n)); len(made) == 0 {
						right++
					}
				}
				draws := n
				if perFormula {
					draws = 1
				}
				p := math.Pow(1-rate, float64(draws))
				mean, deviation := p*keys, math.Sqrt(keys*p*(1-p))
				if math.Abs(float64(right)-mean) > 5*deviation {
					t.Errorf("%s, %d operators, per formula %t: %d of %d are right, expected %.0f ± %.0f", c.kind, n, perFormula, right, keys, mean, deviation)
				}
			}
		}
	}
}

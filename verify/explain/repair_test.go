package explain_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/explain"
)

// find decides a pair and looks for its repair.
func find(t interface {
	Helper()
	Fatalf(string, ...any)
}, f record.Formalism, left, right string,
) explain.Repair {
	t.Helper()
	v := verify.New(verify.Options{})
	w := v.Pair(context.Background(), f, left, right)
	if w.Verdict != record.NotEquivalent {
		t.Fatalf("%s and %s: found %s (%s), expected two that differ", left, right, w.Verdict, w.Reason)
	}
	r := explain.NewRepairer(verify.Options{}).Repair(context.Background(), verify.Options{}.Read(f, left, right), w.Witness)
	if (r.Diagnosis == record.OtherMistake) != (r.Formula == "") {
		t.Fatalf("%s and %s: found %s with the repair %q", left, right, r.Diagnosis, r.Formula)
	}
	if r.Formula != "" {
		if again := v.Pair(context.Background(), f, left, r.Formula); again.Verdict != record.Equivalent {
			t.Fatalf("%s and %s: the repair %s is %s", left, right, r.Formula, again.Verdict)
		}
	}
	return r
}

func TestRepair(t *testing.T) {
	for _, c := range []struct {
		left, right, repair string
		want                record.Diagnosis
	}{
		{"p1 ∧ ¬p2", "p1 ∧ p2", "(p1 ∧ ¬p2)", record.NegationDropped},
		{"p1 ∧ p2", "¬p1 ∧ p2", "(p1 ∧ p2)", record.NegationAdded},
		{"¬(p1 ∧ p2)", "¬p1 ∧ p2", "¬(p1 ∧ p2)", record.NegationMisplaced},
		{"¬p1 ∧ p2 ∧ p3", "p1 ∧ p2 ∧ ¬p3", "(¬p1 ∧ p2 ∧ p3)", record.NegationMisplaced},
		{"p1 → p2", "p1 ↔ p2", "(p1 → p2)", record.OperatorSwapped},
		{"(p1 ∨ p2) ∧ p3", "p1 ∧ p2 ∧ p3", "((p1 ∨ p2) ∧ p3)", record.OperatorSwapped},
		{"p1 → p2", "p2 → p1", "(p1 → p2)", record.ArgumentOrder},
		{"p1 ∧ (p2 ∨ p3)", "(p1 ∧ p2) ∨ p3", "(p1 ∧ (p2 ∨ p3))", record.ScopeWrong},
		{"p1 ∧ p2", "p1 ∧ p3", "(p1 ∧ p2)", record.SymbolRenamed},
		{"p1 ∧ p2 ∧ ¬p3", "p1 ∧ p2", "(p1 ∧ p2 ∧ ¬p3)", record.PartLost},
		{"p1 ∧ p2", "p1 ∧ p2 ∧ p3", "(p1 ∧ p2)", record.PartAdded},
		{"(p1 → p2) ∧ (p3 → p4)", "(p2 ∨ p4) ∧ ¬(p1 ↔ p3)", "", record.OtherMistake},
		{"∀x. p(x)", "∃x. p(x)", "∀x. p(x)", record.QuantifierSwapped},
		{"∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)", "∀x. ∃y. r(x, y)", record.QuantifierSwapped},
		{"∀x. r(x, a)", "∀x. r(a, x)", "∀x. r(x, a)", record.ArgumentOrder},
		{"∀x. r(x, a)", "∀x. r(x, x)", "∀x. r(x, a)", record.ConstantVariable},
		{"∀x. p(x)", "∀x. p(a)", "∀x. p(x)", record.ConstantVariable},
		{"∀x. r(x, a)", "∀x. r(x)", "∀x. r(x, a)", record.Arity},
		{"∀x. (p(x) ∧ (q(x) ∨ p(x)))", "∀x. (s(x) ∧ (q(x) ∨ s(x)))", "∀x. (p(x) ∧ (q(x) ∨ p(x)))", record.SymbolRenamed},
		{"∀x. (p(x) → q(x))", "∀x p(x) → q(x)", "∀x. (p(x) → q(x))", record.ScopeWrong},
		{"(∀x. p(x)) → q", "∀x. (p(x) → q)", "((∀x. p(x)) → q)", record.ScopeWrong}, // ∃ for ∀ would do, too
		{"¬(p1 ∧ p2) ∧ p3", "p1 ∧ p2 ∧ p3", "(¬(p1 ∧ p2) ∧ p3)", record.NegationDropped},
		{"¬p1 ∨ (p2 ∧ ¬p3)", "p1 → (p2 ∧ p3)", "(p1 → (p2 ∧ ¬p3))", record.NegationDropped}, // of its meaning, not its form
		{"(∀x. p(x)) ↔ q", "∀x. (p(x) ↔ q)", "((∀x. p(x)) ↔ q)", record.ScopeWrong},
		{"∀x. ∀y. (r(x, y) ∧ s(y))", "∀x. ((∀y. r(x, y)) ∧ s(y))", "∀x. ∀y. (r(x, y) ∧ s(y))", record.ScopeWrong},
	} {
		f := record.Propositional
		if strings.ContainsAny(c.left+c.right, "∀∃") {
			f = record.FirstOrder
		}
		r := find(t, f, c.left, c.right)
		if r.Diagnosis != c.want || r.Formula != c.repair {
			t.Errorf("%s and %s: found %s, %q, expected %s, %q", c.left, c.right, r.Diagnosis, r.Formula, c.want, c.repair)
		}
	}
}

// TestConsistentMistakes: a mistake in several places was other.
func TestConsistentMistakes(t *testing.T) {
	for _, c := range []struct {
		left, right, repair string
		want                record.Diagnosis
	}{
		// AutoEval, Table 3, Table 4, Prompt 8 and the text on errors in its appendix.
		{"(¬p2 ∧ p5 ∧ ¬p6)", "(¬p ∧ q ∧ ¬r)", "(¬p2 ∧ p5 ∧ ¬p6)", record.Renaming},
		{"pred2(p3, p5)", "∃p3 p5.pred2(p3, p5)", "pred2(p3, p5)", record.QuantifiedConstant},
		{"∃x1.¬pred5(p7)", "∃p7.¬pred5(p7)", "¬pred5(p7)", record.QuantifiedConstant},
		{"stew(Deane)", "Deane(stew)", "stew(Deane)", record.Renaming},

		{"p(a) ∧ q(a) ∧ r(a, b)", "∃x (p(x) ∧ q(x) ∧ r(x, b))", "(p(a) ∧ q(a) ∧ r(a, b))", record.QuantifiedConstant},
		{"∀x (p(x, a) → q(a, b))", "∀x ∃a (p(x, a) → q(a, b))", "∀x. (p(x, a) → q(a, b))", record.QuantifiedConstant},
		{"∀x (likes(tom, x) → cat(tom))", "∀x (tom(likes, x) → tom(cat))", "", record.OtherMistake},
		{"cook(bob) ∧ ¬stew(deane) ∧ p(bob)", "Bob(cook) ∧ ¬Deane(stew) ∧ p(bob)", "", record.OtherMistake},
		{"∀x (cat(x) → likes(tom, x))", "∀c (feline(c) → loves(tim, c))", "∀c. (cat(c) → likes(tom, c))", record.Renaming},
		// The variable has the name of a constant of fs, so it gets another one.
		{"∀x (cat(x) → likes(tom, x))", "∀tom (feline(tom) → loves(tim, tom))", "∀tom_1. (cat(tom_1) → likes(tom, tom_1))", record.Renaming},

		// Two mistakes of different kinds.
		{"∀x (cat(x) → likes(tom, x))", "∃x (feline(x) → loves(tim, x))", "", record.OtherMistake},
		{"p(a) ∧ q(b)", "∃x (s(x) ∧ q(x))", "", record.OtherMistake},
	} {
		f := record.Propositional
		if strings.ContainsAny(c.left+c.right, "(") && strings.ContainsAny(c.left, "abcdefghijklmn") {
			f = record.FirstOrder
		}
		r := find(t, f, c.left, c.right)
		if r.Diagnosis != c.want || r.Formula != c.repair {
			t.Errorf("%s and %s: found %s, %q, expected %s, %q", c.left, c.right, r.Diagnosis, r.Formula, c.want, c.repair)
		}
	}
}

func TestRepairRegex(t *testing.T) {
	for _, c := range []struct {
		left, right string
		want        record.Diagnosis
	}{
		{"(01)*1", "(01)+1", record.StarPlus},
		{"1+0", "1*0", record.StarPlus},
		{"(01)*", "01*", record.StarMisplaced},
		{"1*0", "10*", record.StarMisplaced},
		{"1*0", "10", record.StarMisplaced},
		{"1(01)*", "(101)*", record.ScopeWrong},
		{"1(0|1)", "10|1", record.ScopeWrong},
		{"(0|1)1", "(01)1", record.OperatorSwapped},
		{"0101", "0111", record.SymbolRenamed},
		{"0110", "010", record.PartLost},
		{"010", "0110", record.PartAdded},
		{"(01)*(10)*", "0(0|11)*0", record.OtherMistake},
	} {
		if r := find(t, record.Regex, c.left, c.right); r.Diagnosis != c.want {
			t.Errorf("%s and %s: found %s, %q, expected %s", c.left, c.right, r.Diagnosis, r.Formula, c.want)
		}
	}
}

// TestRepairsAreProved: whatever the pair, what is called a repair is one. For
// propositional formulas all assignments say so, for expressions all words of
// up to six letters.
func TestRepairsAreProved(t *testing.T) {
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		config := formattest.FormulaConfig{FirstOrder: rapid.Bool().Draw(t, "first order"), Mixed: true, Size: 6}
		f := record.Propositional
		if config.FirstOrder {
			f = record.FirstOrder
		}
		a, b := formattest.Formula(t, config), formattest.Formula(t, config)
		if v.Formulas(context.Background(), a, b).Verdict == record.NotEquivalent {
			find(t, f, a.String(), b.String())
		}
	})
}

// TestHostile: what is too large is left alone, and what cannot be read is no
// matter of repairs.
func TestHostile(t *testing.T) {
	s := explain.NewRepairer(verify.Options{})
	for _, c := range []struct {
		f           record.Formalism
		left, right string
	}{
		{record.Propositional, "p", strings.Repeat("¬", 9_001) + "p"},
		{record.Propositional, "p", strings.Repeat("(p ∧ q) ∨ ", 1_000) + "p"},
		{record.Propositional, "p ∧", "p"},
		{record.Regex, "0", strings.Repeat("0*", 2_000)},
		{record.Regex, "0", "(0"},
		{record.FirstOrder, "p(a)", ""},
	} {
		if r := s.Repair(context.Background(), verify.Options{}.Read(c.f, c.left, c.right), nil); r != (explain.Repair{Diagnosis: record.OtherMistake}) {
			t.Errorf("%.20s and %.20s: found %s, %.40q", c.left, c.right, r.Diagnosis, r.Formula)
		}
	}
}

// BenchmarkLargest searches in vain at the largest sizes that are searched at
// all.
func BenchmarkLargest(b *testing.B) {
	var long, wide strings.Builder
	for i := range 70 {
		fmt.Fprintf(&long, "(p%d ∨ ¬q%d) ∧ ", i%30, i%7)
		fmt.Fprintf(&wide, "q%d ∧ ", i)
	}
	for name, c := range map[string]struct {
		f           record.Formalism
		left, right string
	}{
		"groups":      {record.Propositional, "p1 ↔ (p2 ⊕ p3)", long.String() + "p0"},
		"chain":       {record.Propositional, wide.String() + "p0", "(p1 ↔ p2) ∨ " + wide.String() + "p0"},
		"quantifiers": {record.FirstOrder, "∀x. ∃y. (r(x, y) ↔ s(y, x))", strings.Repeat("∀x. (r(x, x) → ∃y. (s(x, y) ∧ ", 30) + "q" + strings.Repeat("))", 30)},
		"stars":       {record.Regex, "(01)*(10)*", strings.Repeat("(0*1)*1", 35)},
	} {
		b.Run(name, func(b *testing.B) {
			s := explain.NewRepairer(verify.Options{})
			for b.Loop() {
				s.Repair(b.Context(), verify.Options{}.Read(c.f, c.left, c.right), nil)
			}
		})
	}
}

// TestRegexRepairAccepts holds repairs of expressions against the simple
// matcher, on all words of up to six letters.
func TestRegexRepairAccepts(t *testing.T) {
	for _, pair := range [][2]string{{"(01)*1", "01*1"}, {"(0|1)*0", "(0|1)0*"}, {"1(0|1)", "10|1"}, {"0*1*0", "0*10"}} {
		r := find(t, record.Regex, pair[0], pair[1])
		if r.Formula == "" {
			t.Errorf("%s and %s: found no repair", pair[0], pair[1])
			continue
		}
		a, errA := regex.Parse(pair[0], regex.Options{})
		b, errB := regex.Parse(r.Formula, regex.Options{})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		words := []string{""}
		for i := 0; i < len(words) && len(words[i]) < 6; i++ {
			words = append(words, words[i]+"0", words[i]+"1")
		}
		for _, w := range words {
			inA, errA := check.Accepts(a, w)
			inB, errB := check.Accepts(b, w)
			if inA != inB || errA != nil || errB != nil {
				t.Fatalf("%s, repaired %s: differ on %q (%v, %v)", pair[0], r.Formula, w, errA, errB)
			}
		}
	}
}

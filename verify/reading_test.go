package verify_test

import (
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// A call of a connective was an atom, == was an equality of terms, Fa was a proposition and
// p_1 another name than $p_1$. So pairs with the same meaning were not equivalent.
func TestNotationMadePairsDiffer(t *testing.T) {
	const first, propositional = record.FirstOrder, record.Propositional
	for _, c := range []struct {
		formalism   record.Formalism
		left, right string
		verdict     record.Verdict
		surprises   []string
	}{
		{first, "P(a) & ~(Q(a) <-> R(a))", "And(P(a),Not(Equivalent(Q(a),R(a))))", record.Equivalent, nil},
		{first, "And(P(a),Not(Equivalent(Q(a),R(a))))", "P(a) & ~(Q(a) <-> R(a))", record.Equivalent, nil},
		{first, "∀x ¬(P(x) ↔ Q(x))", "ForAll(x, Not(Equivalent(P(x), Q(x))))", record.Equivalent, nil},
		{first, "(P(a) ↔ Q(a)) ∧ R(a)", "Equivalent(P(a),Q(a)) & R(a)", record.Equivalent, nil},
		{first, "P(a) ↔ (Q(a) ∨ R(a))", "Equivalent(P(a), Or(Q(a),R(a)))", record.Equivalent, nil},
		{first, "S", "Equivalent(P(a), Q(a))", record.NotEquivalent, []string{verify.SurpriseDisjoint, verify.SurpriseReadings}},
		{first, "∀x (P(x) ↔ Q(x))", "ForAll(x, P(x) == Q(x))", record.Equivalent, nil},
		{first, "∀x f(x) = g(x)", "ForAll(x, f(x) == g(x))", record.Equivalent, nil},
		{first, "∀x ∀y (x ≠ y → P(x, y))", "ForAll([x, y], Implies(Distinct(x, y), P(x, y)))", record.Equivalent, nil},
		{first, "F(a) & ~G(b)", "Fa & ~Gb", record.Equivalent, nil},
		{first, "Fa & ~Gb", "F(a) & ~G(b)", record.Equivalent, nil},
		{first, "Fa & Gb", "Gb & Fa", record.Equivalent, nil},
		{first, `$\forall x\, P_1(x, \alpha)$`, "∀x P_1(x, α)", record.Equivalent, nil},
		{first, "P(alpha)", "P(α)", record.NotEquivalent, []string{verify.SurpriseNotation}},
		{propositional, "p_1 ∧ p_2", `$p_1 \land p_2$`, record.Equivalent, nil},
		{propositional, `$p_1 \land p_2$`, "p_2 ∧ p_1", record.Equivalent, nil},
		{propositional, "p_1 ∧ q", "p1 ∧ q", record.NotEquivalent, []string{verify.SurpriseNotation}},
		{propositional, "p ↔ ¬q", "p != q", record.Equivalent, nil},
		{propositional, "Equivalent(p, q)", "p <-> q", record.Equivalent, nil},
		{record.LTL, "G p_1", `$\square p_1$`, record.Equivalent, nil},
		{record.LTL, "$G p_{1}$", "G p_1", record.Equivalent, nil},
		{record.LTL, "p₁ U p_2", "p1 U p_2", record.Equivalent, nil},
		{record.LTL, "$p_1$ U p1", "p_1 U p1", record.NotEquivalent, nil},
		{record.LTL, "G p_1", "G p1", record.NotEquivalent, []string{verify.SurpriseNotation}},
		{record.LTL, "G x > 5", "G x >= 6", record.NotEquivalent, []string{verify.SurpriseCompared}},
		{record.LTL, "G f(X) > 5", "G (y = 1 & x <= 3)", record.NotEquivalent, []string{verify.SurpriseCompared}},
		{record.LTL, "G (x > 5 & y = 1)", "G y == 1 & G x>5", record.Equivalent, nil},
		{record.LTL, "G (p -> O q)", "G (!p | once q)", record.Equivalent, nil},
		{record.LTL, "Y p", "false", record.Equivalent, nil},
		{record.LTL, "G α", `$G \alpha$`, record.Equivalent, nil},
		{record.LTL, "G alpha", `$\Box \alpha$`, record.Equivalent, nil},
		{record.LTL, "F alpha1", `\Diamond \alpha_1`, record.Equivalent, nil},
		{record.LTL, "F α_1", `\Diamond \alpha_{1}`, record.Equivalent, nil},
		{propositional, "p_1", "p_{1}", record.Equivalent, nil},
		{first, "P(a, c_1)", "P(a, c_{1})", record.Equivalent, nil},
		{first, "P(c) ∧ Equivalent(bob, ann)", "And(P(c), Equivalent(ann,bob))", record.Equivalent, []string{verify.SurpriseReadings}},
		{propositional, "Fa ∧ Gb", "F(a) & G(b)", record.Noncompliant, nil},
	} {
		for _, lenient := range []bool{false, true} {
			o := verify.Options{Formula: logic.Options{Lenient: lenient}}
			r := verify.New(o).Pair(t.Context(), c.formalism, c.left, c.right)
			if r.Verdict != c.verdict || !slices.Equal(r.Surprises, c.surprises) {
				t.Errorf("%s and %s: found %s, %v (%s), expected %s, %v", c.left, c.right, r.Verdict, r.Surprises, r.Reason, c.verdict, c.surprises)
			}
			var err error
			switch {
			case r.Witness != nil:
				text, _ := r.Witness.JSON()
				err = o.Read(c.formalism, c.left, c.right).Recheck(text)
			case r.Verdict == record.Equivalent:
				err = o.Read(c.formalism, c.left, c.right).Small()
			}
			if err != nil {
				t.Errorf("%s and %s: %v", c.left, c.right, err)
			}
		}
	}
}

// LINC negates an open conclusion before Prover9 closes it, and so asks whether it is false
// for every value. If it is false for one only, the verdict is false, and its mark says that
// it depends on the reading of x: were x a constant, it would be uncertain.
func TestNegatedOpenConclusionIsMarked(t *testing.T) {
	for _, c := range []struct {
		premise, conclusion string
		verdict             record.Verdict
		sensitive           bool
	}{
		{"PlaysFor(AiltonSilva, Nautico)", "-PlaysFor(AiltonSilva, x)", record.Refuted, true},
		{"Includes(Imperium, IvyNile) & Includes(b, IvyNile) & Feud(Imperium, b)", "Feud(Imperium, x) -> -Includes(x, IvyNile)", record.Refuted, true},
		{"-R(a)", "R(x)", record.Refuted, true},
		{"all y. -R(y)", "R(x)", record.Refuted, false},
		{"all y. R(y)", "R(x)", record.Entailed, false},
		{"-R(x)", "R(x)", record.Refuted, false},
	} {
		v := verify.New(verify.Options{Formula: logic.Options{Universal: true, Scope: logic.ScopeTight}})
		r := v.Entailment(t.Context(), []string{c.premise}, c.conclusion)
		if r.Verdict != c.verdict || r.FreeVariableSensitive != c.sensitive {
			t.Errorf("%s ⊢ %s: found %s, %t, expected %s, %t", c.premise, c.conclusion, r.Verdict, r.FreeVariableSensitive, c.verdict, c.sensitive)
		}
	}
}

// A text beside the others decides how they are read, also in an argument.
func TestArgumentReadsItsTextsTogether(t *testing.T) {
	v := verify.New(verify.Options{})
	for _, c := range []struct {
		premises   []string
		conclusion string
	}{
		{[]string{"∀x (Fx → Gx)", "Fa"}, "Ga"},
		{[]string{"P(a)", "P(a) == Q(a)"}, "Q(a)"},
		{[]string{"p_1", `$p_1 \to \beta$`}, "β"},
	} {
		if r := v.Entailment(t.Context(), c.premises, c.conclusion); r.Verdict != record.Entailed {
			t.Errorf("%q ⊢ %s: found %s, %s", c.premises, c.conclusion, r.Verdict, r.Reason)
		}
	}
}

package logic_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// Equivalent was a predicate inside Not, alone and beside signs, and Or inside it was a
// function. Distinct, If, Nand, Nor and Xnor were predicates.
func TestCallsOfConnectivesWereAtoms(t *testing.T) {
	for text, want := range map[string]string{
		"And(P(a),Not(Equivalent(Q(a),R(a))))":      "(P(a) ∧ ¬(Q(a) ↔ R(a)))",
		"ForAll(x, Not(Equivalent(P(x), Q(x))))":    "∀x. ¬(P(x) ↔ Q(x))",
		"Or(Not(Equivalent(P(a), Q(a))), R(a))":     "(¬(P(a) ↔ Q(a)) ∨ R(a))",
		"Implies(r, Not(Equivalent(p,q)))":          "(r → ¬(p ↔ q))",
		"Equivalent(P(a),Q(a)) & R(a)":              "((P(a) ↔ Q(a)) ∧ R(a))",
		"~Equivalent(P(a), Q(a))":                   "¬(P(a) ↔ Q(a))",
		"Equivalent(P(a), Or(Q(a),R(a)))":           "(P(a) ↔ (Q(a) ∨ R(a)))",
		"Equivalent(p, q)":                          "(p ↔ q)",
		"EQUIVALENT (p & q, r) or s":                "(((p ∧ q) ↔ r) ∨ s)",
		"equiv(p, equiv(q, r))":                     "(p ↔ (q ↔ r))",
		"Equivalent(p, Equivalent(q & r, s), true)": "((p ↔ ((q ∧ r) ↔ s)) ∧ (((q ∧ r) ↔ s) ↔ ⊤))",
		"Equivalent[P(a), Q(a)]":                    "(P(a) ↔ Q(a))",
		"∀x (P(x) → Equivalent(Q(x), R(x)))":        "∀x. (P(x) → (Q(x) ↔ R(x)))",
		"∀x (P(x) → (Equivalent(Q(x), R(x))))":      "∀x. (P(x) → (Q(x) ↔ R(x)))",
		// A variable, a number and a name that is a term elsewhere are terms.
		"∀x ∃y Equivalent(x, y)":                 "∀x. ∃y. Equivalent(x, y)",
		"∀x Equivalent(f(x), x)":                 "∀x. Equivalent(f(x), x)",
		"Equivalent(5, ann)":                     "Equivalent(5, ann)",
		"Loves(ann, bob) ∧ Equivalent(ann, bob)": "(Loves(ann, bob) ∧ Equivalent(ann, bob))",
		"Equivalent(mr.smith, ann)":              "Equivalent(mr.smith, ann)",
		"Equivalent & If":                        "(Equivalent ∧ If)",
		// Distinct of terms is pairwise.
		"∀x ∀y (Distinct(x, y) → P(x))":     "∀x. ∀y. (x ≠ y → P(x))",
		"And(Distinct(a, b, c), P(a))":      "(a ≠ b ∧ a ≠ c ∧ b ≠ c ∧ P(a))",
		"Distinct(P(a), Q(a)) | P(a)":       "(¬(P(a) ↔ Q(a)) ∨ P(a))",
		"Not(Distinct(f(a), g(b)))":         "¬f(a) ≠ g(b)",
		"If(P(a), Q(a), R(a))":              "((P(a) → Q(a)) ∧ (¬P(a) → R(a)))",
		"And(s, ITE(p, q & r, Not(q)))":     "(s ∧ (p → (q ∧ r)) ∧ (¬p → ¬q))",
		"Nand(p, q, r) | Nor(p, And(q, r))": "(¬(p ∧ q ∧ r) ∨ ¬(p ∨ (q ∧ r)))",
		"Not(Xnor(p, q))":                   "¬¬(p ⊕ q)",
		// z3py's lists.
		"And([p, q])":            "(p ∧ q)",
		"Or([p, And([q, r])], )": "",
		"Or([p, q], r)":          "",
		"Or([p | q] & r, s)":     "(((p ∨ q) ∧ r) ∨ s)",
		"And[p, q]":              "(p ∧ q)",
		// What has no reading.
		"If(p, q)":                                "(p → q)",
		"If(p, q, r, s)":                          "",
		"Equivalent(p)":                           "",
		"Equivalent(x & y)":                       "",
		"∀x Equivalent(x, P(x) ∧ Q(x))":           "",
		"Loves(And(a, b), c)":                     "",
		"Loves(a, Not(b))":                        "",
		"Loves(a, Equivalent(b, c))":              "",
		"f(If(p, a, b)) = c":                      "",
		"If(p, a, b) = c":                         "",
		"x = Or(a, b)":                            "",
		"(P (ite p q r))":                         "",
		"(if p q r)":                              "",
		"(if p q)":                                "",
		"(and s (ite p (if q r s) t))":            "",
		"(forall ((x U)) (= (ite (P x) a b) x))":  "",
		"(ite p q)":                               "",
		"(forall ((x U) (y U)) (distinct x y a))": "",
		"(and p (distinct p q))":                  "",
		"(and p (Equivalent p q))":                "",
		"(P (Or p q))":                            "",
	} {
		checkReading(t, text, want, logic.Options{})
	}
	for _, text := range []string{"Or((p, q), r)", "Or([p, q], r)", "Or((p, q))", "Xor((p), (q, r))", `"Or"(p, q)`, `P("Or"(p, q))`} {
		checkReading(t, text, "", logic.Options{Lenient: true})
	}
	for text, want := range map[string]string{
		"Equivalent(p, q)": "", "∀x Equivalent(x, a)": "∀x. Equivalent(x, a)", "Distinct(a, b)": "", "Equivalent(p ∧ q, r)": "",
	} {
		checkReading(t, text, want, logic.Options{Strict: true})
	}
}

// checkReading reads a text. If want is "", it expects an error.
func checkReading(t *testing.T, text, want string, o logic.Options) {
	t.Helper()
	r, err := logic.Read(text, o)
	switch {
	case err != nil && want != "":
		t.Errorf("%s: %v, expected %s", text, err, want)
	case err == nil && want == "":
		t.Errorf("%s: found %s, expected an error", text, r.Formulas[0])
	case err == nil && r.Formulas[0].String() != want:
		t.Errorf("%s: found %s, expected %s", text, r.Formulas[0], want)
	}
}

// P(x) == Q(x) was an equality of terms.
func TestDoubleEqualsBetweenFormulasWasBetweenTerms(t *testing.T) {
	for text, want := range map[string]string{
		"ForAll(x, P(x) == Q(x))":              "∀x. (P(x) ↔ Q(x))",
		"ForAll(x, P(x) != Q(x))":              "∀x. ¬(P(x) ↔ Q(x))",
		"And(P(a), P(a) == Q(a))":              "(P(a) ∧ (P(a) ↔ Q(a)))",
		"P(a) == And(Q(a), R(a))":              "(P(a) ↔ (Q(a) ∧ R(a)))",
		"And(Q(a), R(a)) == P(a)":              "((Q(a) ∧ R(a)) ↔ P(a))",
		"And(Q(a), R(a)) != P(a)":              "¬((Q(a) ∧ R(a)) ↔ P(a))",
		"Not(p) == (q | r)":                    "(¬p ↔ (q ∨ r))",
		"(p == q) == (p | r)":                  "((p ↔ q) ↔ (p ∨ r))",
		"ForAll(x, P(x)) == Exists(y, Q(y))":   "((∀x. P(x)) ↔ ∃y. Q(y))",
		"True == p":                            "(⊤ ↔ p)",
		"p == True":                            "(p ↔ ⊤)",
		"P(a) & (P(a) == Q(a))":                "(P(a) ∧ (P(a) ↔ Q(a)))",
		"p & (p == q)":                         "(p ∧ (p ↔ q))",
		"(P(a)) == (Q(a)) | r":                 "",
		"P(a) == Equivalent(p, q)":             "(P(a) ↔ (p ↔ q))",
		"Equivalent(p, q) == Equivalent(r, s)": "((p ↔ q) ↔ (r ↔ s))",
		"r | ~(p == q)":                        "(r ∨ p ≠ q)",
		// Terms.
		"a == b":                        "a = b",
		"a != b":                        "a ≠ b",
		"father(a) == mother(b)":        "father(a) = mother(b)",
		"∀x (x == f(x))":                "∀x. x = f(x)",
		"And(f(a) == g(a), P(f(a)))":    "(f(a) = g(a) ∧ P(f(a)))",
		"ForAll(x, father(x) == ann)":   "∀x. father(x) = ann",
		"P(a) & f(a) == 5":              "(P(a) ∧ f(a) = 5)",
		"P(x) = Q(x)":                   "P(x) = Q(x)",
		"father(a) == mother(b) & P(c)": "(father(a) = mother(b) ∧ P(c))",
		// Python's precedences differ.
		"P(a) & P(a) == Q(a)":        "",
		"P(a) == Q(a) | P(b)":        "",
		"(p | q) == r & s":           "",
		"s & ~(p | q) == r":          "",
		"(p | q) == ~r & s":          "",
		"p == q == r":                "",
		"(p & q) == r == s":          "",
		"(p & q) == (r == s) == t":   "",
		"(P(a)) == (Q(a))":           "",
		"P(a) & ((P(a)) == (Q(a)))":  "(P(a) ∧ (P(a) ↔ Q(a)))",
		"∀x. x == (P(x) & Q(x))":     "",
		"f(a) == If(p, b, c)":        "",
		"If(p, b, c) == If(q, b, c)": "",
		"If(p, q, r) == Not(s)":      "(((p → q) ∧ (¬p → r)) ↔ ¬s)",
		"(a != b & b != c) & q":      "(a ≠ b ∧ b ≠ c ∧ q)",
	} {
		checkReading(t, text, want, logic.Options{})
	}
}

// Nothing said that a text has two readings.
func TestUnsureReading(t *testing.T) {
	for text, want := range map[string]bool{
		"Equivalent(P(a), Q(a)) & R(a)":           true,
		"And(R(a), Equivalent(P(a), Q(a)))":       false,
		"And(R(a), Equivalent(ann, bob))":         true, // a predicate of two persons, or ↔
		"And(p, Not(Equivalent(q, r)))":           false,
		"And(R(a), Distinct(b, c))":               false,
		"Equivalent(P(a), Q(a)) & P(a)":           false,
		"∀x Equivalent(x, a)":                     false,
		"Distinct(a, b)":                          true,
		"And(P(a), Distinct(a, b))":               false,
		"ForAll(x, P(x) == Q(x))":                 true,
		"And(P(a), P(a) == Q(a))":                 false,
		"father(a) == mother(b)":                  true,
		"a == b":                                  true,
		"a == b & Loves(a, b)":                    false,
		"∀x (P(x) → x != a)":                      false,
		"P(x) = Q(x)":                             false,
		"Equivalent(P(a), Q(a)) ∧ R(P(a)) ∧ P(a)": true,
	} {
		r, err := logic.Read(text, logic.Options{})
		if err != nil || r.Unsure != want {
			t.Errorf("%s: found %t, %v, expected %t", text, r.Unsure, err, want)
		}
	}
}

// The other side of a pair did not decide between two readings.
func TestTextsBesideDecideReadings(t *testing.T) {
	for _, c := range []struct {
		text, beside, want string
	}{
		{"P(a) == Q(a)", "P(a) <-> Q(a)", "(P(a) ↔ Q(a))"},
		{"P(a) != Q(a)", "P(b)", "¬(P(a) ↔ Q(a))"},
		{"ForAll(x, f(x) == g(x))", "∀x f(x) = g(x)", "∀x. f(x) = g(x)"},
		{"p == q", "p ∧ q", "(p ↔ q)"},
		{"Equivalent(ann, bob)", "Loves(ann, bob)", "Equivalent(ann, bob)"},
		{"Equivalent(ann, bob)", "ann → bob", "(ann ↔ bob)"},
		{"Equivalent(ann, bob)", "→", "(ann ↔ bob)"},
		{"Equivalent(P(a), Q(a)) & P(a)", "R(P(a))", "((P(a) ↔ Q(a)) ∧ P(a))"},
		{"Fa & ~Gb", "F(a) & ~G(b)", "(F(a) ∧ ¬G(b))"},
		{"Fa & ~Gb", "∀x (Fx → Gx)", "(F(a) ∧ ¬G(b))"},
		{"Fa → Rab", "R(a, b)", "(F(a) → R(a, b))"},
		{"Fa & ~Gb", "Fa & Gb", "(Fa ∧ ¬Gb)"},
		{"Fa & ~Gb", "F(a) & Gb", "(Fa ∧ ¬Gb)"},
		{"Fa & ~Gb", "H(a)", "(Fa ∧ ¬Gb)"},
		{"Fa & ~Gb", "F(a, b)", "(Fa ∧ ¬Gb)"},
		{"Fa & Pb", "P(b) & Q", "(F(a) ∧ P(b))"},
		{"Fan & Fa", "F(a)", "(Fan ∧ Fa)"},
		{`$\alpha \land p_1$`, "α ∧ p_1", "(α ∧ p_1)"},
		{`$\alpha \land p_1$`, "alpha ∧ p1", "(alpha ∧ p1)"},
		{`$p_1$`, "p_1 ∧ p1", "p1"},
		{`$P_1(a_2) \land p_3$`, "P_1(a_2) | p3", "(P_1(a_2) ∧ p3)"},
		{`$\forall x_1 P(x_1, a_1)$`, "P(a_1, x_1)", "∀x1. P(x1, a_1)"},
		{"p₁ ∧ q", "p_1", "(p_1 ∧ q)"},
		{"p1 ∧ q", "p_1", "(p1 ∧ q)"},
		{`$\varphi_2(a)$`, "φ2(a)", "φ2(a)"},
		{`$\forall x. P(x, x_1)$`, "∀x_1. P(x_1)", "∀x. P(x, x1)"},
	} {
		checkReading(t, c.text, c.want, logic.Options{Beside: []string{c.text, c.beside}})
	}
}

// Between formulas of propositional logic, == had no reading.
func TestDoubleEqualsOfPropositions(t *testing.T) {
	for text, want := range map[string]string{"p == q": "(p ↔ q)", "Not(p != q)": "¬¬(p ↔ q)", "Fa & Gb": "(Fa ∧ Gb)"} {
		checkReading(t, text, want, logic.Options{Propositional: true, Beside: []string{"F(a)"}})
	}
}

// If(If(If(...)), ...) has a tree that doubles at each level.
func TestNestedIfIsLimited(t *testing.T) {
	text := strings.Repeat("If(", 60) + "p" + strings.Repeat(" & r, q & r, p)", 60)
	if f, err := logic.Parse(text, logic.Options{}); err == nil || !strings.Contains(err.Error(), "at most 1000000 nodes") {
		t.Errorf("found %.100v, %v", f, err)
	}
}

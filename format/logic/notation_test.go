package logic_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// These notations were refused, or read as something else: ∀x (Px → Qx) as a quantifier
// over propositions, ∀x in D. P(x) as three variables.
func TestNotations(t *testing.T) {
	for _, group := range []struct {
		name  string
		cases [][2]string
	}{
		{"unique", [][2]string{
			{"∃!x P(x)", "∃x_1. ∀x. (P(x) ↔ x = x_1)"},
			{"∃!x. P(x, x_1)", "∃x_2. ∀x. (P(x, x_1) ↔ x = x_2)"},
			{`\exists! x. (P(x) \land \exists! y. R(x, y))`, "∃y_1. ∀x. ((P(x) ∧ ∃y_1. ∀y. (R(x, y) ↔ y = y_1)) ↔ x = y_1)"},
			{"∃!x ∈ D. P(x)", "∃x_1. ∀x. ((D(x) ∧ P(x)) ↔ x = x_1)"},
			{"exists! x P(x)", "∃x_1. ∀x. (P(x) ↔ x = x_1)"},
		}},
		{"bounded", [][2]string{
			{"∀x ∈ D P(x)", "∀x. (D(x) → P(x))"},
			{"∃x ∈ D. P(x) ∧ Q(x)", "∃x. (D(x) ∧ P(x) ∧ Q(x))"},
			{"∀x ∈ D: P(x) → Q(x)", "∀x. (D(x) → (P(x) → Q(x)))"},
			{"∀x, y ∈ D. R(x, y)", "∀x. (D(x) → ∀y. (D(y) → R(x, y)))"},
			{"∀x ∈ A, y ∈ B. R(x, y)", "∀x. (A(x) → ∀y. (B(y) → R(x, y)))"},
			{`\forall x \in D\, (P(x) \to \exists y \in E\, R(x, y))`, "∀x. (D(x) → (P(x) → ∃y. (E(y) ∧ R(x, y))))"},
			{"forall x in Dogs. Barks(x)", "∀x. (Dogs(x) → Barks(x))"},
			{"∀x ∈ ℝ, Even(x)", "∀x. (ℝ(x) → Even(x))"},
			{"∀x in(x, y)", "∀x. in(x, y)"},
		}},
		{"textbook words", [][2]string{ // a word or a domain before a bracket is not a predicate of one letter
			{"∀xNOT(Px)", "∀x. ¬P(x)"},
			{"∀xPx IFF (Qa)", "((∀x. P(x)) ↔ Q(a))"},
			{"∀x∈A (Px)", "∀x. (A(x) → P(x))"},
			{"∀x∀y (Rxy → x=f(y))", "∀x. ∀y. (R(x, y) → x = f(y))"},
		}},
		{"Python", [][2]string{
			{"And(p, q)", "(p ∧ q)"},
			{"Or(P(x), Not(Q(x)), And(p, q, r))", "(P(x) ∨ ¬Q(x) ∨ (p ∧ q ∧ r))"},
			{"ForAll(x, Implies(P(x), Q(x)))", "∀x. (P(x) → Q(x))"},
			{"ForAll([x, y], Implies(And(P(x), Q(y)), R(x, y)))", "∀x. ∀y. ((P(x) ∧ Q(y)) → R(x, y))"},
			{"Exists((x, y), R(x, y))", "∃x. ∃y. R(x, y)"},
			{"Exists(x, p)", "∃x. p"},
			{"Exists(x, And(P(x), ForAll(y, Or(~R(x, y), x == y))))", "∃x. (P(x) ∧ ∀y. (¬R(x, y) ∨ x = y))"},
			{"Implies(p, Equivalent(q, Xor(r, s)))", "(p → (q ↔ (r ⊕ s)))"},
			{"Equivalent(p, q)", "(p ↔ q)"},
			{"Not(And(p | q, r))", "¬((p ∨ q) ∧ r)"},
			{"AND(p, AND(q, r))", "(p ∧ q ∧ r)"},
			{"Iff(p, q) ∧ r", "((p ↔ q) ∧ r)"},
			{"And(p)", "p"},
		}},
		{"juxtaposed", [][2]string{
			{"∀x (Px → Qx)", "∀x. (P(x) → Q(x))"},
			{"∀xPx", "∀x. P(x)"},
			{"∀x∃yRxy", "∀x. ∃y. R(x, y)"},
			{"(∀x)(Fx ⊃ (∃y)Gyx) & ~Fa", "((∀x. (F(x) → ∃y. G(y, x))) ∧ ¬F(a))"},
			{"∀xy(Rxy → Ryx)", "∀x. ∀y. (R(x, y) → R(y, x))"},
			{"∃x1 (Px1 and x1 = b)", "∃x1. (P(x1) ∧ x1 = b)"},
			{"∀x∀y (Rxy → x = y)", "∀x. ∀y. (R(x, y) → x = y)"},
			{"∀x (Px → A)", "∀x. (P(x) → A)"},
			// These stay as they were.
			{"∀x (P → Q)", "∀x. (P → Q)"},
			{"∀x (Human → Mortal)", "∀x. (Human → Mortal)"},
			{"∀x (Px → P(x))", "∀x. (Px → P(x))"},
			{"∀x (Px → Pxx)", "∀x. (Px → Pxx)"},
			{"Px ∧ Qx", "(Px ∧ Qx)"},
		}},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, c := range group.cases {
				f, err := logic.Parse(c[0], logic.Options{})
				if err != nil {
					t.Errorf("%s: %v", c[0], err)
				} else if f.String() != c[1] {
					t.Errorf("%s: found %s, expected %s", c[0], f, c[1])
				}
				if f, err := logic.Parse(c[0], logic.Options{Strict: true}); err == nil && f.String() != c[1] {
					t.Errorf("%s: strict reads %s", c[0], f)
				}
			}
		})
	}
}

// An English sentence with "in" was read as a quantifier over a domain.
func TestSentencesWithInAreNoFormulas(t *testing.T) {
	for _, text := range []string{
		"All gentlemen are in a suit.",
		"Some movies are filmed in New York.",
		"all x in D p",
	} {
		if f, err := logic.Parse(text, logic.Options{}); err == nil {
			t.Errorf("%s: found %s, expected an error", text, f)
		}
	}
}

// The error of a text in a known notation that is not read did not say which it is.
func TestErrorNamesTheNotation(t *testing.T) {
	for text, want := range map[string]string{
		"∀ x : Person, Happy x → Rich x":    "Lean",
		"theorem t : p := by simp":          "Lean",
		"mortal(X) :- man(X).":              "Prolog",
		"□(p → ◇q)":                         "modal or temporal logic",
		"p ⊢ q":                             "a sequent",
		"λx. P(x)":                          "a lambda term",
		"(assert (= (P a) (Q b)))":          "SMT-LIB",
		"(forall ((x U)) (=> (P x) (Q x)))": "SMT-LIB",
		"(and p (or q (not r)))":            "SMT-LIB",
		"![X]: p(X, x)":                     "TPTP",
		"fof(a, axiom, p)":                  "TPTP",
		"?[X]: (p(X) <~> $true) | $false":   "TPTP",
		"all(P(x) for x in D)":              "a list comprehension of Python",
		`{"formula": "p"}`:                  "JSON",
		"p q":                               "",
		"The answer is p":                   "",
	} {
		_, err := logic.Parse(text, logic.Options{})
		if err == nil {
			t.Errorf("%s: no error", text)
		} else if _, looks, _ := strings.Cut(err.Error(), "; looks like "); looks != want {
			t.Errorf("%s: %v, expected to look like %q", text, err, want)
		}
	}
}

// Nothing said that a quantifier binds nothing.
func TestVacuousQuantifier(t *testing.T) {
	for text, want := range map[string]bool{
		"∀x P(x)":                     false,
		"∀x (P → Q)":                  true,
		"∀x ∀x P(x)":                  true,
		"∃y ∀x P(x, y)":               false,
		"∀x ∈ D. p":                   false,
		"∀x (Px → Qx)":                false,
		"For all x, P(x)":             false,
		"∃!x p":                       true,
		"(∀x P(x)) ∧ ∃y Q(x)":         true,
		"ForAll([x, y], Or(P(x), q))": true,
	} {
		r, err := logic.Read(text, logic.Options{Lenient: true})
		if err != nil || r.Vacuous != want {
			t.Errorf("%s: found %t, %v, expected %t", text, r.Vacuous, err, want)
		}
	}
}

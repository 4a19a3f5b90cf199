package verify_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

func trivial(f *logic.Formula) bool { return verify.Trivial(record.FirstOrder, f) }

// TestTrivialLanguages has formulas of the other languages.
func TestTrivialLanguages(t *testing.T) {
	for f, texts := range map[record.Formalism]map[string]bool{
		record.LTL: {
			"p1": false, "true": true, "F false": true, "p1 | !p1": true, "F (p1 & !p1)": true, "G p1 -> p1": true,
			"p1 U p2 -> F p2": true, "p1 W p2 -> F p2": false, "G F p1 -> F G p1": false, "F G p1 -> G F p1": true,
			"X p1 <-> !X !p1": true, "p1 & X !p1 & X X p1 & X X X !p1 & G (p1 -> X X p1)": false,
			"(p1 M p2) <-> (p1 R p2) & F p1": true, "(p1 xor X p1) U G p1": false,
			"Y p1": true, "Z p1": true, "X Y p1": false, "G (p1 -> O p2)": false, "G (p1 S p2 -> O p2)": true, "G F (p1 T p2)": false,
		},
		record.Propositional: {"p ∨ ¬p": true, "p ∧ ¬p": true, "p ⊕ q": false},
		record.Regex:         {"(0|1)*": true, "(0*1*)*": true, "0*": true, "0": false, "(0*1*)": false, ".*": true},
		record.RegexBrics:    {"@": true, "#": true, "~(a&b)": true, "a&b": true, "(a|b)*": false},
	} {
		for text, want := range texts {
			tree, err := formalism.Parse(f, text)
			if err != nil {
				t.Errorf("%s: %s: %v", f, text, err)
			} else if got := verify.Trivial(f, tree); got != want {
				t.Errorf("%s: %s: found %v, expected %v", f, text, got, want)
			}
		}
	}
}

func TestTrivial(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{"p1", false},
		{"⊤", true},
		{"(p1 ∨ ¬p1)", true},
		{"(p1 ∧ ¬p1)", true},
		{"((p1 → p2) → p1) → p1", true},
		{"(p1 ⊕ p2)", false},
		{"(p1 ↔ p2) ↔ (p2 ↔ p1)", true},
		{"p1 ∧ p2 ∧ p3 ∧ p4 ∧ p5 ∧ p6 ∧ p7 ∧ p8 ∧ p9 ∧ p10 ∧ p11 ∧ p12", false}, // true in one row of 4,096
		{"P(a)", false},
		{"∀x. P(a)", true}, // vacuous
		{"∀x. ∃x. P(x)", true},
		{"∀x. (P(x) ∧ ∃y. Q(x))", true},
		{"∀x. P(x)", false},
		{"P(a) ∧ ¬P(b)", false}, // not on one element
		{"∀x. (P(x) ∨ ¬P(x))", true},
		{"∀x. ∃y. (P(x) ∨ ¬P(y))", true},
		{"∀x. ∀y. (P(x) ∨ ¬P(y))", false}, // valid on one element
		{"∃x. ∀y. (P(x) → P(y))", true},   // the drinker
		{"∃x. ∀y. (R(x, y) ↔ ¬R(y, y))", true},
		{"∀x. ∃y. R(x, y) ∧ ∀x. ∀y. (R(x, y) → ¬R(y, x))", false},
		{"∀x. ∀y. x = y", false},
		{"∀x. x = x", true},
		{"a = a", true},
		{"f(a) ≠ a", false},
	} {
		if found := trivial(parsed(t, test.text)); found != test.want {
			t.Errorf("%s: found %v, expected %v", test.text, found, test.want)
		}
	}
}

// TestManyAtoms goes beyond the exhaustive tables: what is kept is contingent,
// and an even formula is seen to be.
func TestManyAtoms(t *testing.T) {
	even, valid := parsed(t, "q1"), parsed(t, "q1 ∨ ¬q1")
	for i := range 20 {
		atom := logic.Atom(fmt.Sprintf("p%d", i))
		even = logic.Xor(even, atom)
		valid = logic.And(valid, logic.Or(atom, logic.Not(atom)))
	}
	if trivial(even) {
		t.Error("a parity of 21 atoms counts as trivial")
	}
	if !trivial(valid) {
		t.Error("a tautology of 21 atoms does not count as trivial")
	}
}

// TestPropositionalIsExact compares with a simple truth table.
func TestPropositionalIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{Truth: true})
		names := f.Signature(true).Propositions
		seen := map[bool]bool{}
		for row := range 1 << len(names) {
			seen[formattest.Holds(f, func(name string) bool {
				for i, n := range names {
					if n == name {
						return row>>i&1 == 1
					}
				}
				panic("an unknown name")
			})] = true
		}
		if found, want := trivial(f), len(seen) < 2; found != want {
			t.Fatalf("%s: found %v, expected %v", f, found, want)
		}
	})
}

// TestFirstOrderIsSound disguises tautologies and contradictions.
func TestFirstOrderIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Mixed: true})
		g := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true})
		for _, sham := range []*logic.Formula{
			logic.Or(f, logic.Not(f)), logic.And(g, f, logic.Not(f)), logic.Implies(logic.And(f, g), f), logic.Iff(f, f),
		} {
			if !trivial(sham) {
				t.Fatalf("%s is kept", sham)
			}
		}
		if trivial(f) != trivial(logic.Not(f)) {
			t.Fatalf("%s and its negation have different answers", f)
		}
	})
}

func BenchmarkTrivial(b *testing.B) {
	f := parsed(b, "∀x1. ∃x2. ((P(x1, a) ∨ ¬Q(x2)) ∧ (R(b) ∨ ¬¬S(x1) ∨ (P(x2, x2) ∧ Q(a) ∧ ¬R(c))))")
	for b.Loop() {
		trivial(f)
	}
}

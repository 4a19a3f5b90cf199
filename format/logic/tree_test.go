package logic_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

func TestConstructors(t *testing.T) {
	p, q, r := logic.Atom("p"), logic.Atom("q"), logic.Atom("r")
	for _, c := range []struct {
		f    *logic.Formula
		want string
	}{
		{logic.And(), "⊤"},
		{logic.Or(), "⊥"},
		{logic.Xor(), "⊥"},
		{logic.And(p), "p"},
		{logic.And(logic.And(p, q), r), "(p ∧ q ∧ r)"},
		{logic.Or(p, logic.Or(q, r), logic.And(p, q)), "(p ∨ q ∨ r ∨ (p ∧ q))"},
		{logic.Iff(logic.Implies(p, q), logic.Not(p)), "((p → q) ↔ ¬p)"},
		{logic.Not(logic.Equal(logic.Constant("a"), logic.Apply("f", logic.Constant("b")))), "a ≠ f(b)"},
		{logic.And(logic.Not(logic.Not(logic.Forall("x", p))), q), "((¬¬∀x. p) ∧ q)"},
		{logic.And(q, logic.Exists("x", p)), "(q ∧ ∃x. p)"},
	} {
		if got := c.f.String(); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if s := logic.Apply("f", logic.Variable("x"), logic.Constant("a")).String(); s != "f(x, a)" {
		t.Error(s)
	}
}

// TestSame compares all pairs of a list of different trees.
func TestSame(t *testing.T) {
	build := func() []*logic.Formula {
		x, c := logic.Variable("x"), logic.Constant("x")
		return []*logic.Formula{
			logic.Top(), logic.Bottom(), logic.Atom("p"), logic.Atom("P"), logic.Not(logic.Atom("p")),
			logic.Atom("p", c), logic.Atom("p", x), logic.Atom("p", c, c), logic.Atom("p", logic.Apply("x", c)),
			logic.Atom("p", logic.Apply("x", x)), logic.Equal(c, c), logic.And(logic.Atom("p"), logic.Atom("q")),
			logic.And(logic.Atom("q"), logic.Atom("p")), logic.Or(logic.Atom("p"), logic.Atom("q")),
			logic.And(logic.Atom("p"), logic.Atom("q"), logic.Atom("p")),
			logic.Forall("x", logic.Atom("p", x)), logic.Exists("x", logic.Atom("p", x)), logic.Forall("y", logic.Atom("p", x)),
		}
	}
	for i, a := range build() {
		for j, b := range build() {
			if logic.Same(a, b) != (i == j) {
				t.Errorf("%s, %s: same is %v", a, b, i != j)
			}
		}
	}
}

func TestPropositionalAndFree(t *testing.T) {
	for _, c := range []struct {
		text          string
		propositional bool
	}{
		{"p ∧ ⊤", true},
		{"p ∧ P(a)", false},
		{"f(a) = b", false},
		{"∀x p", false},
		{"∃x P(f(x))", false},
	} {
		f, err := logic.Parse(c.text, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.IsPropositional() != c.propositional {
			t.Errorf("%s: propositional %v", f, f.IsPropositional())
		}
	}
	f, err := logic.Parse("∃x. ∀y. (P(f(x)) ∧ Q(y, x))", logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	body := f.Args[0].Args[0]
	if free := body.FreeVariables(); len(free) != 2 || free[0] != "x" || free[1] != "y" {
		t.Errorf("%s: free %v", body, free)
	}
}

package prover_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/prover"
)

func parse(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestQuestionTexts(t *testing.T) {
	for _, c := range []struct {
		f, declarations, smt, fof string
	}{
		{"⊤", "", "true", "$true"},
		{
			"P(a) ∧ ¬p(A) ∧ p(a, a)",
			"(declare-fun p0 (U) Bool)\n(declare-fun f1 () U)\n(declare-fun p2 (U U) Bool)\n",
			"(and (p0 f1) (not (p0 f1)) (p2 f1 f1))",
			"(p0(f1) & (~ p0(f1)) & p2(f1,f1))",
		},
		{
			"∀x ∃y (q ↔ x = f(y, x))",
			"(declare-fun p0 () Bool)\n(declare-fun f1 (U U) U)\n",
			"(forall ((x0 U)) (exists ((x1 U)) (= p0 (= x0 (f1 x1 x0)))))",
			"(! [X0] : (? [X1] : (p0 <=> (X0 = f1(X1,X0)))))",
		},
		{
			"∀x (P(x) ⊕ (∃x P(x)) ⊕ (⊥ → P(x)))",
			"(declare-fun p0 (U) Bool)\n",
			"(forall ((x0 U)) (xor (p0 x0) (exists ((x1 U)) (p0 x1)) (=> false (p0 x0))))",
			"(! [X0] : ((p0(X0) <~> (? [X1] : p0(X1))) <~> ($false => p0(X0))))",
		},
	} {
		f := parse(t, c.f)
		got, err := prover.WriteSMT(f, logic.Fold)
		want := "(declare-sort U 0)\n" + c.declarations + "(assert " + c.smt + ")\n"
		if err != nil || got != want {
			t.Errorf("%s: found %v\n%s\nexpected\n%s", c.f, err, got, want)
		}
		got, err = prover.WriteTPTP(f, logic.Bottom(), logic.Fold)
		want = "fof(left, axiom, " + c.fof + ").\nfof(right, conjecture, $false).\n"
		if err != nil || got != want {
			t.Errorf("%s: found %v\n%s\nexpected\n%s", c.f, err, got, want)
		}
	}
}

// TestHostileQuestions: names do not reach the text, and what is no closed
// formula, or too large, is refused.
func TestHostileQuestions(t *testing.T) {
	name := "p). %*/ include('/etc/passwd'). \x00\n"
	q, err := prover.WriteTPTP(logic.Atom(name, logic.Constant("')")), logic.Atom(strings.ToUpper(name)), logic.Fold)
	if err != nil || q != "fof(left, axiom, p0(f1)).\nfof(right, conjecture, p2).\n" {
		t.Errorf("found %q, %v", q, err)
	}
	big, deep := logic.Atom("p"), logic.Atom("p")
	for range 40 {
		big = logic.Iff(big, big)
	}
	for range prover.MaxDepth {
		deep = logic.Not(deep)
	}
	term := logic.Constant("a")
	for range prover.MaxDepth {
		term = logic.Apply("f", term)
	}
	for name, c := range map[string]struct {
		f    *logic.Formula
		want string
	}{
		"open":       {logic.Forall("x", logic.Atom("P", logic.Variable("y"))), `variable "y" is bound by no quantifier`},
		"no formula": {&logic.Formula{}, "unknown kind"},
		"2⁴⁰ atoms":  {big, prover.ErrSize.Error()},
		"deep":       {deep, prover.ErrSize.Error()},
		"deep term":  {logic.Atom("p", term), prover.ErrSize.Error()},
	} {
		_, smtErr := prover.WriteSMT(c.f, nil)
		_, tptpErr := prover.WriteTPTP(c.f, logic.Top(), nil)
		for _, err := range []error{smtErr, tptpErr} {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: found %v, expected %s", name, err, c.want)
			}
		}
	}
	if _, err := prover.WriteSMT(big, nil); !errors.Is(err, prover.ErrSize) {
		t.Errorf("found %v, expected ErrSize", err)
	}
}

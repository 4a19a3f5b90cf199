package z3_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/z3"
)

// TestMain makes the test binary its own worker.
func TestMain(m *testing.M) {
	if z3.IsWorker() {
		os.Exit(z3.ServeWorker())
	}
	os.Exit(m.Run())
}

// newPool makes a pool that is closed with the test.
func newPool(t testing.TB, o z3.Options) *z3.Pool {
	t.Helper()
	if !z3.Available() {
		t.Skip("built without Z3; use -tags z3")
	}
	p, err := z3.NewPool(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func parse(t testing.TB, text string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(text, logic.Options{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}

func TestUnavailable(t *testing.T) {
	if z3.Available() {
		if v := z3.Version(); strings.Count(v, ".") != 3 {
			t.Errorf("version %q", v)
		}
		return
	}
	if _, err := z3.NewPool(z3.Options{}); err != z3.ErrUnavailable {
		t.Errorf("error %v, expected ErrUnavailable", err)
	}
	if v := z3.Version(); v != "" {
		t.Errorf("version %q, expected none", v)
	}
	if code := z3.ServeWorker(); code == 0 {
		t.Error("a worker without Z3 reports success")
	}
}

func TestCheck(t *testing.T) {
	p := newPool(t, z3.Options{Workers: 2})
	for _, c := range []struct {
		f    string
		want z3.Status
	}{
		{"⊤", z3.Sat},
		{"⊥", z3.Unsat},
		{"p ∧ ¬q", z3.Sat},
		{"p ∧ ¬P", z3.Unsat},
		{"p ⊕ q ⊕ r ⊕ p ⊕ q ⊕ r", z3.Unsat},
		{"p ⊕ q ⊕ r ⊕ p ⊕ q", z3.Sat},
		{"(p → q) ∧ p ∧ ¬q", z3.Unsat},
		{"(p ↔ ¬p)", z3.Unsat},
		{"P(a) ∧ ¬P(b)", z3.Sat},
		{"P(a) ∧ ¬P(b) ∧ a = b", z3.Unsat},
		// One name with two arities is two symbols.
		{"P(a) ∧ ¬P(a, a) ∧ ¬p", z3.Sat},
		// Domains are not empty.
		{"(∀x P(x)) ∧ ¬(∃x P(x))", z3.Unsat},
		{"∃x ∀y x = y", z3.Sat},
		{"(∃x ∃y x ≠ y) ∧ ∀x ∀y ∀z (x = y ∨ y = z ∨ x = z)", z3.Sat},
		{"∃x ∃y ∃z (x ≠ y ∧ y ≠ z ∧ x ≠ z) ∧ ∀x ∀y ∀z (x = y ∨ y = z ∨ x = z)", z3.Unsat},
		// The order of different quantifiers matters, in one direction.
		{"(∃x ∀y R(x, y)) ∧ ¬∀y ∃x R(x, y)", z3.Unsat},
		{"(∀y ∃x R(x, y)) ∧ ¬∃x ∀y R(x, y)", z3.Sat},
		// Inner variables shadow outer ones.
		{"∀x (P(x) → ∃x ¬P(x))", z3.Sat},
		{"∃x (P(x) ∧ ∀x ¬P(x))", z3.Unsat},
		{"∀x ∀y ∃z (R(x, y, z) ∧ ¬R(x, y, z))", z3.Unsat},
		{"∀x ∀y (R(x, y) → R(y, x)) ∧ R(a, b) ∧ ¬R(b, a)", z3.Unsat},
		// Functions.
		{"∀x f(x) ≠ x ∧ f(f(a)) = a", z3.Sat},
		{"a = b ∧ f(a) ≠ f(b)", z3.Unsat},
		{"f(f(f(a))) = a ∧ f(f(f(f(f(a))))) = a ∧ f(a) ≠ a", z3.Unsat},
		{"∀x ∀y (f(x) = f(y) → x = y) ∧ ∃y ∀x f(x) ≠ y ∧ ∃x ∃y ∀z (z = x ∨ z = y)", z3.Unsat},
		// Aristotle and the barber.
		{"∀x (Man(x) → Mortal(x)) ∧ Man(socrates) ∧ ¬Mortal(socrates)", z3.Unsat},
		{"∃x ∀y (Shaves(x, y) ↔ ¬Shaves(y, y))", z3.Unsat},
		// The drinker.
		{"¬∃x (D(x) → ∀y D(y))", z3.Unsat},
		{"∀x ∃y R(x, y) ∧ ∀x ¬R(x, x) ∧ ∃x x = f(a) ∧ (p ⊕ q ⊕ s)", z3.Sat},
		// The smallest model has four elements: a cycle that alternates.
		{"P(a) ∧ ∀x ∃y (S(x, y) ∧ ¬S(y, x) ∧ (P(x) ↔ ¬P(y)))", z3.Sat},
	} {
		f := parse(t, c.f)
		a, err := p.Check(context.Background(), f)
		if err != nil || a.Status != c.want || a.Reason != "" {
			t.Errorf("%s: got %v, %q, %v, want %v", c.f, a.Status, a.Reason, err, c.want)
			continue
		}
		if a.Status == z3.Unsat && a.Model != nil {
			t.Errorf("%s: unsat with a model", c.f)
		}
		if a.Status != z3.Sat {
			continue
		}
		if a.Model == nil {
			t.Errorf("%s: sat without a model", c.f)
		} else if holds, err := check.In(a.Model, f, logic.Fold); err != nil || !holds {
			t.Errorf("%s: %t, %v in its model: %s", c.f, holds, err, a.Model)
		}
	}
}

// TestModelsAreSmall: Z3 by itself gives this formula a model of many elements,
// one for each constant and more.
func TestModelsAreSmall(t *testing.T) {
	p := newPool(t, z3.Options{})
	f := parse(t, "P(a) ∧ P(b) ∧ P(c) ∧ ¬P(d) ∧ Q(e) ∧ ¬Q(g) ∧ R(a, e) ∧ ∃x ∀y (R(x, y) ∨ P(y))")
	a, err := p.Check(context.Background(), f)
	if err != nil || a.Status != z3.Sat || a.Model == nil || a.Model.Size > 2 {
		t.Fatalf("got %+v, %v", a, err)
	}
	if holds, err := check.In(a.Model, f, logic.Fold); err != nil || !holds {
		t.Errorf("%t, %v in its model: %s", holds, err, a.Model)
	}
}

func TestCaseSensitive(t *testing.T) {
	p := newPool(t, z3.Options{CaseSensitive: true})
	f := logic.And(logic.Atom("p"), logic.Not(logic.Atom("P")))
	a, err := p.Check(context.Background(), f)
	if err != nil || a.Status != z3.Sat || a.Model == nil || !a.Model.Propositions["p"] || a.Model.Propositions["P"] {
		t.Errorf("%s: got %+v, %v", f, a, err)
	}
}

func TestCheckRefusesOpenFormula(t *testing.T) {
	p := newPool(t, z3.Options{})
	for _, f := range []*logic.Formula{
		logic.Atom("P", logic.Variable("x")),
		logic.And(logic.Forall("x", logic.Atom("P", logic.Variable("x"))), logic.Atom("P", logic.Variable("x"))),
		{Op: logic.OpEqual},
		{Op: logic.OpAnd},
		{Op: logic.OpForall, Name: "x"},
		{},
	} {
		if a, err := p.Check(context.Background(), f); err == nil {
			t.Errorf("%+v: got %v, expected an error", f, a)
		}
	}
}

// TestDeep has nesting reach Z3 itself, or be refused.
func TestDeep(t *testing.T) {
	p := newPool(t, z3.Options{})
	x := logic.Variable("x")
	nests := map[string]struct {
		core *logic.Formula
		wrap func(int, *logic.Formula) *logic.Formula
	}{
		"not":     {logic.Atom("p"), func(_ int, f *logic.Formula) *logic.Formula { return logic.Not(f) }},
		"and or":  {logic.Atom("p"), alternate},
		"implies": {logic.Atom("p"), func(_ int, f *logic.Formula) *logic.Formula { return logic.Implies(f, logic.Atom("q")) }},
		"iff":     {logic.Atom("p"), func(_ int, f *logic.Formula) *logic.Formula { return logic.Iff(logic.Atom("q"), f) }},
		"forall":  {logic.Atom("P", x), func(_ int, f *logic.Formula) *logic.Formula { return logic.Forall("x", f) }},
		"forall exists": {logic.Atom("P", x), func(i int, f *logic.Formula) *logic.Formula {
			if i%2 == 0 {
				return logic.Forall("x", f)
			}
			return logic.Exists("x", f)
		}},
	}
	for name, n := range nests {
		for _, depth := range []int{10_000, 100_000} {
			f := n.core
			if len(f.Terms) > 0 {
				f = logic.Exists("x", f)
			}
			for i := range depth {
				f = n.wrap(i, f)
			}
			start := time.Now()
			a, err := p.Check(context.Background(), f)
			switch {
			case err != nil:
				t.Errorf("%s, %d deep: %v", name, depth, err)
			case depth > 20_000 && a.Reason != z3.ReasonSize:
				t.Errorf("%s, %d deep: got %v %q, want reason %q", name, depth, a.Status, a.Reason, z3.ReasonSize)
			case depth < 20_000 && (strings.HasPrefix(a.Reason, z3.ReasonCrash) || a.Reason == z3.ReasonSize):
				t.Errorf("%s, %d deep: %v %q", name, depth, a.Status, a.Reason)
			case a.Status == z3.Unsat:
				t.Errorf("%s, %d deep: unsat", name, depth)
			}
			if testing.Verbose() {
				t.Logf("%s, %d deep: %v %q in %v", name, depth, a.Status, a.Reason, time.Since(start))
			}
		}
	}
	term := logic.Constant("a")
	for range 10_000 {
		term = logic.Apply("f", term)
	}
	a, err := p.Check(context.Background(), logic.Not(logic.Equal(term, logic.Constant("a"))))
	if err != nil || a.Status != z3.Sat {
		t.Errorf("term 10,000 deep: %v %q %v", a.Status, a.Reason, err)
	}
}

func alternate(i int, f *logic.Formula) *logic.Formula {
	if i%2 == 0 {
		return logic.And(logic.Atom("q"), f)
	}
	return logic.Or(f, logic.Atom("r"))
}

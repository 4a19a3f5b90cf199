package prover_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

func parse(t *testing.T, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// installed gives a prover, or skips the test.
func installed(t *testing.T, name string) *prover.Prover {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
	ps, err := prover.Find(t.Context(), name, prover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ps[0]
}

// TestQuestions puts questions with known answers to each prover: what it
// proves is so, and its models hold.
func TestQuestions(t *testing.T) {
	for _, name := range prover.Names() {
		t.Run(name, func(t *testing.T) {
			p := installed(t, name)
			if p.Version() == "" {
				t.Error("found no version")
			}
			for _, c := range []struct {
				axiom, conjecture string
				holds             bool
			}{
				{"∀x. (p(x) ∧ q(x))", "(∀x. p(x)) ∧ ∀x. q(x)", true},
				{"∃y. ∀x. r(x, y)", "∀x. ∃y. r(x, y)", true},
				{"⊥", "p", true},
				{"∀x. ∀y. (f(x) = f(y) → x = y) ∧ f(a) = f(b)", "a = b", true},
				{"p(a) ⊕ p(a, b) ⊕ q", "q ⊕ p(a, b) ⊕ P(A)", true},
				{"∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)", false},
				{"p(a, b)", "p(a)", false},
				{"∃x. ∃y. x ≠ y", "∃x. ∃y. ∃z. (x ≠ y ∧ y ≠ z ∧ x ≠ z)", false},
				{"∀x. f(f(x)) = x", "∀x. f(x) = x", false},
			} {
				x, y := parse(t, c.axiom), parse(t, c.conjecture)
				a := p.Entails(t.Context(), x, y)
				finder, prove := name == "mace4" || name == "cvc5", name != "mace4"
				switch {
				case a.Failed || a.Words == "":
					t.Errorf("%s ⊨ %s: %+v", c.axiom, c.conjecture, a)
				case c.holds && (prove && a.Status != prover.Proved || a.Claimed), !c.holds && a.Status == prover.Proved:
					t.Errorf("%s ⊨ %s: found %+v, expected %t", c.axiom, c.conjecture, a, c.holds)
				case !c.holds && finder && a.Status != prover.Refuted:
					t.Errorf("%s ⊨ %s: found no countermodel: %+v", c.axiom, c.conjecture, a)
				case a.Status == prover.Refuted:
					holds, err := check.In(a.Model, logic.And(x, logic.Not(y)), logic.Fold)
					if err != nil || !holds {
						t.Errorf("%s ⊨ %s: %s is no countermodel: %v", c.axiom, c.conjecture, a.Model, err)
					}
				}
			}
		})
	}
}

// TestProversAgree: no prover proves what another one's model refutes.
func TestProversAgree(t *testing.T) {
	config := logictest.Config{FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, WideNames: true, Size: 10}
	g := rapid.Custom(func(t *rapid.T) *logic.Formula { return logictest.Formula(t, config) })
	ps, err := prover.Find(t.Context(), "auto", prover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		t.Skip("no prover is installed")
	}
	for i := range 20 {
		x, y := g.Example(2*i), g.Example(2*i+1)
		said := map[prover.Status]string{}
		for _, p := range ps {
			a := p.Entails(t.Context(), x, y)
			if a.Failed {
				t.Errorf("%s: %s ⊨ %s: %+v", p.Name(), x, y, a)
			}
			if a.Status == prover.Refuted {
				holds, err := check.In(a.Model, logic.And(x, logic.Not(y)), logic.Fold)
				if err != nil || !holds {
					t.Errorf("%s: %s ⊨ %s: %s is no countermodel: %v", p.Name(), x, y, a.Model, err)
				}
			}
			said[a.Status] = p.Name()
		}
		if said[prover.Proved] != "" && said[prover.Refuted] != "" {
			t.Errorf("%s ⊨ %s: %s proves it, %s refutes it", x, y, said[prover.Proved], said[prover.Refuted])
		}
	}
}

// TestFind: names, and what is not there.
func TestFind(t *testing.T) {
	if _, err := prover.Find(t.Context(), "otter", prover.Options{}); err == nil || !strings.Contains(err.Error(), "eprover") {
		t.Errorf("an unknown name: found %v", err)
	}
	if ps, err := prover.Find(t.Context(), "none", prover.Options{}); err != nil || ps != nil {
		t.Errorf("none: found %v, %v", ps, err)
	}
	t.Setenv("PATH", t.TempDir())
	if ps, err := prover.Find(t.Context(), "auto", prover.Options{}); err != nil || ps != nil {
		t.Errorf("auto on an empty PATH: found %v, %v", ps, err)
	}
	for _, name := range prover.Names() {
		if _, err := prover.Find(t.Context(), name, prover.Options{}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s on an empty PATH: found %v", name, err)
		}
	}
}

func TestStatus(t *testing.T) {
	for _, s := range []prover.Status{prover.Unknown, prover.Proved, prover.Refuted} {
		if back, err := prover.ParseStatus(s.String()); err != nil || back != s {
			t.Errorf("%s: found %v, %v", s, back, err)
		}
	}
	if _, err := prover.ParseStatus("maybe"); err == nil || !slices.Contains(strings.Fields(err.Error()), "refuted") {
		t.Errorf("found %v", err)
	}
}

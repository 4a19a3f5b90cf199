package prover_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// z3Path finds the Z3 of the tests: TRUTHLOOP_Z3, or the one beside
// TRUTHLOOP_PYTHON, or the one on the PATH. The test is skipped without one.
func z3Path(t testing.TB) string {
	t.Helper()
	for _, path := range []string{os.Getenv("TRUTHLOOP_Z3"), filepath.Join(filepath.Dir(os.Getenv("TRUTHLOOP_PYTHON")), "z3"), "z3"} {
		if path, err := exec.LookPath(path); err == nil {
			return path
		}
	}
	t.Skip("z3 is not installed; set TRUTHLOOP_Z3")
	return ""
}

// openZ3 opens the Z3 of the tests.
func openZ3(t testing.TB, o prover.Options) *prover.Program {
	t.Helper()
	z, err := prover.OpenZ3(t.Context(), z3Path(t), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// openProver opens a prover by name, or skips the test.
func openProver(t *testing.T, name string) check.Prover {
	t.Helper()
	if name == "z3" {
		return openZ3(t, prover.Options{Limit: 1_000_000})
	}
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("%s is not installed", name)
	}
	ps, err := prover.Find(t.Context(), name, prover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ps[0]
}

// failed says whether a prover broke down.
func failed(a check.Answer) bool { return strings.HasPrefix(a.Reason, check.ReasonProver) }

// provers are the names of all provers.
var provers = append([]string{"z3"}, prover.Names()...)

// TestAnswers puts questions with known answers to each prover: what it proves is so, and it
// claims a countermodel only where there is one.
func TestAnswers(t *testing.T) {
	for _, name := range provers {
		t.Run(name, func(t *testing.T) {
			p := openProver(t, name)
			if p.Version() == "" || p.Name() != name {
				t.Errorf("found name %q, version %q", p.Name(), p.Version())
			}
			for _, c := range []struct {
				axiom, conjecture string
				holds             bool
			}{
				{"⊤", "⊤", true},
				{"⊥", "p", true},
				{"⊤", "⊥", false},
				{"p", "P", true},
				{"p → q", "¬p ∨ q", true},
				{"p ⊕ q ⊕ r", "r ⊕ q ⊕ p", true},
				{"p ⊕ q ⊕ r", "p ∨ q", false},
				{"p(a) ⊕ p(a, b) ⊕ q", "q ⊕ p(a, b) ⊕ P(A)", true},
				{"p(a, b)", "p(a)", false}, // one name with two arities is two symbols
				{"p(a)", "p(b)", false},
				{"p(a) ∧ a = b", "p(b)", true},
				{"∀x. p(x)", "∃x. p(x)", true}, // domains are not empty
				{"∀x. (p(x) ∧ q(x))", "(∀x. p(x)) ∧ ∀x. q(x)", true},
				{"∃y. ∀x. r(x, y)", "∀x. ∃y. r(x, y)", true},
				{"∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)", false},
				{"∀x (P(x) → ∃x ¬P(x))", "⊥", false}, // inner variables shadow outer ones
				{"∃x (P(x) ∧ ∀x ¬P(x))", "⊥", true},
				{"∃x. ∃y. x ≠ y", "∃x. ∃y. ∃z. (x ≠ y ∧ y ≠ z ∧ x ≠ z)", false},
				{"∀x. f(f(x)) = x", "∀x. f(x) = x", false},
				{"a = b", "f(a) = f(b)", true},
				{"f(f(f(a))) = a ∧ f(f(f(f(f(a))))) = a", "f(a) = a", true},
				{"∀x. ∀y. (f(x) = f(y) → x = y) ∧ f(a) = f(b)", "a = b", true},
				{"∃x ∀y (Shaves(x, y) ↔ ¬Shaves(y, y))", "⊥", true}, // the barber
				{"⊤", "∃x (D(x) → ∀y D(y))", true},                  // the drinker
			} {
				x, y := parse(t, c.axiom), parse(t, c.conjecture)
				a := p.Entails(t.Context(), x, y)
				switch {
				case failed(a) || a.Status == check.Unknown && a.Reason == "":
					t.Errorf("%s ⊨ %s: %+v", c.axiom, c.conjecture, a)
				case c.holds && a.Status != check.Yes, !c.holds && a.Status == check.Yes, c.holds && a.Claimed:
					t.Errorf("%s ⊨ %s: found %+v, expected %t", c.axiom, c.conjecture, a, c.holds)
				case !c.holds && name != "eprover" && !a.Claimed:
					t.Errorf("%s ⊨ %s: claims no countermodel: %+v", c.axiom, c.conjecture, a)
				}
			}
		})
	}
}

// answered returns No if a prover claims a countermodel.
func answered(a check.Answer) check.Status {
	if a.Claimed {
		return check.No
	}
	return a.Status
}

// TestProversAgree: on random formulas, provers accept every question, and prove nothing
// for which another one claims a countermodel.
func TestProversAgree(t *testing.T) {
	config := formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, WideNames: true, Size: 10}
	g := rapid.Custom(func(t *rapid.T) *logic.Formula { return formattest.Formula(t, config) })
	status := map[int]check.Status{} // by question
	for _, name := range provers {
		t.Run(name, func(t *testing.T) {
			p := openProver(t, name)
			decided := 0
			for i := range 40 {
				x, y := g.Example(i), g.Example(i+i%4)
				a := p.Entails(t.Context(), x, y)
				if failed(a) {
					t.Errorf("%s ⊨ %s: %+v", x, y, a)
				}
				said := answered(a)
				if said == check.Unknown {
					continue
				}
				decided++
				if status[i] != check.Unknown && status[i] != said {
					t.Errorf("%s ⊨ %s: found %s, another prover says %s", x, y, said, status[i])
				}
				status[i] = said
			}
			if decided < 10 {
				t.Errorf("decided %d questions, expected at least 10", decided)
			}
		})
	}
}

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

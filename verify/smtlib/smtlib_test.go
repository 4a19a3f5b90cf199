package smtlib_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
	"github.com/truthloop/truthloop/verify/smtlib"
	"pgregory.net/rapid"
)

func TestWrite(t *testing.T) {
	const declared = "(set-logic UF)\n(declare-sort U 0)\n"
	p := smtlib.Symbol{Name: "p", Arity: 1, Predicate: true}
	a := smtlib.Symbol{Name: "a"}
	for _, c := range []struct {
		f, want string
		symbols []smtlib.Symbol
	}{
		{"⊤", "(assert true)", nil},
		{
			"P(a) ∧ ¬p(A)",
			"(declare-fun p0 (U) Bool)\n(declare-fun f1 () U)\n(assert (and (p0 f1) (not (p0 f1))))",
			[]smtlib.Symbol{p, a},
		},
		{
			"∀x ∃y (q ↔ x = f(y, x))",
			"(declare-fun p0 () Bool)\n(declare-fun f1 (U U) U)\n" +
				"(assert (forall ((x0 U)) (exists ((x1 U)) (= p0 (= x0 (f1 x1 x0))))))",
			[]smtlib.Symbol{{Name: "q", Predicate: true}, {Name: "f", Arity: 2}},
		},
		{
			"∀x (P(x) ⊕ (∃x P(x)) ⊕ (⊥ → P(x)))",
			"(declare-fun p0 (U) Bool)\n" +
				"(assert (forall ((x0 U)) (xor (p0 x0) (exists ((x1 U)) (p0 x1)) (=> false (p0 x0)))))",
			[]smtlib.Symbol{p},
		},
	} {
		f, err := logic.Parse(c.f, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := smtlib.Write(f, logic.Fold)
		if err != nil {
			t.Errorf("%s: %v", c.f, err)
			continue
		}
		if want := declared + c.want + "\n(check-sat)\n"; got.Text != want || !slices.Equal(got.Symbols, c.symbols) {
			t.Errorf("%s: got\n%s%v\nwant\n%s%v", c.f, got.Text, got.Symbols, want, c.symbols)
		}
	}
}

func TestWriteRefusesFreeVariable(t *testing.T) {
	_, err := smtlib.Write(logic.Forall("x", logic.Atom("P", logic.Variable("y"))), nil)
	if err == nil || !strings.Contains(err.Error(), `variable "y" is bound by no quantifier`) {
		t.Errorf("error %v", err)
	}
	if _, err := smtlib.Write(&logic.Formula{}, nil); err == nil {
		t.Error("no error for the zero formula")
	}
}

// TestProversRead has provers read what Write writes; what they answer is for
// the tests of those who ask them.
func TestProversRead(t *testing.T) {
	for _, prover := range [][]string{
		{"z3", "-in", "-T:30"},
		{"cvc5", "--lang=smt2.6", "--tlimit=30000", "-"},
	} {
		t.Run(prover[0], func(t *testing.T) {
			if _, err := exec.LookPath(prover[0]); err != nil {
				t.Skipf("%s is not installed", prover[0])
			}
			var scripts strings.Builder
			for i := range 20 {
				f := rapid.Custom(func(t *rapid.T) *logic.Formula {
					return logictest.Formula(t, logictest.Config{
						FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, WideNames: true,
					})
				}).Example(i)
				s, err := smtlib.Write(f, logic.Fold)
				if err != nil {
					t.Fatalf("%s: %v", f, err)
				}
				// Reading is what is tried: nothing is asked.
				scripts.WriteString(strings.Replace(s.Text, "(check-sat)", "(reset)", 1))
			}
			cmd := exec.Command(prover[0], prover[1:]...)
			cmd.Stdin = strings.NewReader(scripts.String() + "(echo \"done\")\n")
			out, err := cmd.CombinedOutput()
			if got := strings.Trim(string(out), "\" \n"); err != nil || got != "done" {
				t.Errorf("%s: %v\n%s", prover[0], err, out)
			}
		})
	}
}

package verify_test

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/smtlib"
)

// TestAgainstProvers: no verdict contradicts a prover that is installed, be it
// by finding a countermodel or by proving an equivalence.
func TestAgainstProvers(t *testing.T) {
	for _, prover := range [][]string{
		{"cvc5", "--lang=smt2.6", "--finite-model-find", "--tlimit=1000", "-"},
		{"cvc5", "--lang=smt2.6", "--tlimit=1000", "-"},
		{"z3", "-in", "-T:1"},
	} {
		t.Run(strings.Join(prover[:len(prover)-1], " "), func(t *testing.T) {
			if _, err := exec.LookPath(prover[0]); err != nil {
				t.Skipf("%s is not installed", prover[0])
			}
			v := verify.New(verify.Options{})
			answers := map[string]int{}
			for i := range 40 {
				g := rapid.Custom(func(t *rapid.T) *logic.Formula {
					return logictest.Formula(t, logictest.Config{FirstOrder: true, Equality: i%4 == 0, Size: 12, Predicates: 2, Constants: 1})
				})
				a, b := g.Example(2*i), g.Example(2*i+1)
				if i%2 == 0 { // two that are more alike
					b = logic.And(logic.Or(a, b), logic.Or(b, a))
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				r := v.Formulas(ctx, a, b)
				cancel()
				answer := ask(t, prover, logic.Xor(a, b))
				answers[answer]++
				if answer == "sat" && r.Verdict == record.Equivalent || answer == "unsat" && r.Verdict == record.NotEquivalent {
					t.Errorf("%s\n%s\nfound %s by %s, but that they differ is %s", a, b, r.Verdict, r.Engine, answer)
				}
			}
			if answers["sat"] == 0 || answers["unsat"] == 0 {
				t.Errorf("answers %v: expected both sat and unsat", answers)
			}
		})
	}
}

// ask gives the first word of a prover's answer.
func ask(t *testing.T, prover []string, f *logic.Formula) string {
	t.Helper()
	s, err := smtlib.Write(f, logic.Fold)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, prover[0], prover[1:]...)
	cmd.Stdin = strings.NewReader(s.Text)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) { // provers exit with an error where they give up
		t.Fatal(err)
	}
	word, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return word
}

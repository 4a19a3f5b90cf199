package tptp_test

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
	"github.com/truthloop/truthloop/verify/tptp"
)

func parse(t *testing.T, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestEntails(t *testing.T) {
	for _, c := range []struct {
		axiom, conjecture, fof, ladr string
		symbols                      int
	}{
		{"⊤", "⊥", "$true", "$T", 0},
		{"P(a) ∧ ¬p(A) ∧ p(a, a)", "⊥", "(p0(f1) & (~ p0(f1)) & p2(f1,f1))", "(p0(f1) & (- p0(f1)) & p2(f1,f1))", 3},
		{
			"∀x ∃y (q ↔ x = f(y, x))", "⊥",
			"(! [X0] : (? [X1] : (p0 <=> (X0 = f1(X1,X0)))))", "(all x0 (exists x1 (p0 <-> (x0 = f1(x1,x0)))))", 2,
		},
		{
			"∀x (P(x) ⊕ (∃x P(x)) ⊕ (⊥ → P(x)))", "⊥",
			"(! [X0] : (~ ((~ (p0(X0) <=> (? [X1] : p0(X1)))) <=> ($false => p0(X0)))))",
			"(all x0 (- ((- (p0(x0) <-> (exists x1 p0(x1)))) <-> ($F -> p0(x0)))))", 1,
		},
	} {
		for syntax, want := range []string{
			tptp.FOF:  "fof(left, axiom, " + c.fof + ").\nfof(right, conjecture, $false).\n",
			tptp.LADR: "formulas(assumptions).\n" + c.ladr + ".\nend_of_list.\nformulas(goals).\n$F.\nend_of_list.\n",
		} {
			q, err := tptp.Entails(parse(t, c.axiom), parse(t, c.conjecture), tptp.Syntax(syntax), logic.Fold)
			if err != nil || q.Text != want || len(q.Symbols) != c.symbols {
				t.Errorf("%s: found %d symbols and %v in\n%s\nexpected %d in\n%s", c.axiom, len(q.Symbols), err, q.Text, c.symbols, want)
			}
		}
	}
}

// TestHostile: names do not reach the text, and what is no closed formula, or
// too long, is refused.
func TestHostile(t *testing.T) {
	name := "p). %*/ include('/etc/passwd'). \x00\n"
	q, err := tptp.Entails(logic.Atom(name, logic.Constant("')")), logic.Atom(strings.ToUpper(name)), tptp.FOF, logic.Fold)
	if err != nil || q.Text != "fof(left, axiom, p0(f1)).\nfof(right, conjecture, p2).\n" {
		t.Errorf("found %q, %v", q.Text, err)
	}
	if _, err := tptp.Entails(logic.Atom("p", logic.Variable("x")), logic.Top(), tptp.FOF, nil); err == nil || !strings.Contains(err.Error(), `"x"`) {
		t.Errorf("an unbound variable: found %v", err)
	}
	if _, err := tptp.Entails(&logic.Formula{}, logic.Top(), tptp.LADR, nil); err == nil {
		t.Error("no formula: found no error")
	}
	big := logic.Atom("p")
	for range 40 {
		big = logic.Iff(big, big)
	}
	if _, err := tptp.Entails(big, big, tptp.FOF, nil); !errors.Is(err, tptp.ErrSize) {
		t.Errorf("2⁴⁰ atoms: found %v", err)
	}
}

// TestEReadsAll: E takes every question for what it is: nothing is a syntax
// error, and a formula entails itself and not its negation where that is easy.
func TestEReadsAll(t *testing.T) {
	if _, err := exec.LookPath("eprover"); err != nil {
		t.Skip("eprover is not installed")
	}
	config := logictest.Config{FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true, WideNames: true}
	g := rapid.Custom(func(t *rapid.T) *logic.Formula { return logictest.Formula(t, config) })
	for i := range 40 {
		f := g.Example(i)
		q, err := tptp.Entails(f, f, tptp.FOF, logic.Fold)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("eprover", "--tstp-format", "-s", "--auto", "--cpu-limit=5")
		cmd.Stdin = strings.NewReader(q.Text)
		out, err := cmd.CombinedOutput()
		if !strings.Contains(string(out), "SZS status Theorem") && !strings.Contains(string(out), "SZS status ContradictoryAxioms") {
			t.Errorf("%s entails itself: found %v\n%s\n%s", f, err, q.Text, out)
		}
	}
}

package language

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

func TestRewrites(t *testing.T) {
	for fs, want := range map[string]string{
		"¬(p ∧ q)": "double_negation ¬¬¬(p ∧ q); de_morgan (¬p ∨ ¬q)",
		"p → q":    "double_negation ¬(p ∧ ¬q); implication_expansion (¬p ∨ q)",
		"p ↔ q":    "implication_expansion ((p → q) ∧ (q → p)); commutativity (q ↔ p)",
		"p ∧ (q ∨ r)": "distributivity ((p ∧ q) ∨ (p ∧ r)); commutativity ((q ∨ r) ∧ p); commutativity (p ∧ (r ∨ q)); " +
			"double_negation (p ∧ ¬(¬q ∧ ¬r)); double_negation ¬(¬p ∨ (¬q ∧ ¬r))",
		"¬p ∨ ¬q":  "de_morgan ¬(p ∧ q)",
		"∀x ¬P(x)": "de_morgan ¬∃x. P(x)",
		"¬∃x P(x)": "de_morgan ∀x. ¬P(x)",
		"p":        "double_negation ¬¬p",
		"p ⊕ q":    "commutativity (q ⊕ p); double_negation ¬((p ∧ q) ∨ (¬p ∧ ¬q))",
	} {
		f := parse(t, fs)
		var got []string
		for _, r := range FirstOrder.Rewrites(f) {
			got = append(got, string(r.Law)+" "+r.Apply().String())
		}
		for w := range strings.SplitSeq(want, "; ") {
			if !slices.Contains(got, w) {
				t.Errorf("%s: no %s in %s", fs, w, strings.Join(got, "; "))
			}
		}
	}
}

func isNNF(f *logic.Formula) bool {
	ok := true
	for g := range f.Subformulas() {
		switch g.Op {
		case logic.OpImplies, logic.OpIff, logic.OpXor:
			ok = false
		case logic.OpNot:
			ok = ok && (g.Args[0].Op == logic.OpAtom || g.Args[0].Op == logic.OpEqual)
		}
	}
	return ok
}

// equal compares the truth tables of two formulas of at most six propositions.
func equal(f, g *logic.Formula) bool {
	names := logic.And(f, g).Signature(true).Propositions
	leaf := func(a *logic.Formula) uint64 { return logic.Column(slices.Index(names, a.Name), 0) }
	return len(names) <= 6 && f.Evaluate(leaf) == g.Evaluate(leaf)
}

// TestRewritesKeepTheMeaning checks every rewrite, and the normal form, of
// random formulas by truth tables, and that trees stay as parsed ones are.
func TestRewritesKeepTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{Truth: true, Size: 8})
		nnf, err := logic.NNF(f)
		if err != nil || !isNNF(nnf) {
			t.Fatalf("normal form of %v: %v, %v", f, nnf, err)
		}
		forms := []*logic.Formula{nnf}
		for _, r := range FirstOrder.Rewrites(f) {
			g := formula(r.Apply())
			if logic.Same(f, g) && r.Law != syntax.Commutativity {
				t.Fatalf("%s left %v as it is", r.Law, f)
			}
			forms = append(forms, g)
		}
		for _, g := range forms {
			if !equal(f, g) {
				t.Fatalf("%v became %v", f, g)
			}
			again, err := logic.Parse(g.String(), logic.Options{})
			if err != nil || !logic.Same(again, g) {
				t.Fatalf("%v reads back as %v, %v", g, again, err)
			}
		}
	})
}

// The normal form of nested equivalences doubles with each of them.
func TestNormalFormIsBounded(t *testing.T) {
	text := "p0"
	for range 40 {
		text = "(" + text + ") ↔ q"
	}
	if _, err := logic.NNF(parse(t, text)); err == nil {
		t.Error("expected the normal form to be too large")
	}
}

package language

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// kinds are those of the edits that noise makes.
var kinds = []record.Diagnosis{
	record.NegationDropped, record.NegationMisplaced, record.OperatorSwapped, record.QuantifierSwapped, record.ScopeWrong,
	record.SymbolRenamed, record.ConstantVariable, record.PartLost, record.StarMisplaced, record.StarPlus,
}

func parse(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{Scope: logic.ScopeTight})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestEdits lists all edits of a kind that a search tries.
func TestEdits(t *testing.T) {
	goal := parse(t, "r(a, b) ∧ s")
	for _, c := range []struct {
		kind     record.Diagnosis
		fs, want string
	}{
		{record.NegationDropped, "¬(p ∧ ¬q)", "(p ∧ ¬q); ¬(p ∧ q)"},
		{record.NegationAdded, "p ∧ ¬q", "¬(p ∧ ¬q); (¬p ∧ ¬q)"},
		{record.NegationAdded, "p ∧ q ∧ s", "¬(p ∧ q ∧ s); (¬(p ∧ q) ∧ s); (p ∧ ¬(q ∧ s)); (¬p ∧ q ∧ s); (p ∧ ¬q ∧ s); (p ∧ q ∧ ¬s)"},
		{record.NegationMisplaced, "¬(p ∧ q)", "(¬p ∧ q); (p ∧ ¬q)"},
		{record.NegationMisplaced, "∀x ¬p(x)", "¬∀x. p(x)"},
		{record.OperatorSwapped, "p ∨ q", "(p ∧ q); (p → q); (p ↔ q); (p ⊕ q)"},
		{record.QuantifierSwapped, "∀x ∃y r(x, y)", "∃x. ∃y. r(x, y); ∃y. ∀x. r(x, y); ∀x. ∀y. r(x, y)"},
		{record.ScopeWrong, "p ∧ (q ∨ s)", "((p ∧ q) ∨ s); (q ∨ (p ∧ s))"},
		{record.ScopeWrong, "∀x (p(x) ∧ q(x))", "((∀x. p(x)) ∧ q(x)); (p(x) ∧ ∀x. q(x))"},
		{record.ScopeWrong, "q(x) ∧ ∀x p(x)", "∀x. (q(x) ∧ p(x))"},
		{record.SymbolRenamed, "r(a, a)", "r(b, a); r(a, b)"},
		{record.ConstantVariable, "∀x p(x)", "∀x. p(a); ∀x. p(b)"},
		{record.ArgumentOrder, "r(a, b) → s", "(s → r(a, b)); (r(b, a) → s)"},
		{record.Arity, "r(a)", "r(a, a); r(b, a); r(a, a); r(a, b)"},
		{record.PartLost, "p ∧ q ∧ s", "(q ∧ s); (p ∧ s); (p ∧ q)"},
		{record.PartAdded, "p", "(p ∧ r(a, b)); (p ∨ r(a, b)); (r(a, b) → p); (p → r(a, b)); (p ∧ s); (p ∨ s); (s → p); (p → s)"},
	} {
		o := options{set: syntax.OfKinds(c.kind), names: goal.Signature(false), literals: literalsOf(goal)}
		var got []string
		for e := range syntax.Edits(o.sites(parse(t, c.fs))) {
			if e.Kind != c.kind {
				t.Errorf("%s: found an edit of the kind %v, expected %v", c.fs, e.Kind, c.kind)
			}
			got = append(got, e.Apply().String())
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%v of %s: found %s\nexpected %s", c.kind, c.fs, s, c.want)
		}
	}
}

// undone reports whether an edit of the inverse kind gives the original again, up
// to the order of operands.
func undone(edited, original *logic.Formula, k record.Diagnosis) bool {
	o := options{set: syntax.OfKinds(syntax.Inverse(k)), names: original.Signature(false), literals: literalsOf(original)}
	for e := range syntax.Edits(o.sites(edited)) {
		if sorted(formula(e.Apply())) == sorted(original) {
			return true
		}
	}
	return false
}

// sorted is the text of f with the operands of its chains in order.
func sorted(f *logic.Formula) string {
	var args []string
	for _, g := range f.Args {
		args = append(args, sorted(g))
	}
	switch f.Op {
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		slices.Sort(args)
	case logic.OpAtom, logic.OpEqual:
		return f.String()
	}
	return fmt.Sprint(f.Op, f.Name, args)
}

// TestEditsAreUndone applies all edits of noise to random formulas. The result is a
// formula, and an edit of the inverse kind undoes most of them. One edit does not
// undo those after which an operand merges with a chain of the same operator.
func TestEditsAreUndone(t *testing.T) {
	count, back := map[record.Diagnosis]int{}, map[record.Diagnosis]int{}
	rapid.Check(t, func(t *rapid.T) {
		config := formattest.FormulaConfig{FirstOrder: rapid.Bool().Draw(t, "first order"), Size: 6}
		f := formattest.Formula(t, config)
		for _, noise := range kinds {
			o := options{set: syntax.OfNoise(noise), names: f.Signature(true), invent: true}
			for e := range syntax.Edits(o.sites(f)) {
				g := formula(e.Apply())
				again, err := logic.Parse(g.String(), logic.Options{})
				if err != nil || again.String() != g.String() {
					t.Fatalf("%v of %v: %v reads back as %v, %v", e.Kind, f, g, again, err)
				}
				if g.String() == f.String() {
					continue
				}
				count[e.Kind]++
				if undone(again, f, e.Kind) {
					back[e.Kind]++
				}
			}
		}
	})
	for k, n := range count {
		if share := float64(back[k]) / float64(n); n > 50 && share < 0.4 {
			t.Errorf("%v: %d of %d edits are undone", k, back[k], n)
		}
		t.Logf("%v: %d of %d", k, back[k], n)
	}
}

// TestSitesAreLazy: a name of a long chain has as many edits as the chain has
// names. To list the sites must not make them.
func TestSitesAreLazy(t *testing.T) {
	var names []string
	for i := range 20_000 {
		names = append(names, "p"+strings.Repeat("x", i%50)+string(rune('a'+i%26))+strings.Repeat("y", i/50%50))
	}
	f := parse(t, strings.Join(names, " ∧ "))
	n := 0
	o := options{set: syntax.OfNoise(record.SymbolRenamed), names: f.Signature(true), invent: true}
	for range o.sites(f) {
		n++
	}
	if n != len(f.Args) {
		t.Errorf("found %d sites, expected %d", n, len(f.Args))
	}
}

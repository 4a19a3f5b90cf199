package fol_test

import (
	"context"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
)

func parse(t *testing.T, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

func compare(t *testing.T, a, b string, o fol.Options) fol.Comparison {
	t.Helper()
	o.Fold = logic.Fold
	return fol.Compare(t.Context(), parse(t, a), parse(t, b), o)
}

// TestLaws: laws of first-order logic, and by what each is proved.
func TestLaws(t *testing.T) {
	for _, c := range []struct{ a, b, engine, form string }{
		{"∀x. p(x)", "∀y. p(y)", "normal_form", "as_written"},
		{"¬∀x. p(x)", "∃x. ¬p(x)", "normal_form", "as_written"},
		{"∃x. q", "q", "normal_form", "as_written"},
		{"∀x. ∃y. (r(x, y) ∧ (p(x) ∨ q))", "∀x. ∃y. ((r(x, y) ∧ p(x)) ∨ (q ∧ r(x, y)))", "normal_form", "as_written"},
		{"(∀x. p(x)) ⊕ ∀x. q(x)", "((∀y. p(y)) ∧ ∃y. ¬q(y)) ∨ ((∃y. ¬p(y)) ∧ ∀y. q(y))", "skeleton", "as_written"},
		{"∀x. (p(x) ∧ q(x))", "(∀x. p(x)) ∧ ∀x. q(x)", "normal_form", "miniscoped"},
		{"∃x. (p(x) ∧ q)", "q ∧ ∃x. p(x)", "normal_form", "miniscoped"},
		{"∃x. ∃y. (p(x) ∧ p(y))", "∃x. p(x)", "normal_form", "miniscoped"},
		{"∃x. (p(x) ∧ (q(x) ∨ s))", "(∃x. (p(x) ∧ q(x))) ∨ (s ∧ ∃x. p(x))", "instances", ""},
		{"a = b", "b = a", "normal_form", "as_written"},
		{"∃x. ∃y. (r(x, y) ∧ p(x) ∧ p(y))", "∃y. ∃x. (r(x, y) ∧ p(x) ∧ p(y))", "normal_form", "miniscoped"},
		{"∃x. ∃y. (p(x) ∧ r(x, y))", "∃y. ∃x. (p(x) ∧ r(x, y))", "normal_form", "miniscoped"},
		{"∀x. ∀y. ∀z. (r(x, y) ∨ r(y, z) ∨ r(z, x))", "∀y. ∀x. ∀z. (r(x, y) ∨ r(y, z) ∨ r(z, x))", "normal_form", "miniscoped"},
		{"(∀x. (p(x) → q(x))) ∧ p(a)", "(∀x. (p(x) → q(x))) ∧ p(a) ∧ q(a)", "instances", ""},
		{"a = b ∧ p(a)", "a = b ∧ p(b)", "instances", ""},
		{"a = b ∧ f(f(a)) = c", "b = a ∧ c = f(f(b))", "instances", ""},
	} {
		r := compare(t, c.a, c.b, fol.Options{})
		if r.Equivalent() != check.Yes {
			t.Errorf("%s and %s: not proved: %s", c.a, c.b, r.Reason)
			continue
		}
		if p := r.Proof[1]; p.Kind == "instances" {
			r.Proof[0] = p // the harder direction
		}
		if r.Proof[0].Kind != c.engine || r.Proof[0].Form != c.form && c.form != "" {
			t.Errorf("%s and %s: proved by %s %s, expected %s %s", c.a, c.b, r.Proof[0].Kind, r.Proof[0].Form, c.engine, c.form)
		}
	}
}

// TestLawsOnLongFormulas: pairs by quantifier laws, with 26 operators and two
// alternations.
func TestLawsOnLongFormulas(t *testing.T) {
	for _, pair := range [][2]string{
		{
			"(∀x1. (∀x2. (∃x3. (∃x4. ¬(¬((¬¬pred1(x3, x2) ∧ (¬pred6(p2) ∨ ¬¬¬pred4(x2))) ∧ ¬pred8(x2)) ∧ ¬(pred5(p3, x4) ∧ ((pred3(p2, x3) ∨ ¬pred2(p3)) ∧ (((pred1(x2, x4) ∨ (pred3(x2, x3) ∧ pred8(x2))) ∨ (pred2(x4) ∧ pred4(p3))) ∨ ¬(((pred4(p2) ∨ (pred3(x1, x3) ∧ ¬pred7(x1, x2))) ∧ ¬pred3(p2, x3)) ∨ ((pred5(p1, x4) ∨ pred2(x4)) ∨ pred3(x3, p3)))))))))))",
			"(∀y1. ¬¬(¬¬(¬pred8(y1) ∧ (¬¬(∃y2. ¬¬pred1(y2, y1)) ∧ (¬pred6(p2) ∨ ¬pred4(y1)))) ∨ ¬¬(∀y3. (∃y4. ¬(∀y5. ¬(pred5(p3, y5) ∧ ((¬pred2(p3) ∨ pred3(p2, y4)) ∧ ¬¬(¬¬(¬(¬pred1(y1, y5) ∧ ¬(pred3(y1, y4) ∧ pred8(y1))) ∨ (pred4(p3) ∧ pred2(y5))) ∨ ¬¬(¬(¬pred3(p2, y4) ∧ ¬(¬¬¬pred4(p2) ∧ (pred7(y3, y1) ∨ ¬¬¬¬¬pred3(y3, y4)))) ∧ (¬pred3(y4, p3) ∧ (¬pred2(y5) ∧ ¬pred5(p1, y5))))))))))))",
		},
		{
			"(∀x1. (∀x2. (∃x3. (∃x4. ((((pred4(x3, x2) ∨ (pred1(x1) ∧ pred8(p3, p2))) ∨ pred2(p2, p2)) ∨ (¬pred2(x3, p3) ∨ (¬pred7(p2) ∧ pred6(p1, x4)))) ∧ (((pred1(p2) ∨ pred4(x1, x4)) ∧ (((pred7(p2) ∧ ¬pred3(x3)) ∨ ¬pred2(x2, p1)) ∨ ((¬pred2(x1, x3) ∧ ¬pred6(x2, x1)) ∧ (pred3(x2) ∨ pred3(x4))))) ∧ (((¬pred6(p3, p2) ∨ ¬¬(¬pred3(p1) ∨ ¬pred3(p1))) ∨ ¬pred2(x2, p3)) ∨ ((¬pred1(x3) ∧ pred1(p1)) ∨ (pred4(x1, x2) ∨ (pred3(x3) ∧ pred4(p3, p3)))))))))))",
			"¬¬(∀y1. ¬¬(∀y2. ¬(∀y3. ¬(∃y4. ((((pred1(p2) ∨ pred4(y2, y4)) ∧ (¬(¬¬(¬¬pred6(y1, y2) ∨ ¬¬pred2(y2, y3)) ∨ ¬(pred3(y1) ∨ pred3(y4))) ∨ (¬¬¬pred2(y1, p1) ∨ (¬¬¬¬¬pred3(y3) ∧ pred7(p2))))) ∧ (¬(¬(¬¬¬¬¬¬¬pred6(p3, p2) ∨ (¬pred3(p1) ∨ ¬pred3(p1))) ∧ ¬¬¬¬¬¬pred2(y1, p3)) ∨ ((¬pred1(y3) ∧ pred1(p1)) ∨ (pred4(y2, y1) ∨ (pred3(y3) ∧ pred4(p3, p3)))))) ∧ ((pred2(p2, p2) ∨ (pred4(y3, y1) ∨ ¬(¬pred8(p3, p2) ∨ ¬pred1(y2)))) ∨ (¬pred2(y3, p3) ∨ ¬(¬pred6(p1, y4) ∨ ¬¬pred7(p2)))))))))",
		},
		{
			"(∃x1. (∃x2. (∀x3. (∀x4. ((¬(¬pred6(x3, x1) ∨ ¬pred7(x4)) ∨ (¬(pred6(x2, x4) ∧ ¬¬pred6(p2, x4)) ∨ (pred3(x1) ∧ ((¬pred1(x4) ∨ (pred5(p1) ∧ (pred4(p2, x3) ∨ pred4(p1, x2)))) ∨ (¬pred6(p1, x2) ∧ (¬¬¬pred5(x3) ∧ pred2(x4, x3))))))) ∨ (¬pred7(p3) ∧ (¬(¬pred5(x3) ∧ ¬pred8(x2, p1)) ∧ (¬¬pred7(x1) ∨ (pred1(x2) ∨ pred3(x2))))))))))",
			"(∃y1. (∃y2. (∀y3. ((¬pred7(p3) ∧ ((pred5(y3) ∨ ¬¬¬¬pred8(y1, p1)) ∧ ¬(¬(¬¬pred3(y1) ∨ ¬¬¬¬pred1(y1)) ∧ ¬pred7(y2)))) ∨ ¬(∃y4. ¬((pred7(y4) ∧ ¬¬pred6(y3, y2)) ∨ (¬(¬pred3(y2) ∨ ¬¬¬(¬¬((pred5(p1) ∧ (pred4(p1, y1) ∨ ¬¬pred4(p2, y3))) ∨ ¬pred1(y4)) ∨ ¬¬(¬pred6(p1, y1) ∧ (¬pred5(y3) ∧ ¬¬pred2(y4, y3))))) ∨ (¬pred6(p2, y4) ∨ ¬¬¬pred6(y1, y4)))))))))",
		},
	} {
		if r := compare(t, pair[0], pair[1], fol.Options{}); r.Equivalent() != check.Yes {
			t.Errorf("%s: not proved: %s", pair[0], r.Reason)
		}
	}
}

// TestDifferences: pairs that differ, each direction that fails with a
// structure that the check confirms.
func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		a, b          string
		forward, back check.Status
	}{
		{"∀x. p(x)", "∃x. p(x)", check.Yes, check.No},
		{"∃y. ∀x. r(x, y)", "∀x. ∃y. r(x, y)", check.Yes, check.No},
		{"∀x. (p(x) ∨ q(x))", "(∀x. p(x)) ∨ ∀x. q(x)", check.No, check.Yes},
		{"p(a)", "p(b)", check.No, check.No},
		{"∃x. ∃y. x ≠ y", "∃x. ∃y. ∃z. (x ≠ y ∧ y ≠ z ∧ x ≠ z)", check.No, check.Yes},
		{"∀x. f(f(x)) = x", "∀x. f(x) = x", check.No, check.Yes},
		{"p(a) ∧ p(a, b)", "p(a)", check.Yes, check.No}, // one name, two symbols
		// A quantified formula may bind a name again that one around it has
		// bound: its value must come back.
		{"∀x. (p(x) ⊕ (∃y. q(y)) ⊕ r(x))", "∀x. (p(x) ⊕ (∃y. q(y)) ⊕ ¬r(x))", check.No, check.No},
		// A body in which x1 occurs to no effect is equivalent to one without,
		// but must not stand for it outside ∃x1.
		{"p(c) ∧ ∃x1. (q(x1) ↔ ∃x2. (¬((q(x2) ∨ p(x1)) ↔ q(x2)) → s))", "p(c)", check.Yes, check.No},
		// The names of variables bound in a formula must stay below those
		// bound around it, wherever they stand.
		{"∃w. ∀v. (r(v, w) ∨ ∃x. ∃y. (r(x, y) ∧ r(y, w)))", "∃w. ∀v. (r(v, w) ∨ ∃x. ∃y. (r(x, y) ∧ r(y, x)))", check.No, check.Yes},
	} {
		for name, o := range map[string]fol.Options{
			"all": {Relation: true}, "sample": {Relation: true, NoFinite: true}, "finite": {Relation: true, NoSample: true},
		} {
			r := compare(t, c.a, c.b, o)
			if r.Implies[0] != c.forward || r.Implies[1] != c.back {
				t.Errorf("%s: %s and %s: found %v and %v, expected %v and %v", name, c.a, c.b, r.Implies[0], r.Implies[1], c.forward, c.back)
			}
			confirm(t, r.Only[0], c.a, c.b)
			confirm(t, r.Only[1], c.b, c.a)
		}
	}
}

func confirm(t *testing.T, s *check.Structure, a, b string) {
	t.Helper()
	if s == nil {
		return
	}
	va, err := check.In(s, parse(t, a), logic.Fold)
	vb, err2 := check.In(s, parse(t, b), logic.Fold)
	if err != nil || err2 != nil || !va || vb {
		t.Errorf("%s is %t (%v), %s is %t (%v) in %s", a, va, err, b, vb, err2, s)
	}
}

// TestHostile: formulas made to break an engine end soon, with whatever answer.
func TestHostile(t *testing.T) {
	for name, c := range map[string][2]string{
		"deep terms":         {"∀x. p(" + strings.Repeat("f(", 3000) + "x" + strings.Repeat(")", 3000) + ")", "∃x. p(x)"},
		"many variables":     {strings.Repeat("∀x. ∃y. ", 2000) + "r(x, y)", "q"},
		"alike quantifiers":  {strings.TrimSuffix(strings.Repeat("(∀x. ∃y. (r(x, y) ∨ s(y))) ∧ ", 500), " ∧ "), "q"},
		"infinite models":    {"∀x. ∃y. ∀z. (r(x, y) ∧ (r(y, z) → r(x, z)) ∧ ¬r(x, x))", "⊥"},
		"growing terms":      {"∀x. (p(x) ↔ p(f(g(x)))) ∧ ∀x. (p(g(x)) ↔ ¬p(f(x)))", "∃x. p(x)"},
		"wide equality":      {"∀x. ∀y. ∀z. ∀w. (f(x, y) = f(z, w) → (x = z ∧ y = w))", "∃x. ∀y. f(x, y) ≠ x"},
		"one long predicate": {"p(" + strings.TrimSuffix(strings.Repeat("a, ", 4000), ", ") + ") ∧ ∀x. q(x)", "q(a)"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 0) // every stage must look at the clock before it begins
			cancel()
			a, b := parse(t, c[0]), parse(t, c[1])
			if r := fol.Compare(ctx, a, b, fol.Options{Fold: logic.Fold, Relation: true}); r.Equivalent() == check.Unknown && r.Reason != "timeout" {
				t.Errorf("under an ended context: reason %q", r.Reason)
			}
			if r := fol.Compare(t.Context(), a, b, fol.Options{Fold: logic.Fold}); r.Equivalent() == check.Unknown && r.Reason == "" {
				t.Error("left open without a reason")
			}
		})
	}
}

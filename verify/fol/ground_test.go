package fol_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
)

// alone leaves grounding only.
var alone = fol.Options{Relation: true, NoForms: true, NoSample: true, NoInstances: true, NoFinite: true, Fold: logic.Fold}

// TestGrounding: the monadic class is decided by grounding alone, with the size that
// suffices.
func TestGrounding(t *testing.T) {
	for _, c := range []struct {
		a, b          string
		forward, back check.Status
		domain        int
	}{
		// Monadic.
		{"∀x. (p(x) ∧ q(x))", "(∀x. p(x)) ∧ ∀x. q(x)", check.Yes, check.Yes, 4},
		{"∀x. ∃y. (p(x) ↔ ¬p(y))", "(∃x. p(x)) ∧ ∃x. ¬p(x)", check.Yes, check.Yes, 2},
		{"∀x. (p(x) ∨ q(x))", "(∀x. p(x)) ∨ ∀x. q(x)", check.No, check.Yes, 4},
		{"p(a) ∨ r", "∃x. p(x) ∨ r", check.Yes, check.No, 2},
		{"⊤", "∃x. x = x", check.Yes, check.Yes, 1},
		{"∃x. ∃y. x ≠ y", "∃x. ∃y. ∃z. (x ≠ y ∧ y ≠ z ∧ x ≠ z)", check.No, check.Yes, 3},
		{"∃x. (p(x) ∧ ∀y. (p(y) → y = x))", "∃x. ∀y. (p(y) ↔ y = x)", check.Yes, check.Yes, 4},
		{"a = b", "b = a", check.Yes, check.Yes, 2},
		// An element that an outer variable names can come after the interchangeable ones.
		{"pred1(c1)", "¬¬∀x1. ∀x2. (pred1(x2) ↔ ((∃x2. (pred1(x1) → pred1(x2))) ∧ (∀x1. ∃x1. x1 = x2) ∧ pred1(x2)))", check.Yes, check.No, 8},
	} {
		r := fol.Compare(t.Context(), parse(t, c.a), parse(t, c.b), alone)
		if r.Implies[0] != c.forward || r.Implies[1] != c.back {
			t.Errorf("%s and %s: found %v and %v, expected %v and %v", c.a, c.b, r.Implies[0], r.Implies[1], c.forward, c.back)
		}
		if p := r.Proof[0]; c.forward == check.Yes && (p.Kind != "grounding" || p.Form != "monadic" || p.Domain != c.domain) {
			t.Errorf("%s implies %s: proved by %+v, expected %d elements", c.a, c.b, p, c.domain)
		}
		confirm(t, r.Only[0], c.a, c.b)
		confirm(t, r.Only[1], c.b, c.a)
	}
}

// TestGroundingKeepsOut: it says nothing of formulas that have no such bound,
// and stops at its limits and at the end of the context.
func TestGroundingKeepsOut(t *testing.T) {
	many := "∀x1. ∀x2. ∀x3. ∀x4. ∀x5. ∀x6. ∀x7. ∀x8. (s(x1, x2, x3, x4, x5, x6, x7, x8) → s(x8, x7, x6, x5, x4, x3, x2, x1))"
	for _, c := range []struct{ a, b string }{
		{"∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)"},
		{"∀x. p(f(x))", "∀x. p(x)"},
		{many, "r(a, b) ∧ r(c, d) ∧ r(e, f) ∧ " + many},
	} {
		start := time.Now()
		r := fol.Compare(t.Context(), parse(t, c.a), parse(t, c.b), alone)
		if r.Implies[0] == check.Yes || r.Only[0] != nil {
			t.Errorf("%s and %s: found %v by %+v", c.a, c.b, r.Implies[0], r.Proof[0])
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s and %s: took %v", c.a, c.b, d)
		}
	}
	wide := "∀x. ∀y. ∀z. (r(x, y) ∧ r(y, z) → r(x, z))" + strings.Repeat(" ∧ ∀x. ∀y. ∀z. ∀w. (r(x, y) → r(z, w) ∨ s(x, y, z, w))", 20) + " ∧ s(a1, a2, a3, a4) ∧ s(a5, a6, a7, a8) ∧ s(b1, b2, b3, b4)"
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	start := time.Now()
	fol.Compare(ctx, parse(t, wide), parse(t, "r(a1, a2)"), alone)
	if d := time.Since(start); d > time.Second {
		t.Errorf("took %v after its context had ended", d)
	}
}

// TestClassesAreComplete: the monadic class is decided by grounding alone, and the class of
// Bernays and Schönfinkel (1928) by the other engines, as all
// structures of up to three elements have it: a direction that fails in one of
// them is not proved, and one that is refuted comes with a structure that the
// check confirms.
func TestClassesAreComplete(t *testing.T) {
	monadic := func(config formattest.FormulaConfig) func(*rapid.T) *logic.Formula {
		return func(t *rapid.T) *logic.Formula { return unary(formattest.Formula(t, config)) }
	}
	universal := func(config formattest.FormulaConfig) func(*rapid.T) *logic.Formula {
		config.Free = []string{"x", "y"}
		return func(t *rapid.T) *logic.Formula {
			f := open(formattest.Formula(t, config))
			return logic.Forall("x", logic.Forall("y", f))
		}
	}
	all := fol.Options{Relation: true, NoGrounding: true, Fold: logic.Fold}
	for name, c := range map[string]struct {
		draw    func(*rapid.T) *logic.Formula
		engines fol.Options
	}{
		"monadic":   {monadic(formattest.FormulaConfig{FirstOrder: true, Size: 9, Predicates: 2, Constants: 1, Mixed: true, Propositions: 1}), alone},
		"equality":  {monadic(formattest.FormulaConfig{FirstOrder: true, Equality: true, Size: 7, Predicates: 1, Constants: 1}), alone},
		"universal": {universal(formattest.FormulaConfig{FirstOrder: true, Size: 9, Predicates: 2, Constants: 1}), all},
		"both":      {universal(formattest.FormulaConfig{FirstOrder: true, Equality: true, Size: 9, Predicates: 2, Constants: 2}), all},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				a, b := c.draw(t), c.draw(t)
				r := fol.Compare(t.Context(), a, b, c.engines)
				if r.Implies[0] == check.Unknown || r.Implies[1] == check.Unknown {
					t.Fatalf("%s\n%s\nleft open: %s", a, b, r.Reason)
				}
				left, right := differences(t, a, b)
				if left && r.Implies[0] == check.Yes || right && r.Implies[1] == check.Yes {
					t.Fatalf("%s\n%s\nfound %v and %v, but left alone holds somewhere: %t, right alone: %t", a, b, r.Implies[0], r.Implies[1], left, right)
				}
				certain(t, r.Only[0], a, b, r.Implies[0])
				certain(t, r.Only[1], b, a, r.Implies[1])
			})
		})
	}
}

// unary is f with the first argument of each atom only.
func unary(f *logic.Formula) *logic.Formula {
	g := *f
	if g.Op == logic.OpAtom && len(g.Terms) > 1 {
		g.Terms = g.Terms[:1]
	}
	g.Args = nil
	for _, a := range f.Args {
		g.Args = append(g.Args, unary(a))
	}
	return &g
}

// open is f without its quantifiers; their variables become x.
func open(f *logic.Formula) *logic.Formula {
	for f.Op == logic.OpForall || f.Op == logic.OpExists {
		f = f.Args[0]
	}
	g := *f
	g.Terms, g.Args = nil, nil
	for _, u := range f.Terms {
		if u.Var && u.Name != "y" {
			u.Name = "x"
		}
		g.Terms = append(g.Terms, u)
	}
	for _, a := range f.Args {
		g.Args = append(g.Args, open(a))
	}
	return &g
}

// differences says whether a alone, and whether b alone, is true in some
// structure of one to three elements, as far as these are few.
func differences(t *rapid.T, a, b *logic.Formula) (left, right bool) {
	for size := 1; size <= 3; size++ {
		for m := range check.Structures(size, 1<<11, a, b) {
			va, err := check.In(m, a, logic.Fold)
			vb, err2 := check.In(m, b, logic.Fold)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			left, right = left || va && !vb, right || vb && !va
		}
	}
	return left, right
}

// certain checks the countermodel of a direction that was refuted.
func certain(t *rapid.T, s *check.Structure, a, b *logic.Formula, said check.Status) {
	if said != check.No {
		return
	}
	va, err := check.In(s, a, logic.Fold)
	vb, err2 := check.In(s, b, logic.Fold)
	if err != nil || err2 != nil || !va || vb {
		t.Fatalf("%s is %t (%v), %s is %t (%v) in %s", a, va, err, b, vb, err2, s)
	}
}

// TestMonadicWithEquality compares grounding with all structures of one predicate
// and one constant of up to four elements in each cell. Both formulas have at most
// three variables and one constant, so that more elements make no difference.
func TestMonadicWithEquality(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := formattest.FormulaConfig{FirstOrder: true, Equality: true, Predicates: 1, Constants: 1, Variables: 3, Size: 10}
		a, b := formattest.Formula(t, cfg), formattest.Formula(t, cfg)
		r := fol.Compare(t.Context(), a, b, alone)
		want := [2]check.Status{check.Yes, check.Yes}
		symbols := check.Symbols(logic.And(a, b).Signature(false), logic.Fold)
		for cells := range 25 {
			in, out := cells/5, cells%5
			for c := range in + out {
				m := check.NewStructure(in+out, symbols, check.MaxCells, func(k, i int) int {
					if symbols[k].Predicate {
						return min(1, max(0, in-i))
					}
					return c
				})
				va, err := check.In(m, a, logic.Fold)
				vb, err2 := check.In(m, b, logic.Fold)
				if err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				if va && !vb {
					want[0] = check.No
				}
				if vb && !va {
					want[1] = check.No
				}
			}
		}
		if r.Implies[0] != want[0] || r.Implies[1] != want[1] {
			t.Fatalf("%s and %s: found %v and %v, expected %v", a, b, r.Implies[0], r.Implies[1], want)
		}
		certain(t, r.Only[0], a, b, r.Implies[0])
		certain(t, r.Only[1], b, a, r.Implies[1])
	})
}

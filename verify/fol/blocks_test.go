package fol

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

func inBlocks(t testing.TB, f *logic.Formula) *node {
	return blockForm(work{ctx: t.Context(), left: 1_000_000}, f, logic.Fold, miniscoped)
}

// TestBlockForm: the order and the place of quantifiers, their names and negations are
// gone, and what depends on another quantifier stays inside it.
func TestBlockForm(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"∃x. ∃y. (p(x) ∧ r(x, y))", "∃x. ∃y. (p(x) ∧ r(x, y))"},
		{"∃x. (p(x) ∧ ∃y. r(x, y))", "∃x. ∃y. (p(x) ∧ r(x, y))"},
		{"∃y. ∃x. (p(x) ∧ r(x, y))", "∃x. ∃y. (p(x) ∧ r(x, y))"},
		{"¬∀x. ¬(p(x) ∧ ∃x. q(x))", "(∃x. p(x)) ∧ ∃x. q(x)"},
		{"∀x. ∃y. (p(x) ∧ q(y))", "(∀x. p(x)) ∧ ∃y. q(y)"},
		{"∀x. ∃y. (p(x) → (q(y) ∧ p(x)))", "∀x. (¬p(x) ∨ ((∃y. q(y)) ∧ p(x)))"},
		{"∃x. ∃y. ((p(x) ∨ r(x, y)) ∧ q(x))", "∃x. ((p(x) ∨ ∃y. r(x, y)) ∧ q(x))"},
		{"∀x. ∃y. (r(x, y) ∧ q(y))", "∀x. ∃y. (r(x, y) ∧ q(y))"},
		// Opened blocks whose variables have one number, or that of another variable.
		{"∃z. ((∃x. (r(x, z) ∧ q(x))) ∧ ∃y. (r(y, z) ∧ p(y)))", "∃x. ∃y. ∃z. (r(x, z) ∧ q(x) ∧ r(y, z) ∧ p(y))"},
		{
			"∃z. ((∃x. (r(x, z) ∧ q(x))) ∧ ∃y. (r(y, z) ∧ ∀u. (p(u) ∨ r(y, u))))",
			"∃x. ∃y. ∃z. (r(x, z) ∧ q(x) ∧ r(y, z) ∧ ∀u. (p(u) ∨ r(y, u)))",
		},
		{
			"∀w. ∃v. (s(w, v) ∧ ∃z. (r(v, z) ∧ (∃x. (r(x, z) ∧ q(x))) ∧ ∃y. (r(y, z) ∧ p(y))))",
			"∀w. ∃v. ∃z. ∃x. ∃y. (s(w, v) ∧ r(v, z) ∧ r(x, z) ∧ q(x) ∧ r(y, z) ∧ p(y))",
		},
		{"∃x. (q(x) ∧ ∃y. (r(x, y) ∧ ∃x. r(x, y)))", "∃x. ∃y. ∃z. (q(x) ∧ r(x, y) ∧ r(z, y))"},
	} {
		got, want := inBlocks(t, parseFormula(t, c.in)), inBlocks(t, parseFormula(t, c.out))
		b := &builder{theory: newTheory(), work: work{ctx: t.Context(), left: 1_000}}
		x, err := b.node(got)
		y, err2 := b.node(want)
		if err != nil || err2 != nil || x != y {
			t.Errorf("%s: found %s (%v), expected %s (%v)", c.in, got.formula(), err, want.formula(), err2)
		}
	}
}

func parseFormula(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

// nested draws a formula in which quantifiers stand at all places.
func nested(t *rapid.T, depth int, bound []string) *logic.Formula {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 || kind == 0 && len(bound) > 1 {
		terms := make([]logic.Term, rapid.IntRange(1, 2).Draw(t, "arity"))
		for i := range terms {
			terms[i] = logic.Constant("c")
			if len(bound) > 0 {
				terms[i] = logic.Variable(rapid.SampledFrom(bound).Draw(t, "variable"))
			}
		}
		return logic.Atom(rapid.SampledFrom([]string{"p", "q"}).Draw(t, "predicate"), terms...)
	}
	if kind == 0 {
		return logic.Not(nested(t, depth-1, bound))
	}
	if kind < 5 {
		var fs []*logic.Formula
		for range rapid.IntRange(2, 3).Draw(t, "operands") {
			fs = append(fs, nested(t, depth-1, bound))
		}
		if kind == 1 {
			return logic.Or(fs...)
		}
		return logic.And(fs...)
	}
	x := rapid.SampledFrom([]string{"x", "y", "z", "w"}).Draw(t, "name")
	body := nested(t, depth-1, append(slices.Clone(bound), x))
	if kind == 5 {
		return logic.Forall(x, body)
	}
	return logic.Exists(x, body)
}

// TestBlockFormAgainstStructures: the block form of a formula has its value in all
// structures of one and two elements, if they are few, and in random ones.
func TestBlockFormAgainstStructures(t *testing.T) {
	config := formattest.FormulaConfig{FirstOrder: true, Truth: true, Equality: true, Functions: true, Mixed: true, Size: 12, Predicates: 2, Constants: 1}
	rapid.Check(t, func(r *rapid.T) {
		f := nested(r, rapid.IntRange(3, 8).Draw(r, "depth"), nil)
		if rapid.IntRange(0, 3).Draw(r, "kind") == 0 {
			f = formattest.Formula(r, config)
		}
		n := inBlocks(t, f)
		g := n.formula()
		b := &builder{theory: newTheory(), work: work{ctx: t.Context(), left: 100_000}}
		l, err := b.node(n)
		l2, err2 := b.node(blockForm(work{ctx: t.Context(), left: 1_000_000}, g, logic.Fold, asWritten))
		if err != nil || err2 != nil || l != l2 {
			r.Fatalf("%s: found literals %d (%v) and %d (%v) of %s", f, l, err, l2, err2, g)
		}
		symbols := check.Symbols(f.Signature(false), logic.Fold)
		holds := func(m *check.Structure) {
			x, err := check.In(m, f, logic.Fold)
			y, err2 := check.In(m, g, logic.Fold)
			if err != nil || err2 != nil || x != y {
				r.Fatalf("%s is %t (%v), but %s is %t (%v) in %s", f, x, err, g, y, err2, m)
			}
		}
		for size := 1; size <= 2; size++ {
			for m := range check.Structures(size, 1<<8, f) {
				holds(m)
			}
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "seed"), 0))
		for range 10 {
			holds(check.NewStructure(2, symbols, check.MaxCells, func(k, _ int) int { return rng.IntN(symbols[k].Values(2)) }))
		}
	})
}

// formula returns the formula of n. It is what the literal of n is compared with.
func (n *node) formula() *logic.Formula {
	args := make([]*logic.Formula, len(n.args))
	for i, a := range n.args {
		args[i] = a.formula()
	}
	var f *logic.Formula
	switch n.op {
	case logic.OpTrue:
		f = logic.Top()
	case logic.OpAtom, logic.OpEqual:
		f = &logic.Formula{Op: n.op, Name: n.name, Terms: variableNames(n.terms)}
	case logic.OpForall, logic.OpExists:
		f = args[0]
		for _, v := range n.vars {
			f = &logic.Formula{Op: n.op, Name: variableName(v), Args: []*logic.Formula{f}}
		}
		for left := n.binds; left != 0 && n.vars == nil; left &= left - 1 {
			f = &logic.Formula{Op: n.op, Name: variableName(bits.TrailingZeros64(uint64(left))), Args: []*logic.Formula{f}}
		}
	default:
		f = &logic.Formula{Op: n.op, Args: args}
	}
	if n.neg {
		f = logic.Not(f)
	}
	return f
}

// variableName returns a name that no parsed formula contains.
func variableName(v int) string { return "#v" + strconv.Itoa(v) }

func variableNames(ts []bound) []logic.Term {
	out := make([]logic.Term, len(ts))
	for i, t := range ts {
		out[i] = logic.Term{Name: t.name, Args: variableNames(t.args)}
		if t.v >= 0 {
			out[i] = logic.Variable(variableName(t.v))
		}
	}
	return out
}

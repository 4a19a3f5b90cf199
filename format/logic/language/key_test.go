package language

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
)

func TestKeys(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"p1", "p7", true},
		{"p1", "¬p1", false}, // renaming does not negate
		{"p1 ∨ p2", "p1 ∧ p2", false},
		{"(p1 ∨ p2) ∧ (p1 ∨ ¬p2)", "p9", true},
		{"p1 → p2", "¬p5 → ¬p4", true},
		{"p1 ∨ ¬p1", "p3 → p3", true},
		{"p1 ∨ ¬p1", "p1 ∧ ¬p1", false},
		{"p1 ∨ ¬p1", "⊤", true},
		{"p1 ⊕ p2", "p1 ↔ ¬p2", true},
		{"P(a) ∧ Q(a)", "Q(b) ∧ R(b)", true},
		{"P(a) ∧ Q(a)", "P(a) ∧ Q(b)", false},
		{"P(a) ∧ P(b)", "P(a) ∧ Q(a)", false},
		{"P(a) ∧ P(b)", "P(a)", false},
		{"R(a, b)", "R(b, a)", true},
		{"R(a, b)", "R(a, a)", false},
		{"∀x. ∀y. R(x, y)", "∀y. ∀x. R(x, y)", true},
		{"∀x. ∃y. R(x, y)", "∃y. ∀x. R(x, y)", false},
		{"∀x. ∃y. R(x, y)", "∀x. ∃y. R(y, x)", false}, // a converse is no renaming
		{"∀x. P(x)", "∃x. P(x)", false},
		{"∀x. P(x)", "P(a)", false},
		{"∀x. ∃y. P(x)", "∀z. P(z)", true},
		{"∀x. ∃y. ∀z. (P(x) ∨ Q(z))", "∀x. ∀z. (Q(x) ∨ P(z))", true},
		{"∀x. ∃y. (P(x) ∨ (Q(y) ∧ ¬Q(y)))", "∀x. P(x)", true},
		{"¬∀x. P(x)", "∃x. ¬P(x)", true},
		{"¬∃x. ¬∀y. R(x, y)", "∀x. ∀y. R(x, y)", true},
		{"∀x. (P(x) ∧ Q(a))", "∀x. ∃x. (P(x) ∧ Q(a))", false},
		{"a = b", "b = a", true},
		{"f(a) = b", "b = g(a)", true},
		{"f(a) = b", "f(a) = a", false},
		// Not prenex.
		{"P(a) ∧ ∀x. Q(x)", "(∀y. P(y)) ∧ Q(b)", true},
		{"P(a) ∧ ∀x. Q(x)", "P(a) ∧ ∃x. Q(x)", false},
		{"P(a) ∧ ∀x. Q(x)", "¬(¬P(a) ∨ ∃x. ¬Q(x))", true},
		{"P(a) → ∀x. ∀y. R(x, y)", "¬Q(b) ∨ ∀y. ∀x. S(x, y)", true},
		{"P(a) ⊕ ∀x. Q(x)", "¬P(a) ↔ ∀x. Q(x)", true},
		{"P(a) ⊕ ∀x. Q(x)", "P(a) ↔ ∀x. Q(x)", false},
		{"P(a) ∧ ∀x. (Q(x) ∨ ∃y. P(b))", "P(a) ∧ ∀x. (Q(x) ∨ P(b))", true},
		{"p ∧ (a ∨ b ∨ c ∨ d ∨ e ∨ f ∨ g ∨ h ∨ i ∨ j ∨ k ∨ l ∨ m ∨ n ∨ o ∨ r ∨ s)", "z ∧ (a1 ∨ a2 ∨ a3 ∨ a4 ∨ a5 ∨ a6 ∨ a7 ∨ a8 ∨ a9 ∨ b1 ∨ b2 ∨ b3 ∨ b4 ∨ b5 ∨ b6 ∨ b7 ∨ b8)", true},
		{"P(a) ∧ ∀x. ∃x. Q(x)", "P(a) ∧ ∃x. Q(x)", true},
		{"P(a) ∧ P(a) ∧ ∀x. Q(x)", "P(a) ∧ ∀x. Q(x)", true},
	} {
		if same := key(parse(t, test.a)) == key(parse(t, test.b)); same != test.same {
			t.Errorf("%s and %s: found %v, expected %v", test.a, test.b, same, test.same)
		}
	}
}

// boolean is the formula of a truth table over n propositions, as a
// disjunction of its rows.
func boolean(f uint, n int) *logic.Formula {
	var rows []*logic.Formula
	for row := range 1 << n {
		if f>>row&1 == 0 {
			continue
		}
		var literals []*logic.Formula
		for i := range n {
			atom := logic.Atom(fmt.Sprintf("p%d", i))
			if row>>i&1 == 0 {
				atom = logic.Not(atom)
			}
			literals = append(literals, atom)
		}
		rows = append(rows, logic.And(literals...))
	}
	return logic.Or(rows...)
}

// permutations lists all orders of a list.
func permutations(list []int) (all [][]int) {
	if len(list) == 0 {
		return [][]int{nil}
	}
	for i, x := range list {
		for _, rest := range permutations(slices.Concat(list[:i], list[i+1:])) {
			all = append(all, append(rest, x))
		}
	}
	return all
}

// permuted is the truth table with the propositions renamed.
func permuted(f uint, n int, order []int) uint {
	var out uint
	for row := range 1 << n {
		to := 0
		for i, j := range order {
			to |= row >> i & 1 << j
		}
		out |= f >> row & 1 << to
	}
	return out
}

// TestBooleanFunctions enumerates all functions of three and four
// propositions: two that are the same up to renaming have the same key, without
// exception, and how many classes have a key of their own is as documented.
func TestBooleanFunctions(t *testing.T) {
	for _, test := range []struct{ n, classes, least int }{{3, 80, 80}, {4, 3984, 3984}} {
		var all []int
		for i := range test.n {
			all = append(all, i)
		}
		class := map[uint]bool{}
		keys := map[string]bool{}
		for f := range uint(1) << (1 << test.n) {
			first := f
			for _, order := range permutations(all) {
				first = min(first, permuted(f, test.n, order))
			}
			if first != f {
				continue
			}
			class[f] = true
			own := key(boolean(f, test.n))
			keys[own] = true
			for _, order := range permutations(all) {
				if g := permuted(f, test.n, order); bits.OnesCount(f)%3 == 0 && key(boolean(g, test.n)) != own {
					t.Fatalf("%0*b and its renaming %b have different keys", 1<<test.n, f, g)
				}
			}
		}
		t.Logf("%d propositions: %d classes, %d keys", test.n, len(class), len(keys))
		if len(class) != test.classes || len(keys) < test.least {
			t.Errorf("%d propositions: found %d classes and %d keys, expected %d and at least %d", test.n, len(class), len(keys), test.classes, test.least)
		}
	}
}

// TestSameKeyAfterRewriting checks keys against the laws that the package comment
// lists.
func TestSameKeyAfterRewriting(t *testing.T) {
	for name, test := range map[string]struct {
		config formattest.FormulaConfig
		draw   func(*rewriter, *logic.Formula) (f, g *logic.Formula)
	}{
		"propositional": {formattest.FormulaConfig{Truth: true}, func(r *rewriter, f *logic.Formula) (*logic.Formula, *logic.Formula) {
			r.semantic = true
			return f, r.rewrite(f)
		}},
		"prenex": {formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Mixed: true}, func(r *rewriter, f *logic.Formula) (*logic.Formula, *logic.Formula) {
			r.semantic = true
			f = matrixOf(f)
			return r.prefixed(f, r.rewrite(f))
		}},
		"other": {formattest.FormulaConfig{FirstOrder: true, Mixed: true}, func(r *rewriter, f *logic.Formula) (*logic.Formula, *logic.Formula) {
			guard := logic.Forall("g", logic.Atom("guard", logic.Variable("g"))) // keeps f from being prenex
			f = logic.And(f, guard, logic.Atom("other"))
			return f, r.rewrite(f)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f, g := test.draw(&rewriter{t: t}, formattest.Formula(t, test.config))
				g = renamed(g)
				if key(f) != key(g) {
					t.Fatalf("%s and %s have different keys", f, g)
				}
			})
		})
	}
}

// A rewriter makes equivalent formulas.
type rewriter struct {
	t        *rapid.T
	semantic bool // also by laws that only a truth table sees
}

func (r *rewriter) rewrite(f *logic.Formula) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms}
	for _, a := range f.Args {
		g.Args = append(g.Args, r.rewrite(a))
	}
	chain := f.Op == logic.OpAnd || f.Op == logic.OpOr || f.Op == logic.OpXor
	if chain {
		g.Args = rapid.Permutation(g.Args).Draw(r.t, "operands")
	}
	switch law := rapid.IntRange(0, 9).Draw(r.t, "law"); {
	case law == 0:
		return logic.Not(logic.Not(g))
	case law == 1 && f.Op == logic.OpAnd:
		return logic.Not(logic.Or(denials(g.Args)...))
	case law == 1 && f.Op == logic.OpOr:
		return logic.Not(logic.And(denials(g.Args)...))
	case law == 1 && f.Op == logic.OpImplies:
		return logic.Or(logic.Not(g.Args[0]), g.Args[1])
	case law == 1 && f.Op == logic.OpForall:
		return logic.Not(logic.Exists(g.Name, logic.Not(g.Args[0])))
	case law == 1 && f.Op == logic.OpExists:
		return logic.Not(logic.Forall(g.Name, logic.Not(g.Args[0])))
	case law == 1 && f.Op == logic.OpIff:
		return logic.Not(logic.Xor(g.Args...))
	case law == 2 && (f.Op == logic.OpAnd || f.Op == logic.OpOr):
		g.Args = append(g.Args, g.Args[0])
	case law == 3 && (f.Op == logic.OpForall || f.Op == logic.OpExists):
		return &logic.Formula{Op: g.Op, Name: "unused", Args: []*logic.Formula{g}}
	case law == 4 && r.semantic:
		return logic.And(g, logic.Or(g, logic.Atom("absorbed")))
	case law == 5 && r.semantic && f.Op == logic.OpIff:
		return logic.And(logic.Implies(g.Args[0], g.Args[1]), logic.Implies(g.Args[1], g.Args[0]))
	case law == 6 && len(f.Args) == 1 && f.Op != logic.OpNot && g.Args[0].Op == g.Op:
		inner := g.Args[0] // two quantifiers of a kind change places
		if inner.Name != g.Name {
			return &logic.Formula{Op: g.Op, Name: inner.Name, Args: []*logic.Formula{{Op: g.Op, Name: g.Name, Args: inner.Args}}}
		}
	}
	if chain {
		return map[logic.Op]func(...*logic.Formula) *logic.Formula{logic.OpAnd: logic.And, logic.OpOr: logic.Or, logic.OpXor: logic.Xor}[g.Op](g.Args...)
	}
	return g
}

func denials(list []*logic.Formula) []*logic.Formula {
	var out []*logic.Formula
	for _, f := range list {
		out = append(out, logic.Not(f))
	}
	return out
}

// matrixOf leaves the quantifiers out and keeps the variables.
func matrixOf(f *logic.Formula) *logic.Formula {
	if f.Op == logic.OpForall || f.Op == logic.OpExists {
		return matrixOf(f.Args[0])
	}
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms}
	for _, a := range f.Args {
		g.Args = append(g.Args, matrixOf(a))
	}
	return g
}

// prefixed puts a random prefix before f, and one that means the same before g.
func (r *rewriter) prefixed(f, g *logic.Formula) (*logic.Formula, *logic.Formula) {
	names := f.FreeVariables()
	slices.Sort(names)
	var blocks [][]string
	for _, n := range rapid.Permutation(names).Draw(r.t, "prefix") {
		if len(blocks) > 0 && rapid.Bool().Draw(r.t, "same kind") {
			blocks[len(blocks)-1] = append(blocks[len(blocks)-1], n)
			continue
		}
		blocks = append(blocks, []string{n})
	}
	op := rapid.SampledFrom([]logic.Op{logic.OpForall, logic.OpExists}).Draw(r.t, "first kind")
	for _, block := range slices.Backward(blocks) {
		for _, n := range block {
			f = &logic.Formula{Op: op, Name: n, Args: []*logic.Formula{f}}
		}
		for _, n := range rapid.Permutation(append(block, "unused")).Draw(r.t, "block") {
			g = &logic.Formula{Op: op, Name: n, Args: []*logic.Formula{g}}
		}
		op = logic.OpForall + logic.OpExists - op
	}
	return f, g
}

// renamed gives every symbol and variable another name.
func renamed(f *logic.Formula) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Terms: renameTerms(f.Terms)}
	switch f.Op {
	case logic.OpAtom:
		g.Name = "a" + f.Name
	case logic.OpForall, logic.OpExists:
		g.Name = "v" + f.Name
	}
	for _, a := range f.Args {
		g.Args = append(g.Args, renamed(a))
	}
	return g
}

func renameTerms(terms []logic.Term) []logic.Term {
	var out []logic.Term
	for _, t := range terms {
		prefix := "c"
		if t.Var {
			prefix = "v"
		}
		out = append(out, logic.Term{Name: prefix + t.Name, Var: t.Var, Args: renameTerms(t.Args)})
	}
	return out
}

func BenchmarkKey(b *testing.B) {
	f := parse(b, "((p1 ∧ ¬(p2 ∨ p3) ∧ p4) ∨ ¬¬p5 ∨ (p6 ∧ (p7 ∨ ¬p8 ∨ (p9 ∧ ¬p10))) ∨ (p11 ∧ ¬p12 ∧ (p1 ∨ ¬p4)))")
	for b.Loop() {
		key(f)
	}
}

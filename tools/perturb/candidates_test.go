package perturb

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify"
)

func parse(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{Scope: logic.ScopeTight})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

func TestEdits(t *testing.T) {
	v := &record.Vocabulary{
		Predicates: []record.Predicate{{Name: "P", Arity: 1}, {Name: "Q", Arity: 1}, {Name: "R", Arity: 2}, {Name: "S", Arity: 2}},
		Constants:  []string{"a", "b", "x"},
	}
	for _, c := range []struct {
		fs    string
		kinds []syntax.Perturbation
		want  string
	}{
		{"P(a) ∧ Q(a)", []syntax.Perturbation{syntax.Operator}, "(P(a) ∨ Q(a)); (P(a) → Q(a)); (P(a) ↔ Q(a))"},
		{"p ∨ q ∨ r", []syntax.Perturbation{syntax.Operator}, "(p ∧ (q ∨ r)); (p → (q ∨ r)); (p ↔ (q ∨ r)); ((p ∨ q) ∧ r); ((p ∨ q) → r); ((p ∨ q) ↔ r)"},
		{"p ∨ (q ∧ r)", []syntax.Perturbation{syntax.Operator}, "(p ∧ q ∧ r); (p → (q ∧ r)); (p ↔ (q ∧ r)); (p ∨ q ∨ r); (p ∨ (q → r)); (p ∨ (q ↔ r))"},
		{"p ⊕ q", []syntax.Perturbation{syntax.Operator}, "(p ∧ q); (p ∨ q); (p → q); (p ↔ q)"},
		{"∀x ∃y R(x, y)", []syntax.Perturbation{syntax.Quantifier}, "∃x. ∃y. R(x, y); ∀x. ∀y. R(x, y)"},
		{"∀x (P(x) → ¬Q(x))", []syntax.Perturbation{syntax.Negation}, "∀x. (¬P(x) → ¬Q(x)); ∀x. (P(x) → Q(x))"},
		{"a ≠ b", []syntax.Perturbation{syntax.Negation}, "a = b"},
		{"P(a)", Kinds[:3], "¬P(a)"},
		{"∀x R(x, a)", []syntax.Perturbation{syntax.Constant}, "∀x. R(x, b)"},
		{"R(a, b)", []syntax.Perturbation{syntax.Predicate, syntax.Arguments}, "S(a, b); R(b, a)"},
		{"P(a)", []syntax.Perturbation{syntax.Predicate, syntax.Constant}, "Q(a); P(b); P(x)"},
		{"p", []syntax.Perturbation{syntax.Operator, syntax.Quantifier, syntax.Arguments}, ""},
	} {
		f := parse(t, c.fs)
		var got []string
		for _, e := range edits(logical, f, c.kinds, v) {
			got = append(got, e.Apply().String())
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s, %v: %s\nwant %s", c.fs, c.kinds, strings.Join(got, "; "), c.want)
		}
	}
}

// relate compares propositional formulas on all assignments.
func relate(x, y formalism.Tree) verify.Result {
	a, b := x.(*logic.Formula), y.(*logic.Formula)
	names := logic.And(a, b).Signature(true).Propositions
	p := verify.Result{Verdict: record.Equivalent}
	for bits := range 1 << len(names) {
		under := func(name string) bool { return bits>>slices.Index(names, name)&1 == 1 }
		if formattest.Holds(a, under) != formattest.Holds(b, under) {
			p.Verdict = record.NotEquivalent
		}
	}
	return p
}

// TestEditsOfFirstOrder checks that edits change a formula, leave a tree that a
// parser could have made, and, of quantifiers and new negations, can be undone
// by another syntax.
func TestEditsOfFirstOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Equality: true, Functions: true, Size: 8})
		for _, e := range edits(logical, f, Kinds, nil) {
			g := e.Apply().(*logic.Formula)
			if e.Perturbation != syntax.Arguments && logic.Same(f, g) {
				t.Fatalf("%s left %v as it is", e.Kind, f)
			}
			again, err := logic.Parse(g.String(), logic.Options{})
			if err != nil || !logic.Same(again, g) {
				t.Fatalf("%s of %v: %v reads back as %v, %v", e.Kind, f, g, again, err)
			}
			if e.Perturbation == syntax.Quantifier || e.To == "¬" {
				back := false
				for _, u := range edits(logical, g, []syntax.Perturbation{e.Perturbation}, nil) {
					back = back || logical.Same(u.Apply(), f)
				}
				if !back {
					t.Fatalf("no %s of %v gives %v", e.Kind, g, f)
				}
			}
		}
	})
}

// newMaker makes a maker with the published kinds of edits.
func newMaker(f *logic.Formula, task Task, seed uint64, relate func(a, b formalism.Tree) verify.Result) *maker {
	return &maker{language: logical, task: task, k: 3, kinds: Kinds[:3], f: f, rng: rand.New(rand.NewPCG(seed, 1)), taken: map[string]bool{}, relate: relate}
}

// TestMake checks the shape of sets of random propositional formulas.
func TestMake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{Size: 6})
		for _, task := range []Task{MostSimilar, Ranking} {
			seed := rapid.Uint64().Draw(t, "seed")
			set, err := newMaker(f, task, seed, relate).set()
			if err != nil {
				t.Fatal(err)
			}
			again, _ := newMaker(f, task, seed, relate).set()
			seen, roles := map[string]bool{}, map[Role]int{}
			for i, c := range set {
				if seen[c.formula.String()] {
					t.Fatalf("%v twice", c.formula)
				}
				seen[c.formula.String()] = true
				roles[c.role]++
				if !logical.Same(c.formula, again[i].formula) {
					t.Fatalf("the same seed gave %v and %v", c.formula, again[i].formula)
				}
				p := relate(f, c.formula)
				if same := c.role == Original || c.role == Equivalent; same != (p.Verdict == record.Equivalent) || c.proof.Verdict != p.Verdict {
					t.Fatalf("%v as %s of %v: %v", c.formula, c.role, f, p)
				}
				if d := relate(logic.Not(f), c.formula); task == Ranking && c.role == Perturbation && d.Verdict == record.Equivalent {
					t.Fatalf("%v denies %v", c.formula, f)
				}
			}
			if roles[Original] != 1 || roles[Perturbation] > 3 {
				t.Fatalf("roles %v", roles)
			}
			if task == Ranking && (roles[Equivalent] != 1 || roles[Denial] != 1) {
				t.Fatalf("%v: roles %v", f, roles)
			}
		}
	})
}

// A literal has its denial as its only published edit, and in a ranking not
// even that: other kinds of edit step in.
func TestLiterals(t *testing.T) {
	v := &record.Vocabulary{Constants: []string{"b"}, Predicates: []record.Predicate{{Name: "Q", Arity: 1}}}
	written := func(task Task) (out []string) {
		m := newMaker(parse(t, "P(a)"), task, 1, func(a, b formalism.Tree) verify.Result {
			if b.String() == "¬¬P(a)" {
				return verify.Result{Verdict: record.Equivalent}
			}
			return verify.Result{Verdict: record.NotEquivalent}
		})
		m.vocabulary = v
		set, err := m.set()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range set {
			out = append(out, string(c.role)+" "+c.formula.String())
		}
		slices.Sort(out[1:])
		return out
	}
	if got := strings.Join(written(MostSimilar), "; "); got != "original P(a); perturbation ¬P(a)" {
		t.Error(got)
	}
	if got := strings.Join(written(Ranking), "; "); got != "original P(a); equivalent ¬¬P(a); negation ¬P(a); perturbation P(b); perturbation Q(a)" {
		t.Error(got)
	}
}

// Candidates of which nothing can be proved stay out.
func TestUndecided(t *testing.T) {
	unknown := func(_, _ formalism.Tree) verify.Result {
		return verify.Result{Verdict: record.Unknown}
	}
	set, err := newMaker(parse(t, "∀x (P(x) → Q(x))"), Ranking, 1, unknown).set()
	if err != nil || len(set) != 1 {
		t.Errorf("%+v, %v", set, err)
	}
}

// A rewrite that is refuted is a fault, and is not hidden.
func TestUnsoundRewriteIsAnError(t *testing.T) {
	differ := func(_, _ formalism.Tree) verify.Result {
		return verify.Result{Verdict: record.NotEquivalent}
	}
	if _, err := newMaker(parse(t, "p → q"), Ranking, 1, differ).set(); err == nil {
		t.Error("expected an error")
	}
}

func TestLargeFormulas(t *testing.T) {
	text := "p0"
	for range 40 {
		text = "(" + text + ") ↔ q"
	}
	f := parse(t, text)
	for _, r := range logical.Rewrites(f) {
		_ = r.Apply() // whatever it returns, soon
	}
	many := "P(" + strings.Repeat("a, ", 999) + "a)"
	if n := len(edits(logical, parse(t, many), Kinds, nil)); n != MaxEdits {
		t.Errorf("%d edits", n)
	}
}

func TestParse(t *testing.T) {
	if k, err := ParseKind("constant"); err != nil || k != syntax.Constant {
		t.Error(k, err)
	}
	if _, err := ParseKind("scope"); err == nil || !strings.Contains(err.Error(), "operator, quantifier, negation, constant, predicate, arguments") {
		t.Error(err)
	}
	if task, err := ParseTask("ranking"); task != Ranking || err != nil {
		t.Error(task, err)
	}
	if _, err := ParseTask("both"); err == nil {
		t.Error("both is no task")
	}
}

func FuzzMake(f *testing.F) {
	f.Add("p → (q ∧ ¬r)", uint64(1))
	f.Add("p ↔ p", uint64(2))
	f.Add("¬¬⊤", uint64(3))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		g, err := logic.Parse(text, logic.Options{Limits: syntax.Limits{MaxDepth: 50, MaxSize: 60}})
		if err != nil || !g.IsPropositional() || len(g.Signature(true).Propositions) > 6 {
			return
		}
		if _, err := newMaker(g, Ranking, seed, relate).set(); err != nil {
			t.Fatal(err)
		}
	})
}

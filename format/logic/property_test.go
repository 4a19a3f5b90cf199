package logic_test

import (
	"slices"
	"testing"
	"unicode"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"pgregory.net/rapid"
)

var scopes = []logic.Scope{logic.ScopeDotWide, logic.ScopeTight, logic.ScopeWide}

// anyFormula draws formulas of every kind.
func anyFormula(t *rapid.T) *logic.Formula {
	if rapid.Bool().Draw(t, "propositional") {
		return formattest.Formula(t, formattest.FormulaConfig{Truth: true, WideNames: rapid.Bool().Draw(t, "wide")})
	}
	return formattest.Formula(t, formattest.FormulaConfig{
		FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true,
		WideNames: rapid.Bool().Draw(t, "wide"),
	})
}

func TestPrintedFormulaParsesToTheSameTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyFormula(t)
		text := f.String()
		for _, scope := range scopes {
			for _, exact := range []bool{false, true} {
				o := logic.Options{Scope: scope, CaseSensitive: exact}
				g, err := logic.Parse(text, o)
				if err != nil {
					t.Fatalf("%s: %s, %+v", text, err, o)
				}
				if !logic.Same(f, g) {
					t.Fatalf("%s: read as %s, %+v", text, g, o)
				}
			}
		}
		r, err := logic.Read(text, logic.Options{})
		if err != nil || len(r.Formulas) != 1 {
			t.Fatalf("%s: readings %v, %v", text, r.Formulas, err)
		}
	})
}

func TestCountsAgreeWithEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyFormula(t)
		c := f.Counts()
		if got := c.And + c.Or + c.Xor + c.Implies + c.Iff + c.Not - c.Literals; got != c.Operators {
			t.Fatalf("%s: operators add up to %d: %+v", f, got, c)
		}
		leaves, nodes := 0, 0
		for g := range f.Subformulas() {
			nodes++
			if len(g.Args) == 0 {
				leaves++
			}
		}
		if binary := c.And + c.Or + c.Xor + c.Implies + c.Iff; leaves != binary+1 {
			t.Fatalf("%s: %d leaves, %d binary operators", f, leaves, binary)
		}
		if c.Depth >= nodes || (c.Depth == 0) != (nodes == 1) {
			t.Fatalf("%s: depth %d of %d nodes", f, c.Depth, nodes)
		}
		d := logic.Not(f).Counts()
		c.Depth++
		c.Not++
		if f.Op == logic.OpAtom || f.Op == logic.OpEqual {
			c.Literals++
		} else {
			c.Operators++
		}
		if c != d {
			t.Fatalf("¬%s: %+v, want %+v", f, d, c)
		}
	})
}

func TestSignatureHoldsEveryNameOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := anyFormula(t)
		exact := rapid.Bool().Draw(t, "case-sensitive")
		sig := f.Signature(exact)
		key := logic.Fold
		if exact {
			key = func(s string) string { return s }
		}
		want := map[string]bool{}
		var terms func([]logic.Term)
		terms = func(ts []logic.Term) {
			for _, u := range ts {
				switch {
				case len(u.Args) > 0:
					want["function "+key(u.Name)] = true
				case !u.Var:
					want["constant "+key(u.Name)] = true
				}
				terms(u.Args)
			}
		}
		for g := range f.Subformulas() {
			switch {
			case g.Op == logic.OpAtom && len(g.Terms) == 0:
				want["proposition "+key(g.Name)] = true
			case g.Op == logic.OpAtom:
				want["predicate "+key(g.Name)] = true
			case g.Op == logic.OpForall || g.Op == logic.OpExists:
				want["variable "+key(g.Name)] = true
			}
			terms(g.Terms)
		}
		got := 0
		check := func(kind, name string) {
			got++
			if !want[kind+" "+key(name)] {
				t.Fatalf("%s: no %s %s", f, kind, name)
			}
		}
		for _, n := range sig.Propositions {
			check("proposition", n)
		}
		for _, s := range sig.Predicates {
			check("predicate", s.Name)
		}
		for _, s := range sig.Functions {
			check("function", s.Name)
		}
		for _, n := range sig.Constants {
			check("constant", n)
		}
		for _, n := range sig.Variables {
			check("variable", n)
		}
		if got != len(want) {
			t.Fatalf("%s: %d names, want %d: %+v", f, got, len(want), sig)
		}
		if free := f.FreeVariables(); len(free) > 0 {
			t.Fatalf("%s: free %v", f, free)
		}
		if f.IsPropositional() && len(sig.Variables)+len(sig.Constants)+len(sig.Functions) > 0 {
			t.Fatalf("%s: propositional, with %+v", f, sig)
		}
	})
}

func TestSubstituteReplacesFreeVariablesOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{
			FirstOrder: true, Functions: true, Equality: true, Free: []string{"x1", "x2", "x3"},
		})
		before := f.String()
		free := f.FreeVariables()
		to := logic.Apply("g", logic.Variable("x2"), logic.Constant("c9"))
		g := f.Substitute("x1", to)
		if f.String() != before {
			t.Fatalf("%s changed to %s", before, f)
		}
		if !slices.Contains(free, "x1") {
			if !logic.Same(g, f) {
				t.Fatalf("%s: without a free x1 became %s", f, g)
			}
			return
		}
		after := g.FreeVariables()
		if slices.Contains(after, "x1") || !slices.Contains(after, "x2") {
			t.Fatalf("%s became %s with free %v", f, g, after)
		}
		for _, v := range free {
			if v != "x1" && !slices.Contains(after, v) {
				t.Fatalf("%s became %s and lost %s", f, g, v)
			}
		}
		if a, b := f.Counts(), g.Counts(); a != b {
			t.Fatalf("%s became %s: %+v, %+v", f, g, a, b)
		}
	})
}

func TestFoldIsIdempotent(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if s := string(r); logic.Fold(logic.Fold(s)) != logic.Fold(s) {
			t.Errorf("%+q folds to %+q, that to %+q", s, logic.Fold(s), logic.Fold(logic.Fold(s)))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "name")
		once := logic.Fold(s)
		if twice := logic.Fold(once); twice != once {
			t.Fatalf("%+q folds to %+q, that to %+q", s, once, twice)
		}
	})
}

// Only nested quantifiers add to the depth.
func TestQuantifierDepth(t *testing.T) {
	for text, want := range map[string]int{
		"p":                         0,
		"∀x. P(x)":                  1,
		"∀x ∃y P(x, y)":             2,
		"(∀x P(x)) ∧ ∃y ∀z Q(y, z)": 2,
		"∀x (P(x) → ∃y (Q(y) ∧ ¬∀z R(z)))": 3,
	} {
		f, err := logic.Parse(text, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Counts().OwnDepth; got != want {
			t.Errorf("%s: depth %d, want %d", text, got, want)
		}
	}
}

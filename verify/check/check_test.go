package check_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify/check"
)

func parse(t *testing.T, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return f
}

func TestUnder(t *testing.T) {
	values := map[string]bool{"p": true, "q": false, "r(a, f(b))": true}
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"p", true},
		{"q", false},
		{"⊤", true},
		{"⊥", false},
		{"¬q", true},
		{"p ∧ q", false},
		{"p ∨ q", true},
		{"p ⊕ p ⊕ p", true},
		{"p ⊕ p", false},
		{"p → q", false},
		{"q → p", true},
		{"p ↔ q", false},
		{"P ↔ ¬Q", true},
		{"R(A, F(B))", true},
	} {
		got, err := check.Under(values, parse(t, c.in), logic.Fold)
		if err != nil || got != c.want {
			t.Errorf("%s: found %t, %v; expected %t", c.in, got, err, c.want)
		}
	}
}

// example is a structure of three elements: 0 is less than 1 is less than 2.
func example() *check.Structure {
	return structure(3, map[check.Symbol]check.Table{
		{Name: "zero"}:           {0},
		{Name: "two"}:            {2},
		{Name: "next", Arity: 1}: {1, 2, 2},
		{"less", 2, true}: {
			0, 1, 1,
			0, 0, 1,
			0, 0, 0,
		},
		{"sunny", 0, true}: {1},
	})
}

func TestIn(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"sunny", true},
		{"less(zero, two)", true},
		{"less(two, zero)", false},
		{"next(next(zero)) = two", true},
		{"next(zero) = two", false},
		{"next(zero) ≠ two", true},
		{"∀x. ∃y. less(x, y)", false},
		{"∀x. (∃y. less(x, y) ∨ x = two)", true},
		{"∃x. ∀y. (less(x, y) ∨ x = y)", true},
		{"∀x. ∀y. ∀z. ((less(x, y) ∧ less(y, z)) → less(x, z))", true},
		{"∃x. (less(zero, x) ∧ ∃x. less(x, two))", true},   // the inner x is another
		{"∃x. ((∃x. less(x, two)) ∧ ¬less(x, two))", true}, // and the outer one comes back
		{"∃zero. less(zero, zero)", false},
	} {
		got, err := check.In(example(), parse(t, c.in), logic.Fold)
		if err != nil || got != c.want {
			t.Errorf("%s: found %t, %v; expected %t", c.in, got, err, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]string{
		"q":                `no meaning for proposition "q"`,
		"less(zero)":       "no meaning for predicate less/1",
		"less(zero, nine)": `no meaning for constant "nine"`,
		"f(zero) = zero":   "no meaning for function f/1",
	} {
		_, err := check.In(example(), parse(t, in), logic.Fold)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, expected an error with %q", in, err, want)
		}
	}
	for in, want := range map[string]string{
		"q":          `no value for atom "q"`,
		"∀x. p(x)":   "quantifier under an assignment",
		"a = b":      "equality under an assignment",
		"(p ∧ p(a))": `no value for atom "p(a)"`,
	} {
		_, err := check.Under(map[string]bool{"p": true}, parse(t, in), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: found %v, expected an error with %q", in, err, want)
		}
	}
	if _, err := check.In(&check.Structure{}, parse(t, "p"), nil); err == nil {
		t.Error("a structure without elements was accepted")
	}
	unbound := logic.Atom("p", logic.Variable("x"))
	s := structure(1, map[check.Symbol]check.Table{{"p", 1, true}: {1}})
	if _, err := check.In(s, unbound, nil); err == nil || !strings.Contains(err.Error(), "no quantifier binds") {
		t.Errorf("a free variable: found %v", err)
	}
}

// TestSteps: a check of a formula that nests quantifiers without end gives up.
func TestSteps(t *testing.T) {
	s := structure(20, map[check.Symbol]check.Table{{"p", 1, true}: make(check.Table, 20)})
	for x := range s.Size {
		s.Tables[check.Symbol{Name: fmt.Sprint("c", x)}] = check.Table{x} // so that no two elements are interchangeable
	}
	f := logic.Atom("p", logic.Variable("x"))
	for range 12 {
		f = logic.Exists("x", f)
	}
	if _, err := check.In(s, f, nil); !errors.Is(err, check.ErrSteps) {
		t.Errorf("found %v, expected %v", err, check.ErrSteps)
	}
}

// TestStepsOfTerms: terms that are evaluated again and again are work, and so is
// looking for a variable under thousands of quantifiers.
func TestStepsOfTerms(t *testing.T) {
	s := structure(2, map[check.Symbol]check.Table{{Name: "f", Arity: 1}: {1, 0}, {"P", 1, true}: {1, 1}})
	x, y := logic.Variable("x"), logic.Variable("y")
	deep := y
	for range 100 {
		deep = logic.Apply("f", deep)
	}
	for name, f := range map[string]*logic.Formula{
		"a deep term":      logic.Forall("x", quantified(20, logic.Forall, logic.Atom("P", deep))),
		"a far quantifier": logic.Forall("x", quantified(2_000, logic.Exists, quantified(20, logic.Forall, logic.And(logic.Atom("P", x), logic.Atom("P", y))))),
	} {
		if _, err := check.In(s, f, nil); !errors.Is(err, check.ErrSteps) {
			t.Errorf("%s: found %v, expected %v", name, err, check.ErrSteps)
		}
	}
}

// quantified puts n quantifiers over y before f.
func quantified(n int, q func(string, *logic.Formula) *logic.Formula, f *logic.Formula) *logic.Formula {
	for range n {
		f = q("y", f)
	}
	return f
}

// TestWideAtomUnder: the key of an atom takes memory, and so time, linear in its
// length.
func TestWideAtomUnder(t *testing.T) {
	terms := make([]logic.Term, 100_000)
	for i := range terms {
		terms[i] = logic.Constant("a")
	}
	f := logic.Atom("P", terms...)
	values := map[string]bool{"P(" + strings.Repeat("a, ", len(terms)-1) + "a)": true}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if v, err := check.Under(values, f, nil); !v || err != nil {
		t.Errorf("found %v, %v, expected true", v, err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 100<<20 {
		t.Errorf("took %d bytes of memory for a key of %d", n, 3*len(terms))
	}
}

func TestAccepts(t *testing.T) {
	for _, c := range []struct {
		expr string
		yes  []string
		no   []string
	}{
		{"(01)*", []string{"", "01", "0101"}, []string{"0", "10", "010"}},
		{"1+0?", []string{"1", "10", "1110"}, []string{"", "0", "100"}},
		{"(0|11)*", []string{"", "0110", "1111"}, []string{"1", "101"}},
		{"[^a]", []string{"b", "é"}, []string{"", "a", "bb"}},
		{"a{2,3}", []string{"aa", "aaa"}, []string{"a", "aaaa"}},
		{"(a?){3}", []string{"", "a", "aaa"}, []string{"aaaa"}},
		{"a{2,}", []string{"aa", "aaaaa"}, []string{"", "a"}},
		{"(a*)*", []string{"", "aaa"}, []string{"b"}},
		{"^a$", []string{"a"}, []string{"", "aa"}},
		{"ε", []string{""}, []string{"a"}},
	} {
		e, err := regex.Parse(c.expr, regex.Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.expr, err)
		}
		for want, words := range map[bool][]string{true: c.yes, false: c.no} {
			for _, s := range words {
				if got, err := check.Accepts(e, s); err != nil || got != want {
					t.Errorf("%s on %q: found %t, %v; expected %t", c.expr, s, got, err, want)
				}
			}
		}
	}
	if ok, _ := check.Accepts(&regex.Expr{Op: regex.OpEmpty}, ""); ok {
		t.Error("the empty language accepts the empty string")
	}
	if _, err := check.Accepts(&regex.Expr{}, ""); err == nil {
		t.Error("the zero expression was accepted")
	}
}

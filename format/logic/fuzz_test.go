package logic_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/syntax"
)

// FuzzParse parses any bytes. Parse refuses them with a position inside the text or
// returns a tree that survives printing and parsing under every scope.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"(p1 ∧ ¬(p2 ∨ p3))", "∀x1. ∃x2. (P(x1, c) ∨ x1 = x2)"} {
		f.Add(s, uint8(0), false, false)
	}
	f.Fuzz(func(t *testing.T, s string, scope uint8, exact, strict bool) {
		o := logic.Options{Scope: logic.Scope(scope % 3), CaseSensitive: exact, Strict: strict, Limits: syntax.Limits{MaxDepth: 1000}}
		tree, err := logic.Parse(s, o)
		if err != nil {
			checkError(t, s, err)
			return
		}
		if strict {
			o.Strict = false
			same, err := logic.Parse(s, o)
			if err != nil || !logic.Same(tree, same) {
				t.Fatalf("%q: %s, but %v, %v where everything is allowed", s, tree, same, err)
			}
		}
		// The printed form may nest brackets deeper than the text did.
		o.MaxDepth = 100_000
		for _, scope := range scopes {
			o.Scope = scope
			again, err := logic.Parse(tree.String(), o)
			if err != nil {
				t.Fatalf("%q: printed as %s: %s: %v", s, tree, scope, err)
			}
			if !logic.Same(tree, again) {
				t.Fatalf("%q: printed as %s, read as %s (%s)", s, tree, again, scope)
			}
		}
		o.Scope = logic.Scope(scope % 3)
		r, err := logic.Read(s, o)
		readings := r.Formulas
		if err != nil || !logic.Same(readings[0], tree) {
			t.Fatalf("%q: readings: %v, %v", s, readings, err)
		}
		for i, a := range readings {
			for _, b := range readings[:i] {
				if logic.Same(a, b) {
					t.Fatalf("%q: %s twice", s, a)
				}
			}
		}
	})
}

// FuzzLenient reads any bytes with repairs. What the default level reads has the same tree
// and no repair. What it refuses is refused, or has a repair and a tree that survives
// printing and parsing without repairs under every scope, so the text has one reading.
func FuzzLenient(f *testing.F) {
	for _, s := range []string{
		`Reads(h, "Walden" by H T)`, "P(x) for all x such that Q(x)", "(P(x), Q(x) → R(x)", "2.5 > x + $3 * 8 pm", "x ∈ {a, [b | c]}",
		"there exists an x such that no y. P(x, y))", "![X]: (p(X) <~> $true)", "(forall ((x U)) (= (P x) (not (Q x))))",
		"ForAll([x, y], And(p, Equivalent(q, r)))", "∀x∃!y ∈ D (Rxy ∧ ...)", "(∀x)(Px) → Qx)", "P(a) & Q(b | c) & ...", "-no x. x^2 <= 3",
	} {
		f.Add(s, uint8(0), false)
	}
	f.Fuzz(func(t *testing.T, s string, scope uint8, exact bool) {
		o := logic.Options{Scope: logic.Scope(scope % 3), CaseSensitive: exact, Limits: syntax.Limits{MaxDepth: 1000}}
		tree, errDefault := logic.Parse(s, o)
		o.Lenient = true
		r, err := logic.Read(s, o)
		o.Lenient = false
		switch {
		case err != nil:
			if errDefault == nil {
				t.Fatalf("%q: %s, but %v with repairs", s, tree, err)
			}
			checkError(t, s, err)
			return
		case errDefault == nil && (len(r.Leniencies) > 0 || !logic.Same(tree, r.Formulas[0])):
			t.Fatalf("%q: %s, but %s with the repairs %v", s, tree, r.Formulas[0], r.Leniencies)
		case errDefault != nil && len(r.Leniencies) == 0:
			t.Fatalf("%q: %v, but %s without a repair", s, errDefault, r.Formulas[0])
		}
		o.MaxDepth = 100_000
		for _, tree := range r.Formulas {
			for _, scope := range scopes {
				o.Scope = scope
				again, err := logic.Parse(tree.String(), o)
				if err != nil || !logic.Same(tree, again) {
					t.Fatalf("%q: printed as %s, read as %v, %v (%s)", s, tree, again, err, scope)
				}
			}
		}
	})
}

func checkError(t *testing.T, s string, err error) {
	t.Helper()
	var e *syntax.Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: %T: %v", s, err, err)
	}
	if e.Offset < 0 || e.Offset > len(s) || e.Column != utf8.RuneCountInString(s[:e.Offset])+1 ||
		e.Found == "" || e.Expected == "" {
		t.Fatalf("%q: %#v", s, e)
	}
}

package fol_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
)

// TestRenamedBeyondNesting: formulas that nest quantifiers deeper than the forms
// can hold are still seen to be the same but for the names of their variables,
// and only if they are.
func TestRenamedBeyondNesting(t *testing.T) {
	prefix := func(n int, x string) string { return strings.Repeat("∀"+x+". ", n) }
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"∀x. ∃y. R(x, f(y), c)", "∀u. ∃v. r(u, F(v), C)", true},
		{"∀x. ∃y. R(x, y)", "∀y. ∃x. R(y, x)", true},
		{"∀x. ∃y. R(x, y)", "∀y. ∃x. R(x, y)", false},
		{"∀x. ∀x. R(x, x)", "∀x. ∀y. R(x, y)", false},
		{"∀x. ∀y. R(y, y)", "∀x. ∀x. R(x, x)", true},
		{"(∀x. P(x)) ∧ Q(x)", "(∀y. P(y)) ∧ Q(y)", false},
		{"∀x. x = c", "∀y. y = d", false},
	} {
		a, b := parse(t, prefix(70, "z")+"("+c.a+")"), parse(t, prefix(70, "w")+"("+c.b+")")
		got := fol.Compare(t.Context(), a, b, fol.Options{Fold: logic.Fold, Relation: true})
		if same := got.Equivalent() == check.Yes; same != c.same {
			t.Errorf("%s, %s: found %t, expected %t", c.a, c.b, same, c.same)
		}
	}
}

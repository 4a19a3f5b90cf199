package verify_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// TestRecheckEquivalence: what is said to mean the same and does not is found
// out in small cases, and nothing is held against what does.
func TestRecheckEquivalence(t *testing.T) {
	for _, c := range []struct {
		formalism   record.Formalism
		left, right string
		want        string // a part of the error
	}{
		{record.Propositional, "p1 → p2", "¬p2 → ¬P1", ""},
		{record.Propositional, "p1 → p2", "p2 → p1", "the left side is"},
		{record.FirstOrder, "∀x. ∃y. r(x, f(y), a)", "¬∃x. ∀y. ¬r(x, f(y), a)", ""},
		{record.FirstOrder, "∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)", `"structure":{"size":3`},
		{record.FirstOrder, "p(" + strings.Repeat("a, ", 40) + "a)", "¬p(" + strings.Repeat("a, ", 40) + "a)", "the left side is"},
		{record.FirstOrder, strings.Repeat("∀x. ∃y. ", 30) + "r(x, y)", "∀x. ∃y. r(x, y)", ""},
		{record.Regex, "(01)*0", "0(10)*", ""},
		{record.Regex, "[^a]*", ".*", `"string":"a"`},
		{record.Regex, "(", "0", "left side: "},
		{record.FirstOrder, "p", "p ∧", "right side: "},
	} {
		err := verify.Options{}.Read(c.formalism, c.left, c.right).Small()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s and %.60s: found %v, expected %q", c.left, c.right, err, c.want)
		}
	}
}

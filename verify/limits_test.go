package verify_test

import (
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify"
)

// TestTimeoutHoldsForFormulas: the time for a pair ends pairs of trees, too, and
// entailment.
func TestTimeoutHoldsForFormulas(t *testing.T) {
	v := verify.New(verify.Options{Timeout: time.Nanosecond})
	a, b := parsed(t, "∃x. ∀y. r(x, y)"), parsed(t, "∀x. ∃y. r(y, x)")
	if r := v.Formulas(t.Context(), a, b); r.Verdict != record.Unknown || r.Reason != verify.ReasonTimeout {
		t.Errorf("Formulas: found %s: %s", r.Verdict, r.Reason)
	}
	if r := v.Entailment(t.Context(), []string{a.String()}, b.String()); r.Verdict != record.Unknown || r.Reason != verify.ReasonTimeout {
		t.Errorf("Entailment: found %s: %s", r.Verdict, r.Reason)
	}
}

// TestTimeoutHoldsForExpressions: the clock ends a comparison of automata whose
// limits of work are too high to do so.
func TestTimeoutHoldsForExpressions(t *testing.T) {
	const timeout = 200 * time.Millisecond
	v := verify.New(verify.Options{Timeout: timeout, States: automata.Limits{States: 1 << 30, Steps: 1 << 50}})
	start := time.Now()
	r := v.Pair(t.Context(), record.Regex, "((a{1,16}){1,16}){1,16}", "a{1,4096}")
	if took := time.Since(start); r.Reason != verify.ReasonTimeout || took > timeout+time.Minute {
		t.Errorf("found %s (%s) after %v, expected a timeout", r.Verdict, r.Reason, took)
	}
}

func parsed(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestFromNoPremises: a conclusion follows from nothing where it is always true.
func TestFromNoPremises(t *testing.T) {
	v := verify.New(verify.Options{})
	for conclusion, want := range map[string]record.Verdict{
		"∀x. (p(x) ∨ ¬p(x))": record.Entailed,
		"∃x. (p(x) ∧ ¬p(x))": record.Refuted,
		"∃x. p(x)":           record.Uncertain,
	} {
		r := v.Entailment(t.Context(), nil, conclusion)
		if r.Verdict != want || r.Reason != "" {
			t.Errorf("%s: found %s (%s), expected %s", conclusion, r.Verdict, r.Reason, want)
		}
	}
}

// TestTwoAritiesInArguments: they are two symbols, with a warning; under Strict
// that is noncompliant.
func TestTwoAritiesInArguments(t *testing.T) {
	premises, conclusion := []string{"∀x. p(x)"}, "∀x. p(x, x)"
	v := verify.New(verify.Options{})
	if r := v.Entailment(t.Context(), premises, conclusion); r.Verdict != record.Uncertain || len(r.Warnings) != 1 {
		t.Errorf("found %s with warnings %q", r.Verdict, r.Warnings)
	}
	v = verify.New(verify.Options{Formula: logic.Options{Strict: true}})
	if r := v.Entailment(t.Context(), premises, conclusion); r.Verdict != record.Noncompliant || r.Reason != "predicate p is used with 1 and with 2 arguments" {
		t.Errorf("strict: found %s: %s", r.Verdict, r.Reason)
	}
}

// TestInfiniteModelsOnly: pairs that differ only in infinite structures are
// unknown. The reason says that the engines ended without an answer, and not that
// a limit was too low.
func TestInfiniteModelsOnly(t *testing.T) {
	for _, order := range []string{
		"(∀x. ∃y. r(x, y)) ∧ (∀x. ¬r(x, x)) ∧ ∀x. ∀y. ∀z. (r(x, y) ∧ r(y, z) → r(x, z))",
		"(∀x. ∀y. (f(x) = f(y) → x = y)) ∧ ∃y. ∀x. f(x) ≠ y",
	} {
		v := verify.New(verify.Options{})
		r := v.Pair(t.Context(), record.FirstOrder, order, "⊥")
		if r.Verdict != record.Unknown || r.Reason != verify.ReasonNoProver || r.Relation != "" {
			t.Errorf("%s: found %s, %s (%s)", order, r.Verdict, r.Relation, r.Reason)
		}
	}
}

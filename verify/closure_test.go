package verify_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// universal reads x, y and so on as variables, closed universally.
var universal = verify.Options{Formula: logic.Options{Universal: true}}

// Prover9 closes p(x) as ∀x p(x); here x could only be a constant.
func TestFreeVariablesOfPairs(t *testing.T) {
	for _, c := range []struct {
		left, right         string
		constant, universal record.Verdict
	}{
		// p of one element does not make p of all.
		{"∀x p(x)", "p(x)", record.NotEquivalent, record.Equivalent},
		// Two constants may be two elements; ∀x p(x) and ∀y p(y) are one formula.
		{"p(x)", "p(y)", record.NotEquivalent, record.Equivalent},
		// ∀x ¬p(x) and ¬∀x p(x) differ where p holds of some elements only. As
		// constants: p fails of x, and fails of some element.
		{"¬p(x)", "¬∀x p(x)", record.NotEquivalent, record.NotEquivalent},
		// The closure is of the whole formula: ∀x (p(x) ∨ q(x)) is weaker than
		// ∀x p(x) ∨ ∀x q(x).
		{"p(x) ∨ q(x)", "∀x p(x) ∨ ∀x q(x)", record.NotEquivalent, record.NotEquivalent},
		// ∀x (p(x) ∧ q(x)) is ∀x p(x) ∧ ∀x q(x).
		{"p(x) ∧ q(x)", "∀x p(x) ∧ ∀x q(x)", record.NotEquivalent, record.Equivalent},
		{"p(x) → p(x)", "⊤", record.Equivalent, record.Equivalent},
		{"p(a)", "∀a p(a)", record.NotEquivalent, record.NotEquivalent}, // a is no variable
	} {
		for _, o := range []verify.Options{{}, universal} {
			want := c.constant
			if o.Formula.Universal {
				want = c.universal
			}
			v := verify.New(o)
			r := v.Pair(t.Context(), record.FirstOrder, c.left, c.right)
			if r.Verdict != want || r.FreeVariableSensitive != (c.constant != c.universal) {
				t.Errorf("%s, %s, universal %t: found %s, sensitive %t, expected %s, %t",
					c.left, c.right, o.Formula.Universal, r.Verdict, r.FreeVariableSensitive, want, c.constant != c.universal)
			}
			recheckPair(t, o, c.left, c.right, r)
		}
	}
}

// fataler is a test or a rapid test.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// recheckPair checks the witness of a pair as it is stored.
func recheckPair(t fataler, o verify.Options, left, right string, r verify.Result) {
	t.Helper()
	if r.Witness == nil {
		if r.Verdict == record.Equivalent {
			if err := o.Read(record.FirstOrder, left, right).Small(); err != nil {
				t.Fatalf("%s, %s: %v", left, right, err)
			}
		}
		return
	}
	w, err := r.Witness.JSON()
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := o.Read(record.FirstOrder, left, right).Recheck(w); err != nil {
		t.Fatalf("%s, %s: %v", left, right, err)
	}
}

// Each premise, and the conclusion, is closed by itself.
func TestFreeVariablesOfArguments(t *testing.T) {
	for _, c := range []struct {
		premises, conclusion string
		constant, universal  record.Verdict
	}{
		// ∀x p(x) says that a has p. As a constant, x may be another element.
		{"p(x)", "p(a)", record.Uncertain, record.Entailed},
		// Two premises share x. ∀x likes(x, a) gives likes(a, a), and with that
		// ∀x (likes(a, x) → happy(x)) gives happy(a): x is a in one, and a in the
		// other. As one constant x for both, nothing is said of a.
		{"likes(x, a); likes(a, x) → happy(x)", "happy(a)", record.Uncertain, record.Entailed},
		// Closed together with the conclusion, p(x) would entail p(x) of the same x
		// only. Closed by itself, it entails p(y).
		{"p(x)", "p(y)", record.Uncertain, record.Entailed},
		// The conclusion is closed, too: ∀x p(x) does not follow from p(a), but p(a)
		// and ¬p(b) refute it. As a constant, x may be a, or b.
		{"p(a)", "p(x)", record.Uncertain, record.Uncertain},
		{"p(a); ¬p(b)", "p(x)", record.Uncertain, record.Refuted},
		// ¬p(x) denies p of everything, and p(a) contradicts it. What contradicts
		// itself entails all.
		{"¬p(x); p(a)", "q(b)", record.Uncertain, record.Entailed},
		{"∀x (p(x) → q(x)); p(a)", "q(a)", record.Entailed, record.Entailed},
	} {
		premises := strings.Split(c.premises, "; ")
		for _, o := range []verify.Options{{}, universal} {
			want := c.constant
			if o.Formula.Universal {
				want = c.universal
			}
			v := verify.New(o)
			r := v.Entailment(t.Context(), premises, c.conclusion)
			if r.Verdict != want || r.FreeVariableSensitive != (c.constant != c.universal) {
				t.Errorf("%s ⊨ %s, universal %t: found %s, sensitive %t, expected %s, %t",
					c.premises, c.conclusion, o.Formula.Universal, r.Verdict, r.FreeVariableSensitive, want, c.constant != c.universal)
			}
			recheckArgument(t, o, premises, c.conclusion, r)
		}
	}
}

func recheckArgument(t fataler, o verify.Options, premises []string, conclusion string, r verify.Result) {
	t.Helper()
	if r.Witness == nil {
		return
	}
	w, err := r.Witness.JSON()
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := o.ReadArgument(premises, conclusion).Recheck(w); err != nil {
		t.Fatalf("%q ⊨ %s: %v", premises, conclusion, err)
	}
}

// A witness of one reading does not pass for one of the other.
func TestWitnessOfTheOtherReadingIsBad(t *testing.T) {
	r := verify.New(verify.Options{}).Pair(t.Context(), record.FirstOrder, "∀x p(x)", "p(x)")
	w, err := r.Witness.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := universal.Read(record.FirstOrder, "∀x p(x)", "p(x)").Recheck(w); err == nil {
		t.Error("the two sides differ on the witness, although they are equal when closed")
	}
	if err := universal.Read(record.FirstOrder, "∀x p(x)", "p(y)").Small(); err != nil {
		t.Error(err)
	}
	if err := (verify.Options{}).Read(record.FirstOrder, "∀x p(x)", "p(y)").Small(); err == nil {
		t.Error("∀x p(x) and p(y), with the constant y, were found to be equal")
	}
}

// The verdict under closure is that of formulas in which ∀ is written.
func TestVerdictsAgainstExplicitClosure(t *testing.T) {
	config := formattest.FormulaConfig{FirstOrder: true, Free: []string{"x", "y"}, Size: 5, Predicates: 2, Constants: 1, Variables: 2}
	explicit := func(t *rapid.T, text string) string {
		f, err := logic.Parse(text, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"x", "y"} {
			if slices.Contains(constants(f), name) {
				text = "∀" + name + " (" + text + ")"
			}
		}
		return text
	}
	closing, plain := verify.New(universal), verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		var texts [3]string
		for i := range texts {
			texts[i] = formattest.Formula(t, config).String()
		}
		a, b, c := explicit(t, texts[0]), explicit(t, texts[1]), explicit(t, texts[2])
		got, want := closing.Pair(t.Context(), record.FirstOrder, texts[0], texts[1]), plain.Pair(t.Context(), record.FirstOrder, a, b)
		same(t, texts[0]+", "+texts[1], got, want)
		recheckPair(t, universal, texts[0], texts[1], got)
		constant := plain.Pair(t.Context(), record.FirstOrder, texts[0], texts[1])
		if differ := constant.Verdict != got.Verdict; got.FreeVariableSensitive != differ || constant.FreeVariableSensitive != differ {
			t.Fatalf("%q: found %s as constants, sensitive %t, and %s closed, sensitive %t", texts, constant.Verdict, constant.FreeVariableSensitive, got.Verdict, got.FreeVariableSensitive)
		}
		got, want = closing.Entailment(t.Context(), texts[:2], texts[2]), plain.Entailment(t.Context(), []string{a, b}, c)
		same(t, strings.Join(texts[:], ", "), got, want)
		recheckArgument(t, universal, texts[:2], texts[2], got)
	})
}

// same fails the test where two results contradict each other.
func same(t *rapid.T, what string, got, want verify.Result) {
	t.Helper()
	open := got.Verdict == record.Unknown || want.Verdict == record.Unknown
	if !open && got.Verdict != want.Verdict || got.Relation != "" && want.Relation != "" && got.Relation != want.Relation {
		t.Fatalf("%s: found %s, %s, expected %s, %s", what, got.Verdict, got.Relation, want.Verdict, want.Relation)
	}
}

// constants lists the names of constants.
func constants(f *logic.Formula) []string { return f.Signature(false).Constants }

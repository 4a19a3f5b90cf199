package verify_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/prover"
)

// FuzzPair: no two texts break a verifier, each verdict comes with what belongs
// to it, and witnesses hold.
func FuzzPair(f *testing.F) {
	for _, p := range []struct{ left, right string }{
		{"(p1 ∧ ¬p2)", "¬(p2 | ~p1)"},
		{"∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)"},
		{"∀x (p(x) → q(f(x)))", "∀x p(x) → q(f(x))"},
		{"a = b ⊕ f(a) ≠ f(b)", "⊤"},
		{"(01)*", "(0|1)*"},
		{"[^a-c]{2,}", "^..$"},
	} {
		f.Add(p.left, p.right, true)
	}
	formalisms := []record.Formalism{record.Propositional, record.FirstOrder, record.Regex}
	f.Fuzz(func(t *testing.T, left, right string, caseSensitive bool) {
		var o verify.Options
		o.Formula.CaseSensitive = caseSensitive
		v := verify.New(o)
		for _, formalism := range formalisms {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			r := v.Pair(ctx, formalism, left, right)
			cancel()
			switch r.Verdict {
			case record.Equivalent:
				if r.Certificate == nil || r.Relation != record.RelEquivalent {
					t.Errorf("%s: %+v", formalism, r)
				}
			case record.NotEquivalent:
				w, err := r.Witness.JSON()
				if err != nil {
					t.Fatal(err)
				}
				if err := o.Read(formalism, left, right).Recheck(w); err != nil {
					t.Errorf("%s: %s: %v", formalism, w, err)
				}
			case record.Unknown:
				switch r.Reason {
				case verify.ReasonTimeout, verify.ReasonResource, verify.ReasonNoProver, verify.ReasonIncomplete:
				default:
					t.Errorf("%s: %+v", formalism, r)
				}
			case record.Noncompliant, record.Unverifiable:
				if r.Reason == "" {
					t.Errorf("%s: %+v", formalism, r)
				}
			default:
				t.Errorf("%s: verdict %q", formalism, r.Verdict)
			}
		}
	})
}

// FuzzEngines: each engine alone, asked about any two formulas, neither breaks nor
// contradicts another, and its witnesses hold.
func FuzzEngines(f *testing.F) {
	f.Add("∀x. (p(x) ∧ q)", "q ∧ ∀y. p(y)")
	f.Add("∀x. ∃y. r(x, y)", "∃y. ∀x. r(x, y)")
	f.Add("a = b ∧ p(f(a))", "p(f(b)) ∧ b = a")
	f.Add("∀x. ∀y. (r(x, y) → r(y, x)) ∧ r(a, b)", "r(b, a)")
	f.Add("p1 ⊕ p2 ⊕ ⊤", "p1 ↔ p2")
	f.Add("p(a) ∧ p(a, a)", "∃x. p(x)")
	var each []*verify.Verifier
	for _, e := range verify.Engines() {
		if !slices.Contains(prover.Names(), string(e)) && e != verify.EngineZ3 && e != verify.EngineAutomata && e != verify.EngineTableau {
			each = append(each, verify.New(verify.Options{Timeout: 100 * time.Millisecond, Engines: []verify.Engine{e}}))
		}
	}
	f.Fuzz(func(t *testing.T, left, right string) {
		pair := verify.Options{}.Read(record.FirstOrder, left, right)
		var first verify.Result
		for _, v := range each {
			r := v.Decide(t.Context(), pair)
			for _, bad := range []string{verify.ReasonWitnessRejected, verify.ReasonPanic} {
				if strings.HasPrefix(r.Reason, bad) {
					t.Errorf("%s: %v", r.Reason, r.Warnings)
				}
			}
			switch {
			case r.Verdict == record.Unknown:
			case first.Verdict == "":
				first = r
			case r.Verdict != first.Verdict:
				t.Errorf("%s says %s, and %s says %s", first.Engine, first.Verdict, r.Engine, r.Verdict)
			}
		}
	})
}

// FuzzRecheck: no stored witness breaks the check.
func FuzzRecheck(f *testing.F) {
	f.Add("p1", "p2", `{"kind":"assignment","assignment":{"p1":true,"p2":false},"left":true,"right":false}`)
	f.Add("∀x. p(x)", "∃x. p(x)", `{"kind":"structure","structure":{"size":2,"predicates":{"p/1":[[0]]}},"left":false,"right":true}`)
	f.Add("0", "1", `{"kind":"string","string":"0","accepted_by":"left"}`)
	f.Add("p", "q", `{"kind":"models","true":{"size":1},"false":{"size":1}}`)
	f.Fuzz(func(t *testing.T, left, right, witness string) {
		var o verify.Options
		for _, formalism := range []record.Formalism{record.FirstOrder, record.Regex} {
			if o.Read(formalism, left, right).Recheck(witness) == nil && o.Read(formalism, right, left).Recheck(witness) == nil {
				t.Errorf("%s: %s tells %q from %q both ways round", formalism, witness, left, right)
			}
			if o.Read(formalism, left, left).Recheck(witness) == nil {
				t.Errorf("%s: %s tells %q from itself", formalism, witness, left)
			}
		}
		if err := o.ReadArgument([]string{left}, right).Recheck(witness); err != nil && err.Error() == "" {
			t.Error("an error without a text")
		}
	})
}

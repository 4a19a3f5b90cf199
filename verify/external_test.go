package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// external answers every question in one way.
type external struct {
	name  string
	says  prover.Answer
	asked *int
}

func (e external) Name() string    { return e.name }
func (e external) Version() string { return "1.0" }

func (e external) Entails(context.Context, *logic.Formula, *logic.Formula) prover.Answer {
	if e.asked != nil {
		*e.asked++
	}
	return e.says
}

// TestExternals: proofs of external provers are certified by their words, their
// models are checked, and what they claim without showing it decides nothing.
func TestExternals(t *testing.T) {
	// In one element p(0) is false, q(0) is true: the conjunction has no such
	// model, so that it refutes neither direction.
	bad := check.NewStructure(1)
	bad.Predicates[check.Symbol{Name: "p", Arity: 1}] = check.Relation{false}
	good := check.NewStructure(2)
	good.Predicates[check.Symbol{Name: "p", Arity: 1}] = check.Relation{true, false}
	none := []verify.Engine{"eprover", "cvc5"} // only these are asked
	for _, c := range []struct {
		name    string
		says    []prover.Answer
		engines []verify.Engine
		verdict record.Verdict
		engine  string
		reason  string // a part
	}{
		{"proof", []prover.Answer{{Status: prover.Proved, Words: "Theorem"}}, none, record.Equivalent, "eprover", ""},
		{"model", []prover.Answer{{Status: prover.Refuted, Model: good, Words: "sat"}}, none, record.NotEquivalent, "eprover", ""},
		{"a model that it is not sure of", []prover.Answer{{Model: good, Words: "unknown"}}, none, record.NotEquivalent, "eprover", ""},
		{"no model", []prover.Answer{{Status: prover.Refuted, Model: bad, Words: "sat"}}, none, record.Unknown, "", "incomplete: eprover: sat, with a model that is none"},
		{"no model, and one that is", []prover.Answer{{Status: prover.Refuted, Model: bad}, {Status: prover.Refuted, Model: good}}, none, record.NotEquivalent, "cvc5", ""},
		{"claim", []prover.Answer{{Claimed: true, Words: "CounterSatisfiable"}}, none, record.Unknown, "", "incomplete: eprover: CounterSatisfiable"},
		{"claim, as a hint", []prover.Answer{{Claimed: true, Words: "CounterSatisfiable"}}, []verify.Engine{"eprover", "finite"}, record.NotEquivalent, "finite", ""},
		{"nothing", []prover.Answer{{Words: "GaveUp"}, {Words: "unknown"}}, none, record.Unknown, "", "incomplete: eprover: GaveUp; incomplete: cvc5: unknown"},
		{"failed", []prover.Answer{{Failed: true, Words: "signal: killed: oh"}}, none, record.Unknown, "", "prover_failed: eprover: signal: killed: oh"},
		{"not asked", []prover.Answer{{Status: prover.Proved, Words: "Theorem"}}, []verify.Engine{"forms"}, record.Unknown, "", "incomplete"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := verify.Options{Engines: c.engines}
			for i, says := range c.says {
				o.Externals = append(o.Externals, external{name: [2]string{"eprover", "cvc5"}[i], says: says})
			}
			v := verify.New(o)
			r := v.Pair(t.Context(), record.FirstOrder, "∃x. p(x)", "∀x. p(x)")
			if r.Verdict != c.verdict || r.Engine != c.engine || !strings.HasPrefix(r.Reason, c.reason) || c.reason == "" && r.Reason != "" {
				t.Errorf("found %s by %q: %s", r.Verdict, r.Engine, r.Reason)
			}
			if c.verdict == record.Equivalent {
				if k, err := r.Certificate.JSON(); err != nil || k != `{"kind":"refutation","prover":"eprover","version":"1.0","said":"Theorem"}` {
					t.Errorf("certificate %s, %v", k, err)
				}
			}
		})
	}
}

// TestExternalsComeLast: what the built-in engines decide is put to no other.
func TestExternalsComeLast(t *testing.T) {
	asked := 0
	v := verify.New(verify.Options{Externals: []verify.External{external{name: "eprover", asked: &asked}}})
	for _, c := range [][2]string{{"∃x. p(x)", "∀x. p(x)"}, {"∃x. ∃y. r(x, y)", "∃y. ∃x. r(x, y)"}, {"a = b", "b = a"}} {
		if r := v.Pair(t.Context(), record.FirstOrder, c[0], c[1]); r.Verdict == record.Unknown {
			t.Errorf("%s and %s: %s", c[0], c[1], r.Reason)
		}
	}
	if asked > 0 {
		t.Errorf("asked %d times", asked)
	}
}

// TestExternalsAlone: the provers that are installed decide pairs on their own,
// in agreement with the built-in engines.
func TestExternalsAlone(t *testing.T) {
	ps, err := prover.Find(t.Context(), "auto", prover.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		t.Skip("no prover is installed")
	}
	var o verify.Options
	for _, p := range ps {
		o.Externals = append(o.Externals, p)
		o.Engines = append(o.Engines, verify.Engine(p.Name()))
	}
	v := verify.New(o)
	pairs := readShared[sharedPair](t, "published/pairs.jsonl")
	for i, p := range readShared[sharedPair](t, "hard/fol-quantifiers.jsonl") {
		if i%14 == 0 {
			pairs = append(pairs, p)
		}
	}
	decided := 0
	for _, p := range pairs {
		if p.formalism() != record.FirstOrder || p.Truth == nil {
			continue
		}
		left, right := p.sides()
		r := v.Pair(t.Context(), record.FirstOrder, left, right)
		if r.Verdict == record.Unknown {
			t.Logf("%s: %s", p.ID, r.Reason)
			continue
		}
		decided++
		judge(t, v, p, r)
	}
	if decided < 30 {
		t.Errorf("decided %d pairs, expected at least 30", decided)
	}
}

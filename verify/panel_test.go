package verify_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// liar is a Z3 that gives one answer to everything.
type liar check.Answer

func (liar) Name() string    { return "z3" }
func (liar) Version() string { return "" }

func (l liar) Entails(context.Context, *logic.Formula, *logic.Formula) check.Answer {
	return check.Answer(l)
}

func portfolios(t *testing.T, s string) []verify.Portfolio {
	t.Helper()
	ps, err := verify.ParsePortfolios(s)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

func TestParsePortfolios(t *testing.T) {
	for in, want := range map[string][]string{
		"z3":                          {"z3"},
		"truth_table, sat":            {"truth_table", "sat"},
		"forms+sample , all":          {"forms+sample", "all"},
		"finite + instances,z3,forms": {"finite+instances", "z3", "forms"},
	} {
		var got []string
		for _, p := range portfolios(t, in) {
			got = append(got, p.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: found %v, expected %v", in, got, want)
		}
	}
	for _, in := range []string{"", "z3,", "z3+", "+", "z3++sat", "otter", "all+z3"} {
		if ps, err := verify.ParsePortfolios(in); err == nil {
			t.Errorf("%q: found %v, expected an error", in, ps)
		}
	}
}

// TestPanelFindsLies: an engine that is wrong makes the verdict unknown,
// whether it comes first or last, and what speaks against each other is kept.
func TestPanelFindsLies(t *testing.T) {
	proof := liar{Status: check.Yes, Proof: check.Certificate{Kind: "z3"}}
	model := liar{Status: check.No, Model: &check.Structure{
		Size: 1, Predicates: map[check.Symbol]check.Relation{{Name: "p", Arity: 1}: {true}},
	}}
	const all, some, twice = "∀x. p(x)", "∃x. p(x)", "∀y. (p(y) ∧ p(y))"
	for _, c := range []struct {
		name              string
		lie               liar
		engines           string
		left, right       string
		witness, evidence bool
	}{
		{"a proof that is none", proof, "sample,z3", all, some, true, true},
		{"the other way round", proof, "z3,sample", all, some, true, true},
		{"with one that says nothing", proof, "instances,z3,sample", all, some, true, true},
		{"a witness that is none", model, "z3,forms", all, twice, false, true},
		{"a witness against all", model, "all,z3", all, twice, false, true},
	} {
		p := verify.NewPanel(verify.Options{Provers: []check.Prover{c.lie}}, portfolios(t, c.engines))
		r := p.Decide(t.Context(), verify.Options{}.Read(record.FirstOrder, c.left, c.right))
		if r.Verdict != record.Unknown || r.Reason != verify.ReasonDisagreement {
			t.Errorf("%s: found %s (%s), expected unknown (disagreement)", c.name, r.Verdict, r.Reason)
		}
		if (r.Witness != nil) != c.witness || (r.Certificate != nil) != c.evidence || len(r.Warnings) == 0 {
			t.Errorf("%s: found witness %v, certificate %v, warnings %v", c.name, r.Witness, r.Certificate, r.Warnings)
		}
		if r.Relation != "" || r.Engine != "" {
			t.Errorf("%s: found relation %q by %q, expected none", c.name, r.Relation, r.Engine)
		}
	}
}

// TestPanelFindsLiesOfEntailment: the same for premises and a conclusion.
func TestPanelFindsLiesOfEntailment(t *testing.T) {
	p := verify.NewPanel(verify.Options{Provers: []check.Prover{liar{Status: check.Yes, Proof: check.Certificate{Kind: "z3"}}}}, portfolios(t, "sample,z3"))
	r := p.Decide(t.Context(), verify.Options{}.ReadArgument([]string{"∃x. p(x)"}, "∀x. p(x)"))
	if r.Verdict != record.Unknown || r.Reason != verify.ReasonDisagreement {
		t.Errorf("found %s (%s), expected unknown (disagreement)", r.Verdict, r.Reason)
	}
}

// oneModel is a Z3 that knows one structure and no other.
type oneModel struct {
	liar
	s *check.Structure
}

func (o oneModel) Entails(_ context.Context, axiom, conjecture *logic.Formula) check.Answer {
	holds, err := check.In(o.s, logic.And(axiom, logic.Not(conjecture)), logic.Fold)
	if err != nil || !holds {
		return check.Answer{Status: check.Yes, Proof: check.Certificate{Kind: "z3"}}
	}
	return check.Answer{Status: check.No, Model: o.s}
}

// TestPanelFindsRelations: two that both call a pair different contradict each
// other where one has proved a direction that the other has refuted.
func TestPanelFindsRelations(t *testing.T) {
	prover := oneModel{s: &check.Structure{Size: 1, Predicates: map[check.Symbol]check.Relation{
		{Name: "p", Arity: 1}: {true}, {Name: "q", Arity: 1}: {false},
	}}}
	const left, right = "∀x. (p(x) ∨ q(x))", "∃y. (p(y) ∧ q(y))"
	for engines, want := range map[string]record.Verdict{"z3": record.NotEquivalent, "sample": record.NotEquivalent, "z3,sample": record.Unknown} {
		r := verify.NewPanel(verify.Options{Provers: []check.Prover{prover}}, portfolios(t, engines)).Decide(t.Context(), verify.Options{}.Read(record.FirstOrder, left, right))
		if r.Verdict != want {
			t.Errorf("%s: found %s (%s) %s, expected %s", engines, r.Verdict, r.Reason, r.Relation, want)
		}
	}
}

// TestPanelAgrees: engines that are right agree, the verdict is that of all
// together, and those that confirm it are named.
func TestPanelAgrees(t *testing.T) {
	v := verify.New(verify.Options{})
	p := verify.NewPanel(verify.Options{}, portfolios(t, "truth_table+forms,sat+sample,all"))
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config")
		a, b := formattest.Formula(t, config).String(), formattest.Formula(t, config).String()
		x, y := v.Pair(t.Context(), record.FirstOrder, a, b), p.Decide(t.Context(), verify.Options{}.Read(record.FirstOrder, a, b))
		if y.Reason == verify.ReasonDisagreement || x.Verdict != y.Verdict {
			t.Fatalf("%s\n%s\nfound %s, by the panel %s (%s, %v)", a, b, x.Verdict, y.Verdict, y.Reason, y.Warnings)
		}
		if y.Verdict == record.NotEquivalent && y.Witness == nil || y.Verdict == record.Equivalent && y.Certificate == nil {
			t.Fatalf("%s\n%s\nfound %s with neither witness nor certificate", a, b, y.Verdict)
		}
	})
	r := verify.NewPanel(verify.Options{}, portfolios(t, "truth_table,sat")).Decide(t.Context(), verify.Options{}.Read(record.Propositional, "p1 → p2", "p2 → p1"))
	if r.Engine != "truth_table,simulation" || r.Relation != record.RelIncomparable {
		t.Errorf("found %s by %q, expected incomparable by truth_table,simulation", r.Relation, r.Engine)
	}
}

// TestFirstOrderEnginesOnGroundPairs: engines for first-order formulas, asked
// alone, also decide pairs without quantifiers.
func TestFirstOrderEnginesOnGroundPairs(t *testing.T) {
	for _, c := range []struct {
		engines, left, right string
		want                 record.Verdict
	}{
		{"forms", "p1 → p2", "¬p2 → ¬p1", record.Equivalent},
		{"sample", "p1 → p2", "p2 → p1", record.NotEquivalent},
		{"instances", "r(a, b) → q", "¬q → ¬r(a, b)", record.Equivalent},
		{"finite", "r(a, b)", "r(b, a)", record.NotEquivalent},
	} {
		v := verify.NewPanel(verify.Options{Disagreement: true}, portfolios(t, c.engines))
		r := v.Decide(t.Context(), verify.Options{}.Read(record.FirstOrder, c.left, c.right))
		if r.Verdict != c.want || r.Disagreement == nil || (r.Disagreement.Share == 0) != (c.want == record.Equivalent) {
			t.Errorf("%s: %s and %s: found %s (%s), disagreement %v, expected %s", c.engines, c.left, c.right, r.Verdict, r.Reason, r.Disagreement, c.want)
		}
	}
}

// TestPanelOfOne: one portfolio is a Verifier with these engines.
func TestPanelOfOne(t *testing.T) {
	p := verify.NewPanel(verify.Options{}, portfolios(t, "sample"))
	if r := p.Decide(t.Context(), verify.Options{}.Read(record.FirstOrder, "∀x. p(x)", "∀y. p(y)")); r.Verdict != record.Unknown {
		t.Errorf("found %s by %s, expected unknown", r.Verdict, r.Engine)
	}
	if r := p.Decide(t.Context(), verify.Options{}.Read(record.FirstOrder, "∀x. p(x)", "∀y. p(")); r.Verdict != record.Noncompliant {
		t.Errorf("found %s, expected noncompliant", r.Verdict)
	}
}

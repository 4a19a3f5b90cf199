package verify_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// openZ3 opens TRUTHLOOP_Z3, or the Z3 beside TRUTHLOOP_PYTHON, or the one on the
// PATH. The test is skipped without one.
func openZ3(t *testing.T) *prover.Program {
	t.Helper()
	for _, path := range []string{os.Getenv("TRUTHLOOP_Z3"), filepath.Join(filepath.Dir(os.Getenv("TRUTHLOOP_PYTHON")), "z3"), "z3"} {
		path, err := exec.LookPath(path)
		if err != nil {
			continue
		}
		z, err := prover.OpenZ3(t.Context(), path, prover.Options{Limit: 1_000_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	t.Skip("z3 is not installed; set TRUTHLOOP_Z3")
	return nil
}

// installed returns the installed provers beside Z3, or skips the test.
func installed(t *testing.T, o prover.Options) []*prover.Program {
	t.Helper()
	ps, err := prover.Find(t.Context(), "auto", o)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		t.Skip("no prover is installed")
	}
	return ps
}

// TestAgainstProvers: no verdict contradicts a proof or a claim of a prover that is
// installed.
func TestAgainstProvers(t *testing.T) {
	for _, name := range append([]string{"z3"}, prover.Names()...) {
		t.Run(name, func(t *testing.T) {
			var p check.Prover
			if name == "z3" {
				p = openZ3(t)
			} else if _, err := exec.LookPath(name); err != nil {
				t.Skipf("%s is not installed", name)
			} else if ps, err := prover.Find(t.Context(), name, prover.Options{}); err != nil {
				t.Fatal(err)
			} else {
				p = ps[0]
			}
			v := verify.New(verify.Options{})
			found := map[check.Status]int{}
			for i := range 40 {
				g := rapid.Custom(func(t *rapid.T) *logic.Formula {
					return formattest.Formula(t, formattest.FormulaConfig{FirstOrder: true, Equality: i%4 == 0, Size: 12, Predicates: 2, Constants: 1})
				})
				a, b := g.Example(2*i), g.Example(2*i+1)
				if i%2 == 0 { // two that are more alike
					b = logic.And(logic.Or(a, b), logic.Or(b, a))
				}
				r := v.Formulas(t.Context(), a, b)
				forward, back := p.Entails(t.Context(), a, b), p.Entails(t.Context(), b, a)
				same := check.Equivalent(answered(forward), answered(back))
				found[same]++
				if same == check.No && r.Verdict == record.Equivalent || same == check.Yes && r.Verdict == record.NotEquivalent {
					t.Errorf("%s\n%s\nfound %s by %s, but the prover says %s", a, b, r.Verdict, r.Engine, same)
				}
			}
			if found[check.Yes] == 0 || found[check.No] == 0 && name != "eprover" {
				t.Errorf("found %v: expected both yes and no", found)
			}
		})
	}
}

// answered returns No if a prover claims a countermodel.
func answered(a check.Answer) check.Status {
	if a.Claimed {
		return check.No
	}
	return a.Status
}

// TestAgainstZ3: where Z3 alone and the built-in engines alone decide, they
// agree, and the countermodels that Z3 claims are found.
func TestAgainstZ3(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	z := verify.New(verify.Options{Provers: []check.Prover{openZ3(t)}, Engines: []verify.Engine{verify.EngineZ3}})
	v := verify.New(verify.Options{})
	decided := 0
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]formattest.FormulaConfig{full, plain}).Draw(t, "config")
		a, b := formattest.Formula(t, config), formattest.Formula(t, config)
		x, y := decide(t, v, a, b), z.Formulas(t.Context(), a, b)
		if y.Verdict != record.Unknown && y.Verdict != record.Equivalent && y.Verdict != record.NotEquivalent {
			t.Fatalf("%s\n%s\nZ3 says %s: %s", a, b, y.Verdict, y.Reason)
		}
		if x.Verdict == record.Unknown || y.Verdict == record.Unknown {
			return
		}
		decided++
		if x.Verdict != y.Verdict || x.Relation != "" && y.Relation != "" && x.Relation != y.Relation {
			t.Fatalf("%s\n%s\nfound %s, %s by %s, and %s, %s by Z3", a, b, x.Verdict, x.Relation, x.Engine, y.Verdict, y.Relation)
		}
	})
	if decided < 50 {
		t.Errorf("both decided %d pairs, expected at least 50", decided)
	}
}

// TestZ3ClosesWhatIsOpen: with the built-in engines restricted, the prover's
// answer stands in the result.
func TestZ3ClosesWhatIsOpen(t *testing.T) {
	v := verify.New(verify.Options{Provers: []check.Prover{openZ3(t)}, Engines: []verify.Engine{verify.EngineZ3}})
	r := v.Pair(t.Context(), record.FirstOrder, "∀x. (p(x) ∧ q(x))", "(∀x. p(x)) ∧ ∀x. q(x)")
	if r.Verdict != record.Equivalent || r.Engine != string(verify.EngineZ3) || r.Certificate == nil {
		t.Errorf("found %s by %s (%s)", r.Verdict, r.Engine, r.Reason)
	}
	r = v.Pair(t.Context(), record.FirstOrder, "∀x. (p(x) ∨ q(x))", "(∀x. p(x)) ∨ ∀x. q(x)")
	if r.Verdict != record.NotEquivalent || r.Witness == nil {
		t.Errorf("found %s by %s (%s)", r.Verdict, r.Engine, r.Reason)
	}
}

// fixed is a prover that answers every question in one way.
type fixed struct {
	name  string
	says  check.Answer
	asked *int
}

func (e fixed) Name() string    { return e.name }
func (e fixed) Version() string { return "1.0" }

func (e fixed) Entails(context.Context, *logic.Formula, *logic.Formula) check.Answer {
	if e.asked != nil {
		*e.asked++
	}
	return e.says
}

// TestProvers: proofs of external provers are certified by their words, and a countermodel
// that they claim is searched for.
func TestProvers(t *testing.T) {
	none := []verify.Engine{"eprover", "cvc5"} // only these are asked
	for _, c := range []struct {
		name    string
		says    []check.Answer
		engines []verify.Engine
		verdict record.Verdict
		engine  string
		reason  string // a part
	}{
		{"proof", []check.Answer{{Status: check.Yes, Proof: check.Certificate{Kind: check.Refutation, Prover: "eprover", Version: "1.0", Said: "Theorem"}}}, none, record.Equivalent, "eprover", ""},
		{"claim", []check.Answer{{Claimed: true, Reason: "incomplete: eprover: CounterSatisfiable"}}, none, record.NotEquivalent, "finite", ""},
		{"nothing", []check.Answer{{Reason: "incomplete: eprover: GaveUp"}, {Reason: "incomplete: cvc5: unknown"}}, none, record.Unknown, "", "incomplete: eprover: GaveUp; incomplete: cvc5: unknown"},
		{"failed", []check.Answer{{Reason: "prover_failed: eprover: signal: killed: oh"}}, none, record.Unknown, "", "prover_failed: eprover: signal: killed: oh"},
		{"not asked", []check.Answer{{Status: check.Yes, Proof: check.Certificate{Kind: check.Refutation, Prover: "eprover", Version: "1.0", Said: "Theorem"}}}, []verify.Engine{"forms"}, record.Unknown, "", "incomplete"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := verify.Options{Engines: c.engines}
			for i, says := range c.says {
				o.Provers = append(o.Provers, fixed{name: [2]string{"eprover", "cvc5"}[i], says: says})
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

// TestProversComeLast: what the built-in engines decide is put to no other.
func TestProversComeLast(t *testing.T) {
	asked := 0
	v := verify.New(verify.Options{Provers: []check.Prover{fixed{name: "eprover", asked: &asked}}})
	for _, c := range [][2]string{{"∃x. p(x)", "∀x. p(x)"}, {"∃x. ∃y. r(x, y)", "∃y. ∃x. r(x, y)"}, {"a = b", "b = a"}} {
		if r := v.Pair(t.Context(), record.FirstOrder, c[0], c[1]); r.Verdict == record.Unknown {
			t.Errorf("%s and %s: %s", c[0], c[1], r.Reason)
		}
	}
	if asked > 0 {
		t.Errorf("asked %d times", asked)
	}
}

// TestProversAlone: the provers that are installed decide pairs on their own,
// in agreement with the built-in engines.
func TestProversAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	var o verify.Options
	for _, p := range installed(t, prover.Options{}) {
		o.Provers = append(o.Provers, p)
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

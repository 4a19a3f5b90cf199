package verify_test

import (
	"os"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/logic/logictest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/z3"
)

func TestMain(m *testing.M) {
	if z3.IsWorker() {
		os.Exit(z3.ServeWorker())
	}
	os.Exit(m.Run())
}

// z3Pool is a pool of Z3 workers; the test is skipped in a build without Z3.
func z3Pool(t *testing.T) verify.Prover {
	t.Helper()
	if !z3.Available() {
		t.Skip("this build has no Z3; build with -tags z3")
	}
	pool, err := z3.NewPool(z3.Options{ResourceLimit: 1_000_000, Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return pool
}

// TestAgainstZ3: where Z3 alone and the built-in engines alone decide, they
// agree, and Z3's models pass the check.
func TestAgainstZ3(t *testing.T) {
	z := verify.New(verify.Options{Prover: z3Pool(t), Engines: []verify.Engine{verify.EngineZ3}})
	v := verify.New(verify.Options{})
	decided := 0
	rapid.Check(t, func(t *rapid.T) {
		config := rapid.SampledFrom([]logictest.Config{full, plain}).Draw(t, "config")
		a, b := logictest.Formula(t, config), logictest.Formula(t, config)
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
	v := verify.New(verify.Options{Prover: z3Pool(t), Engines: []verify.Engine{verify.EngineZ3}})
	r := v.Pair(t.Context(), record.FirstOrder, "∀x. (p(x) ∧ q(x))", "(∀x. p(x)) ∧ ∀x. q(x)")
	if r.Verdict != record.Equivalent || r.Engine != string(verify.EngineZ3) || r.Certificate == nil {
		t.Errorf("found %s by %s (%s)", r.Verdict, r.Engine, r.Reason)
	}
	r = v.Pair(t.Context(), record.FirstOrder, "∀x. (p(x) ∨ q(x))", "(∀x. p(x)) ∨ ∀x. q(x)")
	if r.Verdict != record.NotEquivalent || r.Witness == nil {
		t.Errorf("found %s by %s (%s)", r.Verdict, r.Engine, r.Reason)
	}
}

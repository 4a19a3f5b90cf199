package verify_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// draw returns a formula, one that is equivalent by construction, and an edit of that.
func draw(seed int) (a, b, edited *logic.Formula) {
	q := &quantified{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
	a, b = q.pair()
	return a, b, q.edit(b)
}

// TestPairsQuantified decides pairs of 4 to 6 quantifiers in which the second formula
// is rewritten by laws of quantifiers, within 10 s each: one in 1,000 may stay unknown.
// As a control, each pair is also decided after an edit, which is harder: an edited pair
// that is found equivalent has no countermodel among random structures, and one in 100
// may stay unknown.
func TestPairsQuantified(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	n, from := pairs(t, 30_000)
	n /= 200
	v := verify.New(verify.Options{Timeout: 10 * time.Second})
	var times [2][]time.Duration
	var counts [2]map[record.Verdict]int
	for i := range n {
		a, b, edited := draw(from + i)
		if tellApart(a, b, from+i) {
			t.Fatalf("seed %d: a law is wrong:\n%s\n%s", from+i, a, b)
		}
		for k, x := range []*logic.Formula{b, edited} {
			start := time.Now()
			r := v.Formulas(t.Context(), a, x)
			times[k] = append(times[k], time.Since(start))
			if counts[k] == nil {
				counts[k] = map[record.Verdict]int{}
			}
			counts[k][r.Verdict]++
			switch {
			case r.Verdict == record.Unknown:
				t.Logf("seed %d: unknown (%s), edited %t:\n%s\n%s", from+i, r.Reason, k == 1, a, x)
			case r.Verdict == record.NotEquivalent && k == 0, r.Verdict == record.Equivalent && tellApart(a, x, from+i):
				t.Errorf("seed %d: %s by %s, edited %t:\n%s\n%s", from+i, r.Verdict, r.Engine, k == 1, a, x)
			}
		}
	}
	for k, name := range []string{"rewritten", "edited"} {
		slices.Sort(times[k])
		t.Logf("%s: %v of %d pairs, median %v, 99th percentile %v, longest %v",
			name, counts[k], n, times[k][n/2], times[k][n*99/100], times[k][n-1])
		if unknown, most := counts[k][record.Unknown], n/[2]int{1000, 100}[k]; unknown > most {
			t.Errorf("%s: %d of %d pairs are unknown, expected at most %d", name, unknown, n, most)
		}
	}
}

// tellApart reports whether one of some random structures of one to three elements tells
// the formulas apart.
func tellApart(a, b *logic.Formula, seed int) bool {
	rng := rand.New(rand.NewPCG(uint64(seed), 2))
	for i := range 12 {
		m := random(rng, 1+i%3, a, b)
		va, err := check.In(m, a, logic.Fold)
		vb, err2 := check.In(m, b, logic.Fold)
		if err == nil && err2 == nil && va != vb {
			return true
		}
	}
	return false
}

// TestPairsQuantifiedAgainstZ3: Z3 does not contradict the verdicts of edited pairs.
func TestPairsQuantifiedAgainstZ3(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	z := verify.New(verify.Options{Provers: []check.Prover{openZ3(t)}, Engines: []verify.Engine{verify.EngineZ3}, Timeout: time.Second})
	v := verify.New(verify.Options{Timeout: time.Second})
	n, from := pairs(t, 60_000)
	n /= 2_000
	counts := map[[2]record.Verdict]int{}
	for i := range n {
		a, _, edited := draw(from + i)
		x, y := v.Formulas(t.Context(), a, edited), z.Formulas(t.Context(), a, edited)
		counts[[2]record.Verdict{x.Verdict, y.Verdict}]++
		if x.Verdict != y.Verdict && x.Verdict != record.Unknown && y.Verdict != record.Unknown {
			t.Errorf("seed %d: %s by %s, and %s by Z3:\n%s\n%s", from+i, x.Verdict, x.Engine, y.Verdict, a, edited)
		}
	}
	t.Logf("verdicts of the engines and of Z3: %v", counts)
}

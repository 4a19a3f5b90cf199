package text

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
)

// Each score is worked out from the truth tables beside it, of which the rows
// are those of both formulas' literals.
func TestLE(t *testing.T) {
	for _, c := range []struct {
		truth, answer string
		want          float64
		why           string
	}{
		{"P(x) ∧ Q(x)", "p(x) ∧ q(x)", 1, "the same but for case"},
		{"¬(P(a) ∨ Q(a))", "¬P(a) ∧ ¬Q(a)", 1, "De Morgan"},
		{"P(x)", "¬P(x)", 0, "TF against FT"},
		{"P(x) ∧ Q(x)", "P(x) ∨ Q(x)", 2.0 / 4, "TFFF against TTTF"},
		{"P(x) → Q(x)", "P(x) ∧ Q(x)", 2.0 / 4, "TFTT against TFFF"},
		{"P(x) → Q(x)", "P(x) ↔ Q(x)", 3.0 / 4, "TFTT against TFFT"},
		{"P(x) ↔ Q(x)", "P(x) ⊕ Q(x)", 0, "TFFT against FTTF"},
		{"P(x) ∧ Q(x)", "P(x)", 3.0 / 4, "TFFF against TTFF, with Q(x) bound to a dummy"},
		{"P(x)", "P(x) ∨ Q(x) ∨ R(x)", 5.0 / 8, "TTTTFFFF against TTTTTTTF"},
		{"P(x) ∧ ¬P(x)", "Q(x)", 1.0 / 2, "FF against TF"},
		{"true", "P(x)", 1.0 / 2, "TT against TF, with a dummy in the truth"},
		{"true", "true", 1, "one row"},
		{"P(x) → Q(x)", "Q(x) → P(x)", 1, "the second binding renames one to the other"},
		{"Bird(x)", "Plane(y)", 1, "names count for nothing"},
		{"∀x. P(x)", "∃x. P(x)", 1, "quantifiers are passed over"},
		{"∀x. P(x)", "¬∃x. ¬P(x)", 1, "and so are not their negations"},
		{"P(x, y)", "P(y, x) ∧ P(x, y)", 3.0 / 4, "terms tell literals apart"},
		{"a = b ∧ c ≠ d", "a = b ∧ c = d", 2.0 / 4, "FTFF against TFFF"},
		{"p ∧ (q ∨ r)", "(p ∧ q) ∨ r", 6.0 / 8, "TTTFFFFF against TTTFTFTF; renaming does not help"},
	} {
		got, ok := LE(parse(t, c.truth), parse(t, c.answer))
		if !ok || got != c.want {
			t.Errorf("%s, %s (%s): got %v, want %v", c.truth, c.answer, c.why, got, c.want)
		}
	}
}

// Of eight literals there are 40,320 bindings, of which 1,000 are tried: the one
// by the names is the first, one that turns all names round comes after the
// 5,040 that leave the first name alone.
func TestLESearchIsGreedy(t *testing.T) {
	truth := parse(t, "a ∧ (b ∨ (c ∧ (d ∨ (e ∧ (f ∨ (g ∧ h))))))")
	if got, _ := LE(truth, parse(t, truth.String())); got != 1 {
		t.Errorf("by names: %v", got)
	}
	if got, _ := LE(truth, parse(t, "h ∧ (g ∨ (f ∧ (e ∨ (d ∧ (c ∨ (b ∧ a))))))")); got == 1 {
		t.Error("found a binding that is not among the first thousand")
	}
}

func TestLETooLarge(t *testing.T) {
	var names []string
	for i := range MaxLiterals + 1 {
		names = append(names, fmt.Sprint("p", i))
	}
	large := strings.Join(names, " ∧ ")
	if _, ok := LE(parse(t, large), parse(t, "p0")); ok {
		t.Error("took too many literals")
	}
	if _, ok := LE(parse(t, strings.Repeat("p ∧ q ∧ ", MaxNodes)+"p"), parse(t, "p")); ok {
		t.Error("took a formula that is too large")
	}
	if got, ok := LE(parse(t, large[:strings.LastIndex(large, " ∧")]), parse(t, "p0")); !ok || got != 0.5+math.Pow(2, -MaxLiterals) {
		t.Errorf("of the most literals: %v, %v", got, ok)
	}
}

// matrix draws a formula without quantifiers over n propositions.
func matrix(r *rand.Rand, n, size int) *logic.Formula {
	if size < 2 {
		return logic.Atom(fmt.Sprint("p", r.IntN(n)))
	}
	k := 1 + r.IntN(size-1)
	a, b := matrix(r, n, k), matrix(r, n, size-k)
	switch r.IntN(6) {
	case 0:
		return logic.Not(a)
	case 1:
		return logic.And(a, b)
	case 2:
		return logic.Or(a, b)
	case 3:
		return logic.Implies(a, b)
	case 4:
		return logic.Iff(a, b)
	}
	return logic.Xor(a, b)
}

// value is the truth value of a formula.
func value(f *logic.Formula, of map[string]bool) bool {
	return formattest.Holds(f, func(name string) bool { return of[name] })
}

// bestBinding is LE by counting, over all bindings of propositions to numbers.
func bestBinding(truth, answer *logic.Formula) float64 {
	a, b := truth.Signature(true).Propositions, answer.Signature(true).Propositions
	n := max(len(a), len(b))
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	best := 0.0
	var try func(k int)
	try = func(k int) {
		if k < n {
			for i := k; i < n; i++ {
				order[k], order[i] = order[i], order[k]
				try(k + 1)
				order[k], order[i] = order[i], order[k]
			}
			return
		}
		same := 0
		for row := range 1 << n {
			x, y := map[string]bool{}, map[string]bool{}
			for i, name := range a {
				x[name] = row>>i&1 == 1
			}
			for i, name := range b {
				y[name] = row>>order[i]&1 == 1
			}
			if value(truth, x) == value(answer, y) {
				same++
			}
		}
		best = max(best, float64(same)/float64(int(1)<<n))
	}
	try(0)
	return best
}

// Up to six literals the search is complete, so that LE is the best of all
// bindings, the same both ways, and 1 of a formula and itself.
func TestLEIsTheBestBinding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		f, g := matrix(r, 1+r.IntN(4), 1+r.IntN(10)), matrix(r, 1+r.IntN(4), 1+r.IntN(10))
		got, _ := LE(f, g)
		back, _ := LE(g, f)
		if want := bestBinding(f, g); got != want || back != want {
			t.Errorf("%s, %s: got %v and %v, want %v", f, g, got, back, want)
		}
		if own, _ := LE(f, f); own != 1 {
			t.Errorf("%s with itself: %v", f, own)
		}
	})
}

func BenchmarkLE(b *testing.B) {
	for _, n := range []int{4, 8, 16} {
		b.Run(fmt.Sprint(n, " literals"), func(b *testing.B) {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			f, g := matrix(r, n, 40), matrix(r, n, 40)
			for b.Loop() {
				LE(f, g)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
		})
	}
}

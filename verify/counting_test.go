package verify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// A counting formula limits the number of elements, or of those with P.
type counting struct {
	name string
	text func(n int, of string) string
	true func(n, size int) bool
}

var countings = []counting{
	{"at least", atLeast, func(n, size int) bool { return size >= n }},
	{"at most", func(n int, of string) string { return "¬(" + atLeast(n+1, of) + ")" }, func(n, size int) bool { return size <= n }},
	{"at most, with ∀", atMost, func(n, size int) bool { return size <= n }},
	{"exactly", func(n int, of string) string { return "(" + atLeast(n, of) + ") ∧ (" + atMost(n, of) + ")" }, func(n, size int) bool { return size == n }},
	{"exactly these", func(n int, of string) string {
		return distinct(n, of, "∃", "∀y. ("+holds(of, "y")+" → "+oneOf(n, "y")+")")
	}, func(n, size int) bool { return size == n }},
}

// atLeast says that n distinct elements have the property of, or exist if that is
// empty.
func atLeast(n int, of string) string { return distinct(n, of, "∃", "⊤") }

// atMost says that two of any n+1 elements with the property are equal.
func atMost(n int, of string) string {
	var all, equal []string
	for i := range n + 1 {
		all = append(all, holds(of, fmt.Sprint("x", i)))
		if i > 0 {
			equal = append(equal, oneOf(i, fmt.Sprint("x", i)))
		}
	}
	return quantifiers("∀", n+1) + "(" + strings.Join(all, " ∧ ") + " → ⊥ ∨ " + strings.Join(append(equal, "⊥"), " ∨ ") + ")"
}

func distinct(n int, of, quantifier, and string) string {
	parts := []string{and}
	for i := range n {
		parts = append(parts, holds(of, fmt.Sprint("x", i)))
		for j := range i {
			parts = append(parts, fmt.Sprintf("x%d ≠ x%d", j, i))
		}
	}
	return quantifiers(quantifier, n) + "(" + strings.Join(parts, " ∧ ") + ")"
}

func quantifiers(q string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%sx%d. ", q, i)
	}
	return b.String()
}

func holds(of, x string) string {
	if of == "" {
		return "⊤"
	}
	return of + "(" + x + ")"
}

// oneOf says that x is one of x0, ..., x(n-1).
func oneOf(n int, x string) string {
	parts := make([]string, n)
	for i := range n {
		parts[i] = fmt.Sprintf("%s = x%d", x, i)
	}
	return "(" + strings.Join(append(parts, "⊥"), " ∨ ") + ")"
}

// TestAPairThatNeverEnds: "at least six things are P" against "at least seven" took
// more than ten minutes, whatever the timeout was. All pairs of counting formulas
// are decided, and in time.
func TestAPairThatNeverEnds(t *testing.T) {
	sizes := []int{1, 2, 5, 6, 7, 11, 12}
	if testing.Short() {
		sizes = []int{1, 6}
	}
	const timeout = 20 * time.Second
	v := verify.New(verify.Options{Timeout: timeout})
	for _, of := range []string{"P", ""} {
		for _, n := range sizes {
			for i, a := range countings {
				for _, b := range countings[i:] {
					for _, m := range []int{n, n + 1} {
						start := time.Now()
						r := v.Pair(t.Context(), record.FirstOrder, a.text(n, of), b.text(m, of))
						name := fmt.Sprintf("%s %d and %s %d of %q", a.name, n, b.name, m, of)
						if took := time.Since(start); took > timeout+time.Second {
							t.Errorf("%s: took %v", name, took)
						}
						want := record.Equivalent
						for size := range 30 {
							if (size > 0 || of != "") && a.true(n, size) != b.true(m, size) {
								want = record.NotEquivalent
							}
						}
						if r.Verdict != want {
							t.Errorf("%s: found %s (%s), expected %s", name, r.Verdict, r.Reason, want)
						}
					}
				}
			}
		}
	}
}

// TestEveryPairEndsInTime gives pairs that stress one loop each so much effort that
// only the clock ends them.
func TestEveryPairEndsInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const timeout = 300 * time.Millisecond
	v := verify.New(verify.Options{Timeout: timeout, Effort: 1_000})
	for name, pair := range stressing() {
		var r verify.Result
		took := timeout + 2*time.Second
		for range 3 { // other programs may stop this one for a while
			if took > timeout+time.Second {
				start := time.Now()
				r = v.Pair(t.Context(), record.FirstOrder, pair[0], pair[1])
				took = time.Since(start)
			}
		}
		if took > timeout+time.Second {
			t.Errorf("%s: %s (%s) took %v", name, r.Verdict, r.Reason, took)
		}
		if r.Verdict == record.Noncompliant || r.Verdict == record.Unverifiable {
			t.Errorf("%s: %s", name, r.Reason)
		}
	}
}

// many joins what part gives for 0 to n-1.
func many(n int, with string, part func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = part(i)
	}
	return strings.Join(parts, with)
}

// stressing are pairs by name.
func stressing() map[string][2]string {
	out := map[string][2]string{
		"groups": {
			"(∀x. ∀y. ∀z. m(m(x, y), z) = m(x, m(y, z))) ∧ (∀x. m(e, x) = x) ∧ ∀x. m(i(x), x) = e",
			"(∀x. ∀y. ∀z. m(m(x, y), z) = m(x, m(y, z))) ∧ (∀x. m(x, e) = x) ∧ ∀x. m(x, i(x)) = e",
		},
		"arithmetic": {
			"(∀x. s(x) ≠ o) ∧ (∀x. ∀y. (s(x) = s(y) → x = y)) ∧ (∀x. a(x, o) = x) ∧ ∀x. ∀y. a(x, s(y)) = s(a(x, y))",
			"(∀x. s(x) ≠ o) ∧ (∀x. ∀y. (s(x) = s(y) → x = y)) ∧ (∀x. a(o, x) = x) ∧ ∀x. ∀y. a(s(x), y) = s(a(x, y))",
		},
		"an order": {
			"(∀x. ¬r(x, x)) ∧ (∀x. ∀y. ∀z. (r(x, y) ∧ r(y, z) → r(x, z))) ∧ ∀x. ∃y. r(x, y)",
			"(∀x. ¬r(x, x)) ∧ (∀x. ∀y. ∀z. (r(x, y) ∧ r(y, z) → r(x, z))) ∧ ∀x. ∃y. r(y, x)",
		},
		"many constants": {
			many(20_000, " ∧ ", func(i int) string { return fmt.Sprintf("p(c%d)", i) }) + " ∧ ∀x. q(x)",
			many(19_999, " ∧ ", func(i int) string { return fmt.Sprintf("p(c%d)", i) }) + " ∧ ∀x. q(x)",
		},
		"many quantifiers": {
			many(5_000, " ∧ ", func(i int) string { return fmt.Sprintf("(∃x. (p%d(x) ∧ q%d(x) ∧ r%d(x)))", i%50, i%49, i%47) }),
			many(5_000, " ∧ ", func(i int) string { return fmt.Sprintf("(∃x. (p%d(x) ∧ q%d(x)))", i%50, i%49) }),
		},
		"a product of clauses": {
			"∀x. (" + many(2, " ∨ ", func(k int) string {
				return "(" + many(3_000, " ∧ ", func(i int) string { return fmt.Sprintf("p%d(x)", 2*i+k) }) + ")"
			}) + ")",
			"∀x. (" + many(3_000, " ∨ ", func(i int) string { return fmt.Sprintf("p%d(x)", i) }) + ")",
		},
		"a wide predicate": {
			"∀x. p(" + many(2_000, ", ", func(int) string { return "x" }) + ") ∧ c = d",
			"∀x. p(" + many(2_000, ", ", func(i int) string { return []string{"x", "c"}[i%2] }) + ") ∧ c = d",
		},
		"shared terms": {
			"∀x. ∃y. p(" + tree(12, "x") + ", y)",
			"∃y. ∀x. p(y, " + tree(12, "x") + ")",
		},
	}
	for _, n := range []int{6, 12, 20} {
		x := func(i int) string { return fmt.Sprint("x", i) }
		alternating := many(n, " ", func(i int) string { return []string{"∀", "∃"}[i%2] + x(i) + "." })
		odd := func(step int) string {
			return "(" + many(n-step, " ⊕ ", func(i int) string { return x(i) + " = " + x(i+step) }) + ")"
		}
		monadic := func(step int) string {
			return "(" + many(3*n, " ⊕ ", func(i int) string { return fmt.Sprintf("p%d(%s)", i%8, x(i*step%n)) }) + ")"
		}
		successors := func(n int) string {
			return "∀x. " + strings.ReplaceAll(atLeast(n, "P"), "P(", "r(x, ")
		}
		for name, pair := range map[string][2]string{
			"equalities":        {alternating + odd(1), alternating + odd(2)},
			"a monadic formula": {alternating + monadic(1), alternating + monadic(5)},
			"monadic and equal": {alternating + "(" + monadic(1) + " ∨ " + odd(1) + ")", alternating + monadic(5)},
			"distinct constants": {many(n, " ∧ ", func(i int) string {
				return "⊤" + many(i, "", func(j int) string { return fmt.Sprintf(" ∧ c%d ≠ c%d", i, j) })
			}) + " ∧ p(c1)", "p(c0) ∧ ∃x. x ≠ c1"},
			"successors":          {successors(n), successors(n + 1)},
			"values of functions": {"(" + atLeast(n, "p") + ") ∧ ∀x. f(f(x)) ≠ x", "(" + atLeast(n, "p") + ") ∧ ∀x. f(f(f(x))) ≠ x"},
		} {
			out[fmt.Sprint(name, " ", n)] = pair
		}
	}
	for _, n := range []int{20, 58, 2_000} {
		nest := func(q, op string) string {
			f := "p(x0)"
			for i := range n {
				f = fmt.Sprintf("%sx%d. (r(x%d, x%d) %s %s)", []string{q, "∃"}[i%2], i%3, i%3, (i+1)%3, op, f)
			}
			return f
		}
		out[fmt.Sprint("a nest of ", n)] = [2]string{nest("∀", "∧"), nest("∃", "⊕")}
	}
	return out
}

// tree is a term of 2^n leaves.
func tree(n int, leaf string) string {
	if n == 0 {
		return leaf
	}
	t := tree(n-1, leaf)
	return "f(" + t + ", " + t + ")"
}

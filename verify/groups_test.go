package verify_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// TestPairsOfGroups: the classes of ten random formulas are those of verifying all pairs.
// make fuzz looks at PAIRS/10 groups of each formalism.
func TestPairsOfGroups(t *testing.T) {
	drawn := func(g *rapid.Generator[string]) func(int) string {
		return func(seed int) string { return g.Example(seed) }
	}
	logic := func(config formattest.FormulaConfig) func(int) string {
		return drawn(rapid.Custom(func(t *rapid.T) string { return formattest.Formula(t, config).String() }))
	}
	for f, draw := range map[record.Formalism]func(seed int) string{
		record.Propositional: logic(formattest.FormulaConfig{Size: 3, Propositions: 2}),
		record.FirstOrder:    logic(formattest.FormulaConfig{Size: 3, FirstOrder: true, Predicates: 1, Constants: 1, Variables: 2}),
		record.Regex: drawn(rapid.Custom(func(t *rapid.T) string {
			return formattest.PaperRegex("01").Filter(func(e *regex.Expr) bool { return len(e.String()) < 12 }).Draw(t, "e").String()
		})),
		record.LTL: func(seed int) string { return temporal(rand.New(rand.NewPCG(uint64(seed), 1)), 3) },
	} {
		t.Run(string(f), func(t *testing.T) {
			each(t, 200, func() func(int) error {
				v := verify.New(verify.Options{})
				same := func(a, b string) check.Status { return v.Pair(t.Context(), f, a, b).Status() }
				return func(seed int) error {
					if seed%10 != 0 {
						return nil
					}
					texts := make([]string, 10)
					for i := range texts {
						texts[i] = draw(seed + i)
					}
					of := make([]int, len(texts))
					classes := verify.Classes(texts, same)
					for k, c := range classes {
						for _, i := range c.Members {
							of[i] = k
						}
					}
					for i, a := range texts {
						for j, b := range texts[:i] {
							status := same(b, a)
							open := slices.Contains(classes[of[i]].Open, of[j])
							if (of[i] == of[j]) != (status == check.Yes) || open && status == check.No {
								return fmt.Errorf("%s and %s are %v; classes %v of %q", a, b, status, classes, texts)
							}
						}
					}
					return nil
				}
			})
		})
	}
}

// temporal draws a formula of linear temporal logic with n operators.
func temporal(rng *rand.Rand, n int) string {
	if n == 0 {
		return []string{"p", "q"}[rng.IntN(2)]
	}
	if op := rng.IntN(8); op < 4 {
		return []string{"!", "X ", "F ", "G "}[op] + "(" + temporal(rng, n-1) + ")"
	}
	left := rng.IntN(n)
	return "(" + temporal(rng, left) + []string{" & ", " | ", " U ", " W "}[rng.IntN(4)] + temporal(rng, n-1-left) + ")"
}

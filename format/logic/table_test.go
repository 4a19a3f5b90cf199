package logic_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
)

// TestEvaluate compares the values of 64 rows at once with those of each row by
// itself.
func TestEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{Truth: true, Size: 8})
		names := f.Signature(true).Propositions
		number := map[string]int{}
		for i, n := range names {
			number[n] = i
		}
		for row := range min(1<<len(names), 256) {
			word := f.Evaluate(func(a *logic.Formula) uint64 { return logic.Column(number[a.Name], row>>6) })
			single := formattest.Holds(f, func(name string) bool { return row>>number[name]&1 == 1 })
			if word>>(row&63)&1 == 1 != single {
				t.Fatalf("%v in row %d: found %t, expected %t", f, row, !single, single)
			}
		}
	})
}

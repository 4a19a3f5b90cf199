package verify_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify"
)

// Effort did not multiply the limits of automata of regular expressions.
func TestEffortMultipliesTheLimitsOfAutomata(t *testing.T) {
	const left, right = "(0|1)*1(0|1)(0|1)(0|1)(0|1)", "(0*1*)*1(0|1)(0|1)(0|1)(1|0)"
	for effort, want := range map[int]record.Verdict{1: record.Unknown, 100: record.Equivalent} {
		v := verify.New(verify.Options{Effort: effort, States: automata.Limits{States: 3}})
		if r := v.Pair(t.Context(), record.Regex, left, right); r.Verdict != want {
			t.Errorf("effort %d: found %s (%s), expected %s", effort, r.Verdict, r.Reason, want)
		}
	}
}

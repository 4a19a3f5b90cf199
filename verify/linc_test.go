package verify_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// notProver9 lists the rows of LINC's release on which we contradict what they say that
// Prover9 answered, with the two answers and the reason. Each was looked at by hand.
var notProver9 = map[string]struct{ theirs, ours, why string }{
	"gpt-3.5-turbo-16k-0613/folio-neurosymbolic-2shot/62/0": {
		"Uncertain", "false",
		"the conclusion InState(Pierre, x) & InState(Bismarck, x) has the free variable x. Closed, it says " +
			"∀x InState(Pierre, x) among others, which the premise -InState(Pierre, Montana) contradicts. They negate the text " +
			"before it is closed, and so ask whether the conclusion is false for every x, which does not follow",
	},
	"gpt-3.5-turbo-16k-0613/folio-neurosymbolic-2shot/62/3": {"Uncertain", "false", "the same formulas as those of sample 0"},
	"gpt-3.5-turbo-16k-0613/folio-neurosymbolic-8shot/118/1": {
		"False", "uncertain",
		"they replace blanks in all that stands between innermost brackets, so that (x = Butte | x = Helena | x = Missoula) " +
			"has the names x_, _Butte_ and others. x_ is free, and ∀x_ x_ = _Butte_ → ... puts every city into Montana. " +
			"As the model wrote it, nothing says whether Pierre is a city, or in which state Butte is",
	},
	"gpt-3.5-turbo-16k-0613/folio-neurosymbolic-8shot/154/6": {
		"Uncertain", "true",
		"the premise all x. (... & -x=Michael) contradicts itself for x = Michael, so that everything follows. " +
			"NLTK reads -x=Michael as (-x) = Michael, and Prover9 then takes - for a function",
	},
}

// Free variables were constants, and 122 of these rows had other verdicts than with
// Prover9, which closes them. LINC's formulas are in NLTK's notation, where the scope of a
// quantifier is one operand.
func TestLINCAgainstProver9(t *testing.T) {
	if testing.Short() {
		t.Skip("5,450 arguments")
	}
	type argument struct {
		ID, Conclusion, Prover9 string
		Premises                []string
	}
	rows := readShared[argument](t, "llm/linc.jsonl")
	decided := map[record.Verdict]bool{record.Entailed: true, record.Refuted: true, record.Uncertain: true}
	for _, lenient := range []bool{false, true} {
		o := verify.Options{Formula: logic.Options{Universal: true, Scope: logic.ScopeTight, Lenient: lenient}}
		v := verify.New(o)
		compared, seen := 0, map[string]bool{}
		for _, row := range rows {
			if row.Prover9 == "Error" {
				continue
			}
			r := v.Entailment(t.Context(), row.Premises, row.Conclusion)
			if !decided[r.Verdict] {
				continue
			}
			compared++
			recheckArgument(t, o, row.Premises, row.Conclusion, r)
			known, ok := notProver9[row.ID]
			seen[row.ID] = ok
			if !ok {
				known.theirs, known.ours = row.Prover9, strings.ToLower(row.Prover9)
			}
			if row.Prover9 != known.theirs || string(r.Verdict) != known.ours {
				t.Errorf("%s: found %s, Prover9 %s, expected %s, %s", row.ID, r.Verdict, row.Prover9, known.ours, known.theirs)
			}
		}
		for id := range notProver9 {
			if !seen[id] {
				t.Errorf("%s: this exception is no row that both decide", id)
			}
		}
		if compared < 4_100 { // of 4,175 that Prover9 decided
			t.Errorf("compared %d rows, expected at least 4,100", compared)
		}
	}
}

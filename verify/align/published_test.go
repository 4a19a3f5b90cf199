package align_test

import (
	"encoding/json"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/align"
)

// TestPublishedErrors aligns the pairs that the papers print as errors of models. One
// of them is a renaming: pub-04 (AutoEval, Table 3) has the propositions p, q, r in
// place of p2, p5, p6, of which the first and the last are alike. No other error goes
// away under other names: they are errors of
// connectives, negations and quantifiers, which a mapping of names keeps.
func TestPublishedErrors(t *testing.T) {
	wrong := 0
	readLines(t, "published/pairs.jsonl", func(text []byte) {
		var line struct {
			ID        string           `json:"id"`
			Formalism record.Formalism `json:"formalism"`
			FS        string           `json:"fs"`
			FSOut     string           `json:"fs_out"`
			Truth     bool             `json:"truth"`
		}
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		if line.Formalism == record.Regex {
			return
		}
		want := record.RelNone
		switch {
		case line.Truth: // the mapping that keeps the names
			want = record.RelEquivalent
		case line.ID == "pub-04":
			want = record.RelEquivalent
			wrong++
		default:
			wrong++
		}
		a, errA := logic.Parse(line.FS, logic.Options{})
		b, errB := logic.Parse(line.FSOut, logic.Options{})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		r := align.Align(t.Context(), []align.Pair{{Left: a, Right: b}}, options())
		if r.Relation != want {
			t.Errorf("%s: found %s (%s), expected %s", line.ID, r.Relation, r.Reason, want)
		}
	})
	if wrong < 15 {
		t.Errorf("found %d errors, expected at least 15", wrong)
	}
}

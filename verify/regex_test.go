package verify_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// words are all strings over an alphabet up to a length, the shortest first.
func words(alphabet string, length int) []string {
	out := []string{""}
	for from := 0; length > 0; length-- {
		end := len(out)
		for _, w := range out[from:end] {
			for _, r := range alphabet {
				out = append(out, w+string(r))
			}
		}
		from = end
	}
	return out
}

// TestRegexAgainstWords: no verdict on expressions contradicts a word, and no
// word shorter than the witness tells the two apart.
func TestRegexAgainstWords(t *testing.T) {
	all := words("0-", 6)
	v := verify.New(verify.Options{})
	rapid.Check(t, func(t *rapid.T) {
		grammar := rapid.SampledFrom([]*rapid.Generator[*regex.Expr]{
			formattest.PaperRegex("0-"), formattest.Regex("0-"), formattest.ExtendedRegex("0-"),
		}).Draw(t, "grammar")
		a, b := grammar.Draw(t, "a"), grammar.Draw(t, "b")
		r := v.Relate(t.Context(), record.Regex, a.In(regex.Paper), b.In(regex.Paper))
		if r.Verdict != record.Equivalent && r.Verdict != record.NotEquivalent {
			t.Fatalf("%s and %s: found %s, %s", a, b, r.Verdict, r.Reason)
		}
		for _, w := range all {
			inA, err := check.Accepts(a, w)
			if err != nil {
				t.Fatal(err)
			}
			inB, err := check.Accepts(b, w)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case inA == inB:
			case r.Verdict == record.Equivalent:
				t.Fatalf("%s and %s are said to be equivalent, but differ on %q", a, b, w)
			case len([]rune(*r.Witness.String)) > len(w):
				t.Fatalf("%s and %s: witness %q, but %q is shorter", a, b, *r.Witness.String, w)
			case inA && r.Relation == record.RelWeaker, inB && r.Relation == record.RelStronger:
				t.Fatalf("%s and %s: the relation %s contradicts %q", a, b, r.Relation, w)
			}
		}
	})
}

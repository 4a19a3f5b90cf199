package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOfItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-z]{1,8}( [a-z]{1,8}){3,12}`).Draw(t, "sentence")
		r := ROUGEOf(s, s)
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, s) / 100, "ROUGE-1": r.One, "ROUGE-2": r.Two, "ROUGE-L": r.L,
			"tokens": TokenBLEU(strings.Fields(s), strings.Fields(s), 4),
		} {
			if x < 1-1e-9 || x > 1+1e-9 {
				t.Errorf("%s of %q with itself: %v", name, s, x)
			}
		}
	})
}

// Any text has a score within its range.
func TestHostileText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, r := rapid.String().Draw(t, "sentence"), rapid.String().Draw(t, "reference")
		rouge := ROUGEOf(s, r)
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, r) / 100, "ROUGE-1": rouge.One, "ROUGE-2": rouge.Two, "ROUGE-L": rouge.L,
		} {
			if !(x >= 0 && x <= 1+1e-9) {
				t.Errorf("%s of %q and %q: %v", name, s, r, x)
			}
		}
	})
}

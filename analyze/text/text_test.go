package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestOfItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-z]{1,8}( [a-z]{1,8}){3,12}`).Draw(t, "sentence")
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, s) / 100, "ROUGE-L": ROUGEL(s, s),
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
		for name, x := range map[string]float64{
			"BLEU": SentenceBLEU(s, r) / 100, "ROUGE-L": ROUGEL(s, r),
		} {
			if !(x >= 0 && x <= 1+1e-9) {
				t.Errorf("%s of %q and %q: %v", name, s, r, x)
			}
		}
	})
}

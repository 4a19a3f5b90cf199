package text

import (
	"math"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

func parse(t testing.TB, s string) *logic.Formula {
	t.Helper()
	f, err := logic.Parse(s, logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// The example of Brunello et al. (AAAI 2026) has a BLEU of 0.18 there and had 0.154
// here, where the formulas are parsed and printed first. By hand, with 10 tokens
// against 15: the precisions are 6/10, 3/9, 2/8 and 1/7, and the brevity penalty is
// exp(1 − 15/10).
func TestBLEUOfWrittenFormulas(t *testing.T) {
	tokens := Symbols("∀y CountryInEU(y) → EUCountry(y)")
	if want := []string{"∀y", "CountryInEU", "(", "y", ")", "→", "EUCountry", "(", "y", ")"}; !slices.Equal(tokens, want) {
		t.Errorf("tokens %q, want %q", tokens, want)
	}
	got := TokenBLEU(tokens, Symbols("∀x Country(x) ∧ InEU(x) → EUCountry(x)"), 4)
	want := math.Pow(6.0/10*3/9*2/8*1/7, 0.25) * math.Exp(1-15.0/10)
	if math.Abs(got-want) > 1e-12 || math.Round(100*got) != 18 {
		t.Errorf("BLEU %v, want %v, which is 0.18", got, want)
	}
}

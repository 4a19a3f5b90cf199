package perturb

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/gen/canon"
)

// TestTemporalLawsKeepTheMeaning evaluates both sides of every rewrite of random
// formulas on lassos. In 100 formulas every law occurs; -short draws 20.
func TestTemporalLawsKeepTheMeaning(t *testing.T) {
	seen := map[Law]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Temporal(10, "a", "b").Draw(t, "formula")
		for _, r := range TemporalRewrites(f) {
			g, ok := r.Apply()
			if !ok || !canon.TrivialTemporal(temporal.Iff(f, g)) {
				t.Fatalf("%s makes %v of %v", r.Law, g, f)
			}
			seen[r.Law]++
		}
	})
	for _, law := range []Law{
		DeMorgan, DoubleNegation, Commutativity, Expansion, TemporalDuality, TemporalExpansion, Distribution, Idempotence, UntilDefinition,
	} {
		if seen[law] == 0 && !testing.Short() {
			t.Errorf("%s was not used", law)
		}
	}
}

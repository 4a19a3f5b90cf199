package language

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify/check"
	engine "github.com/truthloop/truthloop/verify/temporal"
)

// TestLawsKeepTheMeaning has the engine prove every rewrite of random formulas. In
// 100 formulas every law occurs; -short draws 20.
func TestLawsKeepTheMeaning(t *testing.T) {
	seen := map[syntax.Law]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := random(10, "a", "b").Draw(t, "formula")
		for _, r := range Linear.Rewrites(f) {
			g := r.Apply()
			if c := engine.Compare(context.Background(), f, formula(g), engine.Options{}); c.Equivalent() != check.Yes {
				t.Fatalf("%s makes %v of %v", r.Law, g, f)
			}
			seen[r.Law]++
		}
	})
	for _, law := range []syntax.Law{
		syntax.DeMorgan, syntax.DoubleNegation, syntax.Commutativity, syntax.Expansion, TemporalDuality, TemporalExpansion, Distribution, Idempotence, UntilDefinition,
	} {
		if seen[law] == 0 && !testing.Short() {
			t.Errorf("%s was not used", law)
		}
	}
}

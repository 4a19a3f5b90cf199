package gen

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify"
)

// checkTemporal checks a row of linear temporal logic.
func checkTemporal(t *testing.T, r *record.Row) {
	t.Helper()
	f, err := temporal.Parse(r.FS, temporal.Options{Strict: true})
	if err != nil || f.String() != r.FS {
		t.Fatalf("%s reads as %v, %v", r.FS, f, err)
	}
	n := f.Counts()
	found := []int64{*r.NumOperators, *r.NumAnd, *r.NumOr, *r.NumNot, *r.NumImplies, *r.NumIff, *r.NumXor, *r.NumPropositions, *r.NumTemporal, *r.TemporalDepth}
	if want := fmt.Sprint([]int{n.Operators, n.And, n.Or, n.Not, n.Implies, n.Iff, n.Xor, n.Propositions, n.Own, n.OwnDepth}); fmt.Sprint(found) != want {
		t.Fatalf("%s has the counts %v, expected %s", r.FS, found, want)
	}
	if !slices.Equal(r.Vocabulary.Propositions, f.Propositions(true)) || len(r.Vocabulary.Propositions) > 12 {
		t.Fatalf("%s has the vocabulary %+v", r.FS, r.Vocabulary)
	}
}

// TestTemporalRowsByTemporalColumns: the columns of temporal operators define
// categories, and the filters apply.
func TestTemporalRowsByTemporalColumns(t *testing.T) {
	c := config(t, "ltl", func(c *Config) {
		c.Depth, c.SampleCount, c.Trivial = 9, 4, verify.Trivial
		c.Metrics = []Metric{"temporal_depth", "num_temporal"}
	})
	depths := map[int64]bool{}
	if err := Generate(context.Background(), c, func(r *record.Row) error {
		if verify.TrivialRow(r) {
			t.Errorf("%s is trivial", r.FS)
		}
		depths[*r.TemporalDepth] = true
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for depth := range int64(5) {
		if !depths[depth] {
			t.Errorf("found no formula of the temporal depth %d", depth)
		}
	}
}

package verify

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify/check"
)

func TestStringCounts(t *testing.T) {
	v := New(Options{Disagreement: true})
	for _, c := range []struct {
		left, right  string
		alphabet     int
		first, other []uint64 // the first four lengths of each side
		lengths      int
		share        float64
	}{
		{"(01)*", "(01)*", 2, []uint64{1, 0, 1, 0}, []uint64{1, 0, 1, 0}, 13, 0},
		{"0*", "1*", 2, []uint64{1, 1, 1, 1}, []uint64{1, 1, 1, 1}, 13, 24.0 / 25},
		{"0", "1", 2, []uint64{0, 1, 0, 0}, []uint64{0, 1, 0, 0}, 13, 1},
		{"[^a]{2}", "..", 2, []uint64{0, 0, 1, 0}, []uint64{0, 0, 4, 0}, 13, 3.0 / 4},
		{"[a-z]?", "[b-z]?", 26, []uint64{1, 26, 0, 0}, []uint64{1, 25, 0, 0}, 12, 1.0 / 27},
		{`\w{1}`, "é", 64, []uint64{0, 63, 0, 0}, []uint64{0, 1, 0, 0}, 9, 1},
	} {
		r := v.Pair(t.Context(), record.Regex, c.left, c.right)
		s := r.Strings
		if s == nil || r.Disagreement == nil {
			t.Errorf("%s and %s: found no counts: %+v", c.left, c.right, r)
			continue
		}
		if s.Alphabet != c.alphabet || len(s.Left) != c.lengths || !slices.Equal(s.Left[:4], c.first) || !slices.Equal(s.Right[:4], c.other) {
			t.Errorf("%s and %s: found %+v", c.left, c.right, s)
		}
		if d := r.Disagreement.Share - c.share; d > 1e-12 || d < -1e-12 {
			t.Errorf("%s and %s: found a share of %v, expected %v", c.left, c.right, r.Disagreement.Share, c.share)
		}
	}
}

// TestStringCountsAgainstEnumeration holds the counts against all strings of up
// to five symbols.
func TestStringCountsAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := formattest.Regex("01")
		a, b := g.Draw(t, "a"), g.Draw(t, "b")
		c := census(a, b, automata.Limits{})
		symbols := alphabet(a, b)
		if len(symbols) > 6 {
			t.Skip("too many strings")
		}
		level := []string{""}
		for n := range 5 {
			var want [4]uint64
			var longer []string
			for _, s := range level {
				inA, errA := check.Accepts(a, s)
				inB, errB := check.Accepts(b, s)
				if errA != nil || errB != nil {
					t.Fatal(errA, errB)
				}
				for i, counts := range []bool{inA, inB, inA && !inB, inB && !inA} {
					if counts {
						want[i]++
					}
				}
				for _, x := range symbols {
					longer = append(longer, s+string(x))
				}
			}
			level = longer
			if got := [4]uint64{c.Left[n], c.Right[n], c.LeftOnly[n], c.RightOnly[n]}; got != want {
				t.Fatalf("%s and %s: of length %d found %v, expected %v", a, b, n, got, want)
			}
		}
	})
}

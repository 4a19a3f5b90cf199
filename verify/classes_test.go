package verify

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/verify/check"
)

// TestClassesAreThoseOfAllPairs: the reference unites all pairs that are the same.
func TestClassesAreThoseOfAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A text is a meaning and a wording. Of two meanings in open, nobody knows whether
		// they are the same.
		texts := rapid.SliceOfN(rapid.StringMatching(`[a-e][0-2]`), 0, 12).Draw(t, "texts")
		open := rapid.SliceOfN(rapid.StringMatching(`[a-e]`), 0, 3).Draw(t, "open")
		same := func(a, b string) check.Status {
			switch {
			case a[:1] == b[:1]:
				return check.Yes
			case slices.Contains(open, a[:1]) && slices.Contains(open, b[:1]):
				return check.Unknown
			}
			return check.No
		}
		classes := Classes(texts, same)
		of := make([]int, len(texts))
		for k, c := range classes {
			for _, i := range c.Members {
				of[i] = k
			}
			if !slices.IsSorted(c.Members) || k > 0 && c.Members[0] < classes[k-1].Members[0] {
				t.Fatalf("%q: classes %v are not in order", texts, classes)
			}
		}
		for i, a := range texts {
			for j, b := range texts {
				status := same(a, b)
				if (of[i] == of[j]) != (status == check.Yes) || slices.Contains(classes[of[i]].Open, of[j]) != (status == check.Unknown) {
					t.Fatalf("%q: %s and %s are %v; classes %v", texts, a, b, status, fmt.Sprint(classes))
				}
			}
		}
	})
}

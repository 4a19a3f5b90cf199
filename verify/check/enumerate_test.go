package check_test

import (
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// TestAll counts the structures, each of which is another.
func TestAll(t *testing.T) {
	f, err := logic.Parse("∀x. (p(x) → r(x, f(a))) ∧ q", logic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int]int{1: 2 * 1 * 1 * 2 * 2, 2: 2 * 2 * 4 * 4 * 16, 3: 0} {
		seen := map[string]bool{}
		for m := range check.Enumerate(f.Signature(false), logic.Fold, size, 10_000) {
			if err := m.Validate(); err != nil {
				t.Fatal(err)
			}
			seen[m.String()] = true
		}
		if len(seen) != want {
			t.Errorf("size %d: found %d structures, expected %d", size, len(seen), want)
		}
	}
}

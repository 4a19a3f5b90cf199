package automata

import (
	"testing"

	"github.com/truthloop/truthloop/format/regex"
)

// TestSharedNLRX checks by automata that each regex of NL-RX equals what is printed of
// it, and that neighbours a and b satisfy De Morgan's law. No regex needs more than the
// default limits.
func TestSharedNLRX(t *testing.T) {
	es := nlrx(t)
	if len(es) != 5000 {
		t.Errorf("%d regexes, want 5000", len(es))
	}
	for i, e := range es {
		if testing.Short() && i%20 != 0 {
			continue
		}
		if c := compare(t, e, parseBrics(t, e.Text(regex.Brics))); !c.Equal {
			t.Errorf("%s differs from its print on %q", e.Text(regex.Brics), c.Shortest)
		}
		next := es[(i+1)%len(es)]
		law := regex.Not(regex.Alternate(regex.Not(e), regex.Not(next)))
		if c := compare(t, regex.Intersect(e, next), law); !c.Equal {
			t.Errorf("%s and %s: De Morgan's law fails on %q", e.Text(regex.Brics), next.Text(regex.Brics), c.Shortest)
		}
	}
}

// TestSharedNLRXPairs compares random pairs of NL-RX with the definition, on all strings
// up to three runes of six kinds and on the witnesses.
func TestSharedNLRXPairs(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 100
	}
	for _, p := range nlrxPairs(t, n) {
		checkComparison(t, p[0], p[1], compare(t, p[0], p[1]), "Ae0-dg", 3)
	}
}

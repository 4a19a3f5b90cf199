//go:build linux

package prover_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/prover"
)

func openChecker(t *testing.T, behaviour string, o prover.CheckerOptions) *prover.Checker {
	t.Helper()
	c, err := prover.OpenChecker("toy", "sh testdata/checker.sh "+behaviour, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestMisbehavingChecker: whatever a checker does costs one pair, and the next pair gets
// its own answer.
func TestMisbehavingChecker(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "secret")
	for _, c := range []struct {
		behaviour string
		verdict   record.Verdict
		reason    string // its beginning; empty: none
	}{
		{"die", record.Unknown, "prover_failed: checker:toy: the program ended: out of luck"},
		{"stale", record.Unknown, "prover_failed: checker:toy: its answer lacks the id of the question, "},
		{"noid", record.Unknown, "prover_failed: checker:toy: its answer lacks the id of the question, "},
		{"prose", record.Unknown, "prover_failed: checker:toy: its answer is not the expected JSON: "},
		{"empty", record.Unknown, "prover_failed: checker:toy: its answer is not the expected JSON: "},
		{"bytes", record.Unknown, "prover_failed: checker:toy: its answer is not the expected JSON: "},
		{"flood", record.Unknown, "prover_failed: checker:toy: it"},
		{"endless", record.Unknown, "prover_failed: checker:toy: it wrote more than 1048576 bytes"},
		{"maybe", record.Unknown, `prover_failed: checker:toy: its answer has the verdict "maybe"`},
		{"entailed", record.Unknown, `prover_failed: checker:toy: its answer has the verdict "true"`},
		{"torn", record.Unknown, "prover_failed: checker:toy: its answer contradicts itself: equivalent and weaker"},
		{"hang", record.Unknown, "timeout: checker:toy"},
		{"once", record.Equivalent, ""},
		{"keys", record.Unknown, "key"},
		{"signs", record.Noncompliant, "a [31mb c"},
		{"witness", record.NotEquivalent, ""},
	} {
		t.Run(c.behaviour, func(t *testing.T) {
			o := prover.CheckerOptions{Timeout: time.Minute}
			if c.behaviour == "hang" {
				o.Timeout = 100 * time.Millisecond
			}
			checker := openChecker(t, c.behaviour, o)
			for range 2 {
				if r := checker.Pair(t.Context(), "toy", "good", "", nil); r.Verdict != record.Equivalent || r.Relation != record.RelEquivalent {
					t.Fatalf("of a good pair found %+v", r)
				}
				r := checker.Pair(t.Context(), "toy", "bad", "", nil)
				if r.Verdict != c.verdict || !strings.HasPrefix(r.Reason, c.reason) || (r.Reason == "") != (c.reason == "") || strings.Contains(r.Reason, "secret") {
					t.Errorf("found %+v, expected %s %q", r, c.verdict, c.reason)
				}
				if c.behaviour == "witness" && (string(r.Witness) != `{"x":1}` || r.Relation != record.RelWeaker) {
					t.Errorf("found the witness %s and %s", r.Witness, r.Relation)
				}
			}
		})
	}
}

// TestLinesTooMany: a checker that writes two lines for a question never answers the
// next question with the second one. "good" is equivalent, so a stale answer to "bad"
// would be, too.
func TestLinesTooMany(t *testing.T) {
	for _, behaviour := range []string{"twice", "late"} {
		c := openChecker(t, behaviour, prover.CheckerOptions{})
		for i := range 20 {
			left := []string{"bad", "good"}[i%2]
			r := c.Pair(t.Context(), "toy", left, "", nil)
			if r.Verdict != record.Equivalent && r.Verdict != record.Unknown {
				t.Errorf("%s: found %+v", behaviour, r)
			}
		}
	}
	// The second answer has the id of the first question, and another verdict.
	c, err := prover.OpenChecker("toy", "sh testdata/deceiver.sh", prover.CheckerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for i := range 20 {
		if r := c.Pair(t.Context(), "toy", "good", "", nil); r.Verdict == record.NotEquivalent {
			t.Fatalf("question %d got the second answer to the one before", i+1)
		}
	}
}

// TestDamagedTextIsNotCompared: U+FFFD replaces different bytes.
func TestDamagedTextIsNotCompared(t *testing.T) {
	c := openChecker(t, "right", prover.CheckerOptions{})
	if r := c.Pair(t.Context(), "toy", "good", "a\uFFFD", nil); r.Verdict != record.Noncompliant {
		t.Errorf("found %+v", r)
	}
	if r := c.Pair(t.Context(), "toy", "a\uFFFD", "good", nil); r.Verdict != record.Unverifiable {
		t.Errorf("found %+v", r)
	}
}

// TestCheckersRunInParallel: eight goroutines share three processes.
func TestCheckersRunInParallel(t *testing.T) {
	c := openChecker(t, "die", prover.CheckerOptions{Workers: 3})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range 20 {
				left, want := "good", record.Equivalent
				if i%5 == 4 {
					left, want = "bad", record.Unknown
				}
				if r := c.Pair(t.Context(), "toy", left, "", nil); r.Verdict != want {
					t.Errorf("%s: found %+v", left, r)
				}
			}
		})
	}
	group.Wait()
}

func TestOpenChecker(t *testing.T) {
	for _, command := range []string{"", " ", "./nothing-here", "no-such-program-here x"} {
		if c, err := prover.OpenChecker("toy", command, prover.CheckerOptions{}); err == nil {
			c.Close()
			t.Errorf("%q: found no error", command)
		}
	}
}

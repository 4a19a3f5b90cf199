package temporal_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/temporal"
)

// TestLimits: what exceeds a limit is unknown, with the same reason and the same states
// each time.
func TestLimits(t *testing.T) {
	// G F a1 & ... & G F a8 implies G F of each disjunction of pairs; without words, the
	// automaton has many states.
	var all, some []string
	for i := range 8 {
		all = append(all, fmt.Sprintf("(a%d U (b%d R c%d))", i, i, i))
		some = append(some, fmt.Sprintf("(a%d W (b%d R c%d))", i, i, i))
	}
	a, b := parse(t, strings.Join(all, " & ")), parse(t, "X ("+strings.Join(some, " | ")+") | "+strings.Join(some, " & "))
	limited := temporal.Options{States: 20, Steps: 1_000_000, NoWords: true}
	c := temporal.Compare(t.Context(), a, b, limited)
	if c.Forward != check.Unknown || c.Reason != check.ReasonResource {
		t.Errorf("20 states: %+v", c)
	}
	limited = temporal.Options{Steps: 10_000, NoWords: true}
	c = temporal.Compare(t.Context(), a, b, limited)
	if c.Forward != check.Unknown || c.Reason != check.ReasonResource {
		t.Errorf("10,000 steps: %+v", c)
	}
	if again := temporal.Compare(t.Context(), a, b, limited); again != c {
		t.Errorf("%+v, then %+v", c, again)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c = temporal.Compare(ctx, a, b, temporal.Options{NoWords: true}); c.Forward != check.Unknown || c.Reason != check.ReasonTimeout {
		t.Errorf("canceled: %+v", c)
	}
}

// TestManyPropositions decides formulas whose Boolean parts have too many propositions
// for truth tables.
func TestManyPropositions(t *testing.T) {
	var some, none, other []string
	for i := range 40 {
		some = append(some, fmt.Sprintf("(p%d & q%d)", i, i))
		none = append(none, fmt.Sprintf("(!p%d | !q%d)", i, i))
		other = append(other, fmt.Sprintf("(q%d & p%d)", 39-i, 39-i))
	}
	for _, c := range []struct {
		a, b          string
		forward, back check.Status
	}{
		{"F (" + strings.Join(some, " | ") + ")", "!G (" + strings.Join(none, " & ") + ")", check.Yes, check.Yes},
		{strings.Join(some, " | "), strings.Join(other, " | "), check.Yes, check.Yes},
		{strings.Join(some, " | "), strings.Join(some[1:], " | "), check.No, check.Yes},
		{"G (" + strings.Join(none, " & ") + ")", "G (" + strings.Join(none[1:], " & ") + ")", check.Yes, check.No},
		{"a U (" + strings.Join(none, " & ") + ")", "(" + strings.Join(none, " & ") + ") | a & X (a U (" + strings.Join(none, " & ") + "))", check.Yes, check.Yes},
	} {
		for _, noWords := range []bool{false, true} {
			a, b := parse(t, c.a), parse(t, c.b)
			r := temporal.Compare(t.Context(), a, b, temporal.Options{Relation: true, NoWords: noWords})
			if r.Forward != c.forward || r.Back != c.back {
				t.Errorf("%.40s and %.40s: %s, %s, %s, expected %s, %s", c.a, c.b, r.Forward, r.Back, r.Reason, c.forward, c.back)
			}
			checkWords(t, a, b, r)
		}
	}
}

// TestHostileFormulas: deep and large formulas have an answer or a reason soon.
func TestHostileFormulas(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1000
	for name, text := range map[string]string{
		"untils":       strings.Repeat("a U (b R (", n) + "a" + strings.Repeat("))", n),
		"equivalences": strings.Repeat("a <-> X (b <-> ", n) + "a" + strings.Repeat(")", n),
		"implications": strings.Repeat("(p -> F (q -> ", n) + "a" + strings.Repeat("))", n),
		"nexts":        strings.Repeat("X ", 2*n) + "a",
		"chain":        strings.Repeat("F a & G b | ", n) + "c",
	} {
		for _, finite := range []bool{false, true} {
			a, b := parse(t, text), parse(t, "c | X ("+text+")")
			c := temporal.Compare(t.Context(), a, b, temporal.Options{Relation: true, Finite: finite, Steps: 1_000_000})
			checkWords(t, a, b, c)
			if (c.Forward == check.Unknown || c.Back == check.Unknown) && c.Reason != check.ReasonResource {
				t.Errorf("%s: %s, %s, %q", name, c.Forward, c.Back, c.Reason)
			}
		}
	}
}

// TestShortestWitness: small witnesses are shortest ones.
func TestShortestWitness(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		finite bool
		steps  int
	}{
		{"G a", "F G a", false, 2},
		{"X X X a", "X X a", false, 2}, // !a a forever: step 2 has no a, step 3 has
		{"true", "!(a & X !a & X X a & X X X !a & X X X X a & X X X X X a)", false, 5}, // a !a a !a, and a forever
		{"X X X a", "X X a", true, 3},
		{"a", "b", true, 1},
		{"F G a", "G a", true, 2},
	} {
		a, b := parse(t, c.a), parse(t, c.b)
		for _, noWords := range []bool{false, true} {
			r := temporal.Compare(t.Context(), a, b, temporal.Options{Finite: c.finite, NoWords: noWords})
			word := r.LeftOnly
			if word == nil {
				word = r.RightOnly
			}
			if word == nil {
				t.Errorf("%s and %s: %+v", a, b, r)
			} else if word.Steps() != c.steps && !noWords {
				t.Errorf("%s and %s: %v, expected %d steps", a, b, word, c.steps)
			}
		}
	}
}

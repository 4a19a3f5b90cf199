package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// checkTemporal describes f and reads it back: the same tree, from a text without
// formal syntax.
func checkTemporal(tb interface {
	Helper()
	Fatalf(format string, args ...any)
}, f *temporal.Formula, vocab *record.Vocabulary,
) string {
	tb.Helper()
	nl := InformalizeTemporal(f, vocab)
	got, err := readTemporal(nl, vocab)
	if err != nil || !temporal.Same(f, got) {
		tb.Fatalf("formula  %s\nEnglish  %s\nread as  %v, %v", f, nl, got, err)
	}
	checkPlain(tb, f.String(), nl)
	return nl
}

func TestAnyTemporalFormulaRoundTrips(t *testing.T) {
	for name, size := range map[string]int{"small": 6, "medium": 25, "deep": 200} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				checkTemporal(t, formattest.Temporal(size, "p1", "p2", "until", "step").Draw(t, "formula"), nil)
			})
		})
	}
}

// TestDeepTemporalFormulasRoundTrip: long chains of one operator, in both directions.
func TestDeepTemporalFormulasRoundTrip(t *testing.T) {
	for op := temporal.OpNot; op <= temporal.OpStrongRelease; op++ {
		left, right := temporal.Atom("p"), temporal.Atom("p")
		for i := range 300 {
			other := temporal.Atom(string(rune('a' + i%3)))
			switch {
			case op == temporal.OpNot || op >= temporal.OpNext && op <= temporal.OpGlobally:
				left = temporal.Connect(op, left)
			default:
				left, right = temporal.Connect(op, left, other), temporal.Connect(op, other, right)
			}
		}
		checkTemporal(t, left, nil)
		checkTemporal(t, right, nil)
	}
}

// Reserved words, and words that look reserved, as names.
func TestNamesThatAreWordsOfTime(t *testing.T) {
	names := append(slices.Collect(func(yield func(string) bool) {
		for w := range reservedTemporal {
			if !yield(w) {
				return
			}
		}
	}), "three", "a", "tautology", "Claim", "A", "following", "formula", "p.1", "a b", "“", "łódź", "13th", "X", "does", "proposition")
	for _, n := range names {
		a, b := temporal.Atom(n), temporal.Atom("q")
		for _, f := range []*temporal.Formula{
			a, temporal.Not(a), temporal.Next(temporal.Next(a)), temporal.Until(a, b), temporal.Release(a, temporal.Or(a, b)),
			temporal.And(temporal.Globally(a), a, temporal.Finally(temporal.Implies(a, b))),
		} {
			checkTemporal(t, f, nil)
		}
	}
}

func TestTemporalFormulasAreDescribedByTheirMeanings(t *testing.T) {
	vocab := &record.Vocabulary{Propositions: []string{"p1", "p2", "p3"}, Meanings: []record.Meaning{
		{Symbol: "p1", Meaning: "the door is open"}, {Symbol: "p2", Meaning: "it rains until noon."},
	}}
	for fs, want := range map[string]string{
		"G (p1 -> X !p1)": "At every step, if the door is open, then at the step after that, it is not the case that the door is open.",
		"p1 U p3":         "the door is open until p3 is true, which does happen.",
		"p2 & p1 & F p1":  "it rains until noon, the door is open, and the door is open at some step.", // "the" was no beginning
		"F p1 & !p2":      "the door is open at some step, and it is not the case that it rains until noon.",
	} {
		f, err := temporal.Parse(fs, temporal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if nl := checkTemporal(t, f, vocab); !strings.EqualFold(nl, want) {
			t.Errorf("%s is described as\n%s, expected\n%s", fs, nl, want)
		}
	}
	misleading := &record.Vocabulary{Meanings: []record.Meaning{{Symbol: "p1", Meaning: "p2 is true at some step and so on"}, {Symbol: "p2", Meaning: "p1 is true"}}}
	rapid.Check(t, func(t *rapid.T) {
		checkTemporal(t, formattest.Temporal(15, "p1", "p2").Draw(t, "formula"), misleading)
	})
}

func TestParaphrasesOfTemporalFormulas(t *testing.T) {
	for nl, want := range map[string]string{
		// introductions and moments
		"The LTL formula says that p1 always holds.": "G p1",
		"p1 is always true":                          "G p1",
		"Always p1.":                                 "G p1",
		"p1 never holds":                             "G !p1",
		"p1 does not always hold":                    "!G p1",
		"eventually p1 is false":                     "F !p1",
		"p1 eventually holds":                        "F p1",
		"sooner or later, p1 or p2":                  "F (p1 | p2)",
		"next p1":                                    "X p1",
		"At the next step, p1 and p2 are true.":      "X (p1 & p2)",
		"two steps later, p1":                        "X X p1",
		"From now on, at some step p1.":              "G F p1",
		"at every time p1":                           "G p1",

		// until
		"p1 until p2": "p1 U p2",
		"p1 holds until p2 holds, and this does happen":                 "p1 U p2",
		"p1 holds until p2 holds, if ever.":                             "p1 W p2",
		"p1 is true up to and including the step at which p2 holds":     "p2 M p1",
		"Until either p1 or p2, which may never happen, always p3":      "G p3 W (p1 | p2)",
		"p1, and p2 until p3, which does happen, or p4":                 "p1 & p2 U p3 | p4",
		"If p1 holds until p2 does not hold, then p3 is true.":          "p1 U !p2 -> p3",
		"It is not the case that p1 is true until p2 is true, if ever.": "!(p1 W p2)",

		// connectives and claims
		"p1, p2 and p3":        "p1 & p2 & p3",
		"p1 or p2 and p3":      "p1 | p2 & p3",
		"p1 if p2":             "p2 -> p1",
		"p1 only if always p2": "p1 -> G p2",
		"p1 if and only if p2 is false at some step.":        "p1 <-> F !p2",
		"neither p1 nor p2":                                  "!(p1 | p2)",
		"either p1 or p2 but not both":                       "p1 xor p2",
		"always, claim A holds. Claim A says that p1 or p2.": "G (p1 | p2)",
		"Exactly one of the following holds: first, p1; second, always p2 until p3, if ever.":   "p1 xor G (p2 W p3)",
		"All of the following hold: first, p1; second, at some step, p2 and p3; and third, p4.": "p1 & F (p2 & p3) & p4",
		"p1 is true. p2 is false at every step.":                                                "p1 & G !p2",
	} {
		got, err := readTemporal(nl, nil)
		if err != nil || got.String() != want {
			t.Errorf("%s: found %v, %v, expected %s", nl, got, err, want)
		}
	}
}

func TestTextsThatAreNoTemporalStatement(t *testing.T) {
	for nl, want := range map[string]string{
		"":                     "column 1: expected a statement, found end of text",
		"p1 is true until":     "column 17: expected a statement, found end of text",
		"if p1 holds":          `column 12: expected "then", found end of text`,
		"both p1 or p2":        `column 9: expected "and", found "or"`,
		"claim A holds":        `column 7: expected a claim that is defined, found "A"`,
		"p1 is true p2 holds":  `column 12: expected a connective or the end of the sentence, found "p2"`,
		"until p1, always p2.": "",
		"either both or neither of the following hold: first, p1; second, p2; third, p3": `column 47: expected a list of 2 statements, not of 3, found "first"`,
		"until p1 is true always": `column 24: expected "," after an event, found end of text`,
	} {
		_, err := readTemporal(nl, nil)
		var read *ReadError
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", nl, err)
		case want != "" && (!errors.As(err, &read) || err.Error() != want):
			t.Errorf("%s: found %v, expected %s", nl, err, want)
		}
	}
}

// Whatever the text, the reader gives a *ReadError with a position in it, or a formula
// that is described and read back as itself.
func FuzzFormalizeTemporal(f *testing.F) {
	for _, s := range []string{
		"At every step, if p1 is true, then until claim A holds, which may never happen, p2 is false two steps later. Claim A says that p1.",
		"Both of the following hold: first, p1 never holds; second, up to and including the first step at which p2, p3 or not p4.",
		"eventually always “until” until p1, if ever, and p2 does not always hold",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := readTemporal(text, nil)
		if err != nil {
			checkError(t, text, err)
			return
		}
		checkTemporal(t, tree, nil)
	})
}

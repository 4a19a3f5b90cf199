package language

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// checkTemporal describes f and reads it back: the same tree, from a text without
// formal syntax.
func checkTemporal(tb formattest.Reporter, f *temporal.Formula) {
	tb.Helper()
	nl, _ := Linear.Informalize(english.English(), f)
	got, err := Linear.Formalize(english.English(), nl)
	if err != nil || !Linear.Same(f, got) {
		tb.Fatalf("formula  %s\nEnglish  %s\nread as  %v, %v", f, nl, got, err)
	}
	formattest.NoSyntax(tb, f.String(), nl)
}

func TestAnyTemporalFormulaRoundTrips(t *testing.T) {
	for name, size := range map[string]int{"small": 6, "medium": 25, "deep": 200} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				checkTemporal(t, random(size, "p1", "p2", "until", "step").Draw(t, "formula"))
			})
		})
	}
}

// TestDeepTemporalFormulasRoundTrip: long chains of one operator, in both directions.
func TestDeepTemporalFormulasRoundTrip(t *testing.T) {
	for op := temporal.OpNot; op <= temporal.OpTriggered; op++ {
		left, right := temporal.Atom("p"), temporal.Atom("p")
		for i := range 300 {
			other := temporal.Atom(string(rune('a' + i%3)))
			switch {
			case op == temporal.OpNot || op.IsUnary():
				left = temporal.Connect(op, left)
			default:
				left, right = temporal.Connect(op, left, other), temporal.Connect(op, other, right)
			}
		}
		checkTemporal(t, left)
		checkTemporal(t, right)
	}
}

// Reserved words, and words that look reserved, as names.
func TestNamesThatAreWordsOfTime(t *testing.T) {
	names := append(strings.Fields(english.English().Reserved+english.English().ReservedTime), "three", "a", "tautology", "Claim", "A", "following", "formula", "p.1", "a b", "“", "łódź", "13th", "X", "does", "proposition")
	for _, n := range names {
		a, b := temporal.Atom(n), temporal.Atom("q")
		for _, f := range []*temporal.Formula{
			a, temporal.Not(a), temporal.Next(temporal.Next(a)), temporal.Until(a, b), temporal.Connect(temporal.OpRelease, a, temporal.Or(a, b)),
			temporal.And(temporal.Globally(a), a, temporal.Finally(temporal.Implies(a, b))),
		} {
			checkTemporal(t, f)
		}
	}
}

func TestTextsThatAreNoTemporalStatement(t *testing.T) {
	for nl, want := range map[string]string{
		"":                             "column 1: expected a statement, found end of text",
		"p1":                           `column 3: expected "is true" or "is false", found end of text`,
		"p1 is true until":             "column 17: expected a statement, found end of text",
		"p1 is true until p2 is true":  `column 28: expected ", which does happen" or ", which may never happen", found end of text`,
		"p1 is true and at every step": `column 29: expected "," after a moment, found end of text`,
		"until p1 is true, which does happen always":                   `column 37: expected "," after an event, found "always"`,
		"p1 is true p2 is true":                                        `column 12: expected a connective or the end of the sentence, found "p2"`,
		"p1 is true, p2 is true or p1 is true, which may never happen": `column 37: expected a connective or the end of the sentence, found ","`,
		"Claim A holds at every step. Claim A says that p1 is true.":   `column 15: expected a connective or the end of the sentence, found "at"`,
	} {
		_, err := Linear.Formalize(english.English(), nl)
		var read *syntax.Error
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", nl, err)
		case want != "" && (!errors.As(err, &read) || err.Error() != want):
			t.Errorf("%s: found %v, expected %s", nl, err, want)
		}
	}
}

// Whatever the text, the reader gives a *syntax.Error with a position in it, or a formula
// that is described and read back as itself.
func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"At every step, if p1 is true, then until claim A holds, which may never happen, p2 is false two steps later. Claim A says that p1 is true.",
		"Both of the following hold: first, p1 is true at no step; second, up to and including the first step at which p2 is true, which does happen, p3 is true.",
		"“until” is true until p1 is true, which may never happen, and it is not the case that p2 is true at every step from then on.",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := Linear.Formalize(english.English(), text)
		if err != nil {
			formattest.ReadError(t, text, err)
			return
		}
		checkTemporal(t, formula(tree))
	})
}

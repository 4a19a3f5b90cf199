package rules

import (
	"errors"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// Whatever the text, the reader gives a *ReadError with a position in it, or a
// formula. One that parses is described and read back as itself.
func FuzzFormalizeLogic(f *testing.F) {
	for _, s := range []string{
		"p1 is true, or else p2 is true and p3 is false.",
		"For every x1, there is some x2 such that pred8 holds of x1 and x1, or pred6 does not hold of x1.",
		"All three of the following hold: first, p1; second, claim A does not hold; third, it's false that p2. Claim A says that if “not” holds, then either p1 or p2, but not both.",
		"at least one of p1, p2 and p3 is false",
		"bob doesn't love the father of both alice and x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fs, err := Formalize(record.FirstOrder, text, nil)
		if err != nil {
			checkError(t, text, err)
			return
		}
		tree, err := logic.Parse(fs, logic.Options{})
		if err != nil {
			return // a name that formulas cannot hold, such as one with a space
		}
		checkFormula(t, tree, nil)
	})
}

func FuzzFormalizeRegex(f *testing.F) {
	for _, s := range []string{
		"A matching string consists of zero or more repetitions of part A, then two 0s. Part A consists of a 1, then optionally an “e”.",
		"either a 0 or a block of two 1s followed by any character other than “a” to “z” and “_”",
		"strings that start with the digits 011 repeated at least two times",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fs, err := Formalize(record.Regex, text, nil)
		if err != nil {
			checkError(t, text, err)
			return
		}
		e, err := regex.Parse(fs, regex.Options{})
		if err != nil {
			t.Fatalf("%q\nread as %s, which is no regex: %v", text, fs, err)
		}
		checkRegex(t, e, func(a, b *regex.Expr) bool { return regex.Same(plainCounts(a), plainCounts(b)) })
	})
}

func checkError(t *testing.T, text string, err error) {
	t.Helper()
	var re *ReadError
	if !errors.As(err, &re) {
		t.Fatalf("%q: error %v is no *ReadError", text, err)
	}
	if re.Offset < 0 || re.Offset > len(text) || re.Column < 1 || re.Found == "" || re.Expected == "" {
		t.Fatalf("%q: error %#v", text, re)
	}
}

package language

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/regex"
)

func parseBrics(t testing.TB, s string) *regex.Expr {
	t.Helper()
	e, err := regex.Parse(s, regex.Options{Dialect: regex.Brics})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// checkTree checks that the English of a tree is read as the same tree.
func checkTree(t formattest.Reporter, e *regex.Expr) {
	t.Helper()
	nl, _ := Brics.Informalize(english.English(), e.In(regex.Brics))
	got, err := Brics.Formalize(english.English(), nl)
	if err != nil || !regex.Same(plainCounts(e), plainCounts(expression(got))) {
		t.Fatalf("regex    %s\nEnglish  %s\nread as  %v, %v", e.Text(regex.Brics), nl, got, err)
	}
	formattest.NoSyntax(t, e.Text(regex.Brics), nl)
}

func TestBricsEnglish(t *testing.T) {
	for _, tt := range []struct{ regex, nl string }{
		{`[A-Z]&[AEIOU]`, `A matching string consists of both one of “A” to “Z” and also one of “A”, “E”, “I”, “O” and “U”.`},
		{`~(dog)`, `A matching string consists of anything but a block of a “d” followed by an “o” followed by a “g”.`},
		{`\b[a-z]+\b`, `A matching string consists of the boundary of a word, then one or more characters each of which is one of “a” to “z”, then the boundary of a word.`},
		{`~(.*a.*)&.{3}`, `A matching string consists of both part A and also exactly three characters. Part A consists of anything but a block of zero or more characters followed by an “a” followed by zero or more characters.`},
		{`(a&b|~~c)*#`, `A matching string consists of zero or more repetitions of part A, then something impossible. Part A consists of either part B or part C. Part B consists of both an “a” and also a “b”. Part C consists of anything but part D. Part D consists of anything but a “c”.`},
	} {
		e := parseBrics(t, tt.regex)
		if nl, _ := Brics.Informalize(english.English(), e.In(regex.Brics)); nl != tt.nl {
			t.Errorf("%s: %s\nwant %s", tt.regex, nl, tt.nl)
		}
		checkTree(t, e)
	}
}

func TestAnyExtendedRegexRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkTree(t, formattest.ExtendedRegex("01a8\n”\\ -").Draw(t, "regex")) })
}

func TestAnyRegexRoundTrips(t *testing.T) {
	t.Run("paper", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { checkTree(t, formattest.PaperRegex("01").Draw(t, "regex")) })
	})
	t.Run("all", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			checkTree(t, formattest.Regex("01a8\n”\\ -").Draw(t, "regex"))
		})
	})
}

func TestSharedNLRXRoundTrips(t *testing.T) {
	f, err := os.Open("../../../../shared/testdata/regex/nl-rx-turk.jsonl")
	if err != nil {
		t.Skipf("the shared data is absent: %v", err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row struct{ Regex string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		checkTree(t, parseBrics(t, row.Regex))
	}
}

// plainCounts unifies repetitions with the same English: {0,} becomes *.
func plainCounts(e *regex.Expr) *regex.Expr {
	args := make([]*regex.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = plainCounts(a)
	}
	switch {
	case e.Op == regex.OpRepeat && e.Min == 0 && e.Max < 0:
		return regex.Star(args[0])
	}
	return &regex.Expr{Op: e.Op, Class: e.Class, Args: args, Min: e.Min, Max: e.Max}
}

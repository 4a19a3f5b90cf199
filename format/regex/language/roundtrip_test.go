package language

import (
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
	if err != nil || !regex.Same(e, expression(got)) {
		t.Fatalf("regex    %s\nEnglish  %s\nread as  %v, %v", e.Text(regex.Brics), nl, got, err)
	}
	formattest.NoSyntax(t, e.Text(regex.Brics), nl)
}

// worded returns e with symbols in place of all that has no words.
func worded(e *regex.Expr) *regex.Expr {
	args := make([]*regex.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = worded(a)
	}
	switch e.Op {
	case regex.OpClass:
		return regex.Symbol(e.Class[0].Lo)
	case regex.OpRepeat, regex.OpComplement:
		return regex.Plus(args[0])
	case regex.OpIntersect:
		return regex.Alternate(args...)
	case regex.OpEmpty, regex.OpBegin, regex.OpEnd, regex.OpBoundary:
		return regex.Epsilon()
	}
	return e.WithOperands(args)
}

// An expression of which a part has no words is refused.
func TestWithoutWords(t *testing.T) {
	for _, s := range []string{`[A-Z]`, `a&b`, `~(dog)`, `\ba`, `.`, `a{2,3}`, `#`} {
		if nl, err := Brics.Informalize(english.English(), parseBrics(t, s).In(regex.Brics)); err == nil {
			t.Errorf("%s: %s", s, nl)
		}
	}
}

func TestAnyRegexRoundTrips(t *testing.T) {
	t.Run("paper", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { checkTree(t, formattest.PaperRegex("01").Draw(t, "regex")) })
	})
	t.Run("all", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			checkTree(t, worded(formattest.Regex("01a8\n”\\ -").Draw(t, "regex")))
		})
	})
}

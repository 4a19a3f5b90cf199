package automata

import (
	"testing"

	"pgregory.net/rapid"

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

// TestDerivativesAgainstEnumeration compares expressions with intersection, complement,
// word boundaries and anchors on all strings up to six runes: word characters and
// others.
func TestDerivativesAgainstEnumeration(t *testing.T) {
	exprs := formattest.ExtendedRegex("0a-")
	rapid.Check(t, func(t *rapid.T) {
		a, b := exprs.Draw(t, "a"), exprs.Draw(t, "b")
		if rapid.Bool().Draw(t, "related") {
			b = rewriteExtended(t, a)
		}
		checkComparison(t, a, b, compare(t, a, b), "0a-", oracleLen)
	})
}

// rewriteExtended draws an expression of the same language by the laws of Boolean
// algebra. They hold for word boundaries, too, since these denote places in a text.
func rewriteExtended(t *rapid.T, e *regex.Expr) *regex.Expr {
	args := make([]*regex.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = rewriteExtended(t, a)
	}
	not := func(es []*regex.Expr) (out []*regex.Expr) {
		for _, e := range es {
			out = append(out, regex.Not(e))
		}
		return out
	}
	law := rapid.IntRange(0, 3).Draw(t, "law")
	switch {
	case e.Op == regex.OpIntersect && law == 0:
		return regex.Not(regex.Alternate(not(args)...))
	case e.Op == regex.OpIntersect:
		return regex.Intersect(args...)
	case e.Op == regex.OpAlternate && law == 0:
		return regex.Not(regex.Intersect(not(args)...))
	case e.Op == regex.OpAlternate:
		return regex.Alternate(args...)
	case e.Op == regex.OpConcat:
		return regex.Concat(args...)
	case law == 0:
		return regex.Not(regex.Not(e))
	case law == 1:
		return regex.Intersect(e, regex.Star(regex.Any()))
	case law == 2:
		return regex.Alternate(e, regex.Intersect(e, regex.Not(e)))
	}
	return &regex.Expr{Op: e.Op, Args: args, Class: e.Class, Min: e.Min, Max: e.Max}
}

// TestExtendedRewritesAreEqual also compares the sizes of the minimal automata.
func TestExtendedRewritesAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := formattest.ExtendedRegex("01-").Draw(t, "a")
		b := rewriteExtended(t, a)
		sizeA, errA := Measure(a, Limits{})
		sizeB, errB := Measure(b, Limits{})
		if c := compare(t, a, b); !c.Equal || sizeA.States != sizeB.States || errA != nil || errB != nil {
			t.Fatalf("%s and its rewriting %s differ on %q; sizes %v, %v, errors %v, %v", a, b, c.Shortest, sizeA, sizeB, errA, errB)
		}
	})
}

// TestDerivativesAgainstGlushkov builds the same languages, with anchors, by both
// constructions. A double complement chooses the derivatives.
func TestDerivativesAgainstGlushkov(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formattest.Regex("012").Draw(t, "e")
		twice := regex.Not(regex.Not(e))
		glushkov, errG := Measure(e, Limits{})
		derivatives, errD := Measure(twice, Limits{})
		if c := compare(t, e, twice); !c.Equal || glushkov.States != derivatives.States || errG != nil || errD != nil {
			t.Fatalf("%s: Glushkov %v, %v; derivatives %v, %v", e, glushkov, errG, derivatives, errD)
		}
	})
}

// TestBoundaryAgainstGo compares word boundaries with those of the standard library.
func TestBoundaryAgainstGo(t *testing.T) {
	exprs := rapid.Map(formattest.Regex("0a_-"), func(e *regex.Expr) *regex.Expr { return anchorsToBoundaries(e) })
	rapid.Check(t, func(t *rapid.T) {
		e := exprs.Draw(t, "e")
		re := goRegexp(t, e)
		text := rapid.StringOfN(rapid.RuneFrom([]rune("0a_- é")), 0, 12, -1).Draw(t, "text")
		exact := make([]*regex.Expr, 0, len(text))
		for _, r := range text {
			exact = append(exact, regex.Symbol(r))
		}
		c := compare(t, regex.Intersect(e, regex.Concat(exact...)), regex.Empty())
		if c.Equal == re.MatchString(text) {
			t.Fatalf("%s on %q: regexp says %t", e, text, re.MatchString(text))
		}
	})
}

func anchorsToBoundaries(e *regex.Expr) *regex.Expr {
	if e.Op == regex.OpBegin || e.Op == regex.OpEnd {
		return &regex.Expr{Op: regex.OpBoundary}
	}
	out := *e
	out.Args = nil
	for _, a := range e.Args {
		out.Args = append(out.Args, anchorsToBoundaries(a))
	}
	return &out
}

// TestBricsPairs has pairs whose relation is worked out by hand.
func TestBricsPairs(t *testing.T) {
	for _, tt := range []struct {
		left, right, shortest string // "=" if equal
	}{
		{`(.*a.*)&(.*b.*)`, `~(~(.*a.*)|~(.*b.*))`, "="}, // De Morgan
		{`(.*a.*)&(.*b.*)`, `.*a.*b.*|.*b.*a.*`, "="},
		{`~(#)`, `@`, "="},
		{`~(@)`, `#`, "="},
		{`~(.*)`, `#`, "="},
		{`~a`, `()|[^a]|..+`, "="}, // the strings without exactly a
		{`~(~a)`, `a`, "="},
		{`a&b`, `#`, "="},
		{`[a-m]&[g-z]`, `[g-m]`, "="},
		{`~(.*ab.*)`, `[^a]*(a+[^ab][^a]*)*a*`, "="},
		{`.{3}&.{4}`, `#`, "="},
		{`(aa)*&(aaa)*`, `(aaaaaa)*`, "="},
		{`.*a.*`, `.*b.*`, "a"},
		{`~(.*a.*)`, `~(.*b.*)`, "a"},
		{`@`, `~(.*a.*)`, "a"},
		// \b holds between a word character and another, or an end.
		{`\ba`, `a`, "="}, // the start of the line is a boundary before a
		{`\b`, `#`, "="},  // an empty line has no boundary
		{`\b-`, `#`, "="},
		{`a\bb`, `#`, "="},
		{`a\b-`, `a-`, "="},
		{`\b.\b`, `[0-9A-Za-z_]`, "="},
		{`.*\bdog\b.*`, `(.*[^0-9A-Za-z_])?dog([^0-9A-Za-z_].*)?`, "="},
		{`~(.*\bdog\b.*)`, `~((.*[^0-9A-Za-z_])?dog([^0-9A-Za-z_].*)?)`, "="},
		// Within a line, ~(\b) holds at no boundary, and of strings that are not empty.
		{`a~(\b)b`, `a.*b`, "="},
		{`a~(\b)-`, `a.+-`, "="},
		{`(a&(\b.))-`, `a-`, "="},
		{`((a\b)&a)b`, `#`, "="},
		{`(\b)*`, `()`, "="},
		{`(\ba)+`, `a`, "="},
		{`(\b.){2}`, `[0-9A-Za-z_][^0-9A-Za-z_]`, "="}, // a second rune that is a word character ends no word
		{`\b([A-Z])&([AEIOUaeiou])\b`, `[AEIOU]`, "="},
	} {
		a, b := parseBrics(t, tt.left), parseBrics(t, tt.right)
		c := compare(t, a, b)
		got := c.Shortest
		if c.Equal {
			got = "="
		}
		if got != tt.shortest {
			t.Errorf("%s and %s: %q, want %q", tt.left, tt.right, got, tt.shortest)
		}
	}
}

package automata

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/regex"
)

// oracleLen is the length up to which strings over {0,1,2} are enumerated:
// 1,093 strings.
const oracleLen = 6

func compare(t rapid.TB, a, b *regex.Expr) Comparison {
	t.Helper()
	c, err := Compare(a, b, Limits{})
	if err != nil {
		t.Fatalf("Compare(%s, %s): %v", a, b, err)
	}
	return c
}

func TestCompareAgainstEnumeration(t *testing.T) {
	for name, exprs := range map[string]*rapid.Generator[*regex.Expr]{
		"paper": formattest.PaperRegex("01"),
		"full":  formattest.Regex("012"),
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				a, b := exprs.Draw(t, "a"), exprs.Draw(t, "b")
				if rapid.Bool().Draw(t, "related") {
					b = rewrite(t, a)
				}
				c := compare(t, a, b)
				checkComparison(t, a, b, c, "012", oracleLen)
			})
		})
	}
}

// rewrite draws an expression of the same language: at some nodes it applies a law of
// Kleene algebra. The laws hold for expressions with anchors too, which denote
// relations between positions of a text.
func rewrite(t *rapid.T, e *regex.Expr) *regex.Expr {
	args := make([]*regex.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = rewrite(t, a)
	}
	law := rapid.IntRange(0, 4).Draw(t, "law")
	switch e.Op {
	case regex.OpConcat:
		return regex.Concat(args...)
	case regex.OpAlternate:
		if law == 0 {
			args[0], args[len(args)-1] = args[len(args)-1], args[0]
		}
		return regex.Alternate(args...)
	case regex.OpStar:
		return rewriteStar(law, args[0])
	case regex.OpPlus:
		if law < 2 {
			return regex.Concat(args[0], regex.Star(args[0]))
		}
		return regex.Plus(args[0])
	case regex.OpOptional:
		if law < 2 {
			return regex.Alternate(regex.Epsilon(), args[0])
		}
		return regex.Optional(args[0])
	case regex.OpRepeat:
		return rewriteRepeat(law, e, args[0])
	}
	switch law {
	case 0:
		return regex.Alternate(e, e)
	case 1:
		return regex.Concat(regex.Epsilon(), e)
	case 2:
		return regex.Alternate(e, regex.Concat(regex.Empty(), e))
	}
	return e
}

func rewriteStar(law int, r *regex.Expr) *regex.Expr {
	switch {
	case law == 0:
		return regex.Star(regex.Star(r)) // a** = a*
	case law == 1:
		return regex.Alternate(regex.Epsilon(), regex.Concat(r, regex.Star(r)))
	case law == 2 && r.Op == regex.OpAlternate: // (a|b)* = (a*b*)*
		var stars []*regex.Expr
		for _, a := range r.Args {
			stars = append(stars, regex.Star(a))
		}
		return regex.Star(regex.Concat(stars...))
	case law == 3 && r.Op == regex.OpConcat: // (ab)* = ε|a(ba)*b
		head, tail := r.Args[0], regex.Concat(r.Args[1:]...)
		return regex.Alternate(regex.Epsilon(),
			regex.Concat(head, regex.Star(regex.Concat(tail, head)), tail))
	}
	return regex.Star(r)
}

func rewriteRepeat(law int, e, arg *regex.Expr) *regex.Expr {
	if law > 1 {
		return &regex.Expr{Op: regex.OpRepeat, Args: []*regex.Expr{arg}, Min: e.Min, Max: e.Max}
	}
	var copies []*regex.Expr
	for range e.Min {
		copies = append(copies, arg)
	}
	if e.Max < 0 {
		copies = append(copies, regex.Star(arg))
	}
	for range max(e.Max-e.Min, 0) {
		copies = append(copies, regex.Optional(arg))
	}
	return regex.Concat(copies...)
}

func TestRewritesAreEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := formattest.Regex("012").Draw(t, "a")
		b := rewrite(t, a)
		c := compare(t, a, b)
		if !c.Equal {
			t.Fatalf("%s and its rewriting %s differ on %q", a, b, c.Shortest)
		}
		sizeA, errA := Measure(a, Limits{})
		sizeB, errB := Measure(b, Limits{})
		if sizeA != sizeB || errA != nil || errB != nil {
			t.Fatalf("%s is %+v (%v), %s is %+v (%v)", a, sizeA, errA, b, sizeB, errB)
		}
	})
}

func TestCompareIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := formattest.Regex("01").Draw(t, "a"), formattest.Regex("01").Draw(t, "b")
		c, d := compare(t, a, b), compare(t, b, a)
		if c.Equal != d.Equal || (c.LeftOnly == nil) != (d.RightOnly == nil) ||
			(c.RightOnly == nil) != (d.LeftOnly == nil) || len(c.Shortest) != len(d.Shortest) {
			t.Fatalf("%s, %s: %+v one way, %+v the other", a, b, c, d)
		}
		if c := compare(t, a, a); !c.Equal {
			t.Fatalf("%s differs from itself on %q", a, c.Shortest)
		}
	})
}

// TestTransitive checks that inclusion is transitive.
func TestTransitive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		exprs := formattest.PaperRegex("01")
		a, b, c := exprs.Draw(t, "a"), exprs.Draw(t, "b"), exprs.Draw(t, "c")
		included := func(x, y *regex.Expr) bool { return compare(t, x, y).LeftOnly == nil }
		if union := regex.Alternate(a, b); !included(a, union) || !included(b, union) {
			t.Fatalf("%s or %s is not included in their union", a, b)
		}
		if included(a, b) && included(b, c) && !included(a, c) {
			t.Fatalf("inclusion of %s in %s in %s is not transitive", a, b, c)
		}
	})
}

// TestCompareAgainstGo compares membership of a witness and of random strings
// by the standard library's regexp.
func TestCompareAgainstGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := formattest.Regex("012").Draw(t, "a"), formattest.Regex("012").Draw(t, "b")
		c := compare(t, a, b)
		goA, goB := goRegexp(t, a), goRegexp(t, b)
		if !c.Equal && (goA.MatchString(c.Shortest) != c.InLeft || goB.MatchString(c.Shortest) == c.InLeft) {
			t.Fatalf("%s, %s: regexp disagrees on %q", a, b, c.Shortest)
		}
		texts := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("012z")), 0, 12, -1), 1, 40)
		for _, s := range texts.Draw(t, "texts") {
			inA, inB := goA.MatchString(s), goB.MatchString(s)
			if inA && !inB && c.LeftOnly == nil || inB && !inA && c.RightOnly == nil {
				t.Fatalf("%s, %s: regexp tells them apart on %q, Compare found %+v", a, b, s, c)
			}
		}
	})
}

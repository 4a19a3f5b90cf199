package temporal_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// formulas draws formulas with names that need quotes and names that do not.
func formulas(names ...string) *rapid.Generator[*temporal.Formula] {
	atom := rapid.Map(rapid.SampledFrom(names), temporal.Atom)
	constant := rapid.SampledFrom([]*temporal.Formula{temporal.Top(), temporal.Bottom()})
	var any func(depth int) *rapid.Generator[*temporal.Formula]
	any = func(depth int) *rapid.Generator[*temporal.Formula] {
		if depth == 0 {
			return rapid.OneOf(atom, atom, atom, constant)
		}
		return rapid.Custom(func(t *rapid.T) *temporal.Formula {
			op := temporal.Op(rapid.IntRange(int(temporal.OpAtom), int(temporal.OpTriggered)).Draw(t, "op"))
			operands := 2
			switch op {
			case temporal.OpAtom:
				return any(0).Draw(t, "leaf")
			case temporal.OpNot, temporal.OpNext, temporal.OpFinally, temporal.OpGlobally,
				temporal.OpWeakNext, temporal.OpYesterday, temporal.OpWeakYesterday, temporal.OpOnce, temporal.OpHistorically:
				operands = 1
			case temporal.OpAnd, temporal.OpOr, temporal.OpXor:
				operands = rapid.IntRange(2, 3).Draw(t, "operands")
			}
			var args []*temporal.Formula
			for range operands {
				args = append(args, any(depth-1).Draw(t, "operand"))
			}
			return temporal.Connect(op, args...)
		})
	}
	return any(4)
}

// TestRoundTrip prints random trees and reads them as the same trees, and finds no
// bracket that could be left out.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas("a", "O", "S", "once", "WX", "p(q)", "O(a)", "x > 5", "5 <= x", "x = -1", "-1 = x", "p1", "X1", "Green", "inished", "Finished", "U", "true", "next", "a b", `"\`, "ａ", "_", "é.x", "3", "$p_1").Draw(t, "f")
		text := f.String()
		for _, strict := range []bool{false, true} {
			again, err := temporal.Parse(text, temporal.Options{Strict: strict})
			if err != nil || !temporal.Same(f, again) {
				t.Fatalf("%s: %v, %v (strict %v)", text, again, err, strict)
			}
		}
		for i := range len(text) {
			if text[i] == '(' {
				if j := closing(text, i); j > 0 {
					fewer := text[:i] + " " + text[i+1:j] + " " + text[j+1:]
					if g, err := temporal.Parse(fewer, temporal.Options{}); err == nil && temporal.Same(f, g) {
						t.Fatalf("%s: brackets at %d are superfluous", text, i)
					}
				}
			}
		}
	})
}

// closing is the offset of the bracket that closes the one at i, 0 if a quote is nearby.
func closing(s string, i int) int {
	depth := 0
	for j := i; j < len(s); j++ {
		switch s[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j
			}
		case '"':
			return 0
		}
	}
	return 0
}

// TestCounts measures formulas; the numbers are counted by hand.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		text string
		want syntax.Counts
	}{
		{"a", syntax.Counts{Propositions: 1}},
		{"true", syntax.Counts{}},
		{"!a", syntax.Counts{Depth: 1, Not: 1, Literals: 1, Propositions: 1}},
		// G, ->, F and the negation of (b & c & !b), whose chain has two &; the last
		// negation is of an atom.
		{"G (a -> F !(b & c & !b))", syntax.Counts{
			Depth: 6, Operators: 6, And: 2, Implies: 1, Not: 2, Literals: 1,
			Own: 2, OwnDepth: 2, Propositions: 4,
		}},
		{"(a U b) xor X c | a R b <-> a W b M c", syntax.Counts{
			Depth: 4, Operators: 8, Or: 1, Xor: 1, Iff: 1, Own: 5, OwnDepth: 2, Propositions: 8,
		}},
	} {
		f, err := temporal.Parse(c.text, temporal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := f.Counts()
		if got != c.want {
			t.Errorf("%s: %+v, expected %+v", c.text, got, c.want)
		}
	}
}

// TestPropositions lists names once, in the order of the text.
func TestPropositions(t *testing.T) {
	f, err := temporal.Parse("b U (a & B & É & é)", temporal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(f.Propositions(false), " "); got != "b a É" {
		t.Error(got)
	}
	if got := f.Propositions(true); !slices.Equal(got, []string{"b", "a", "B", "É", "é"}) {
		t.Error(got)
	}
}

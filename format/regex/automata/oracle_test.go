package automata

import (
	"fmt"
	"iter"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
)

// matches is the oracle: it evaluates the definition of an expression on one string
// and shares only the tree with the automata. Positions are bits of a word, so that
// the string has at most maxMatched runes.
func matches(e *regex.Expr, s string) bool {
	m := &matcher{text: []rune(s), known: map[start]uint64{}}
	if len(m.text) > maxMatched {
		panic(fmt.Sprintf("oracle: a string of %d runes", len(m.text)))
	}
	return m.ends(e, 0)>>len(m.text)&1 != 0
}

const maxMatched = 63

// contradicts reports whether an oracle disagrees with the claim that e matches s, or
// that it does not. Strings that are too long for the first oracle go to the second,
// which refuses large repetitions; such claims are not checked.
func contradicts(e *regex.Expr, s string, match bool) bool {
	if utf8.RuneCountInString(s) <= maxMatched {
		return matches(e, s) != match
	}
	re, err := regexp.Compile(goAnchored(e))
	return err == nil && re.MatchString(s) != match
}

// A matcher keeps its results: without them, nested stars cost a power of the length.
type matcher struct {
	text  []rune
	known map[start]uint64
}

type start struct {
	e *regex.Expr
	i int
}

// ends returns where a match of e that starts at i may end, as bits.
func (m *matcher) ends(e *regex.Expr, i int) uint64 {
	if len(e.Args) == 0 {
		return m.find(e, i)
	}
	ends, ok := m.known[start{e, i}]
	if !ok {
		ends = m.find(e, i)
		m.known[start{e, i}] = ends
	}
	return ends
}

func (m *matcher) find(e *regex.Expr, i int) uint64 {
	here := uint64(1) << i
	switch e.Op {
	case regex.OpEpsilon:
		return here
	case regex.OpBegin:
		if i == 0 {
			return here
		}
	case regex.OpEnd:
		if i == len(m.text) {
			return here
		}
	case regex.OpBoundary:
		if m.wordAt(i-1) != m.wordAt(i) {
			return here
		}
	case regex.OpComplement:
		return (2<<len(m.text) - here) &^ m.ends(e.Args[0], i) // the bits from i to the end
	case regex.OpIntersect:
		all := ^uint64(0)
		for _, a := range e.Args {
			all &= m.ends(a, i)
		}
		return all
	case regex.OpClass:
		for _, r := range e.Class {
			if i < len(m.text) && m.text[i] >= r.Lo && m.text[i] <= r.Hi {
				return here << 1
			}
		}
	case regex.OpConcat:
		for _, a := range e.Args {
			here = m.from(a, here)
		}
		return here
	case regex.OpAlternate:
		var all uint64
		for _, a := range e.Args {
			all |= m.ends(a, i)
		}
		return all
	case regex.OpStar:
		return m.repeat(e.Args[0], here, 0, -1)
	case regex.OpPlus:
		return m.repeat(e.Args[0], here, 1, -1)
	case regex.OpOptional:
		return m.repeat(e.Args[0], here, 0, 1)
	case regex.OpRepeat:
		return m.repeat(e.Args[0], here, e.Min, e.Max)
	}
	return 0
}

// wordAt reports whether rune i of the text is a word character.
func (m *matcher) wordAt(i int) bool {
	return i >= 0 && i < len(m.text) && strings.ContainsRune("0123456789_"+
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", m.text[i])
}

func (m *matcher) from(e *regex.Expr, starts uint64) uint64 {
	var all uint64
	for i := range len(m.text) + 1 {
		if starts>>i&1 != 0 {
			all |= m.ends(e, i)
		}
	}
	return all
}

func (m *matcher) repeat(e *regex.Expr, starts uint64, lo, hi int) uint64 {
	for range lo {
		starts = m.from(e, starts)
	}
	all := starts
	for n := lo; n != hi; n++ {
		starts = m.from(e, starts)
		if starts&^all == 0 {
			break
		}
		all |= starts
	}
	return all
}

// stringsOver yields every string over alphabet of at most maxLen runes,
// shortest first.
func stringsOver(alphabet string, maxLen int) iter.Seq[string] {
	return func(yield func(string) bool) {
		level := []string{""}
		for n := 0; ; n++ {
			for _, s := range level {
				if !yield(s) {
					return
				}
			}
			if n == maxLen {
				return
			}
			var next []string
			for _, s := range level {
				for _, r := range alphabet {
					next = append(next, s+string(r))
				}
			}
			level = next
		}
	}
}

// goRegexp compiles e with the standard library, the second oracle.
func goRegexp(t rapid.TB, e *regex.Expr) *regexp.Regexp {
	t.Helper()
	re, err := regexp.Compile(goAnchored(e))
	if err != nil {
		t.Fatalf("%s: %v", e, err)
	}
	return re
}

func goAnchored(e *regex.Expr) string { return `(?s)\A` + goSyntax(e) + `\z` }

func goSyntax(e *regex.Expr) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, goSyntax(a))
	}
	switch e.Op {
	case regex.OpEmpty:
		return `[^\x00-\x{10FFFF}]`
	case regex.OpBegin:
		return `\A`
	case regex.OpEnd:
		return `\z`
	case regex.OpBoundary:
		return `\b`
	case regex.OpClass:
		s := "["
		for _, r := range e.Class {
			s += fmt.Sprintf(`\x{%X}-\x{%X}`, r.Lo, r.Hi)
		}
		return s + "]"
	case regex.OpConcat:
		return "(?:" + strings.Join(args, "") + ")"
	case regex.OpAlternate:
		return "(?:" + strings.Join(args, "|") + ")"
	case regex.OpStar:
		return "(?:" + args[0] + ")*"
	case regex.OpPlus:
		return "(?:" + args[0] + ")+"
	case regex.OpOptional:
		return "(?:" + args[0] + ")?"
	case regex.OpRepeat:
		if e.Max < 0 {
			return fmt.Sprintf("(?:%s){%d,}", args[0], e.Min)
		}
		return fmt.Sprintf("(?:%s){%d,%d}", args[0], e.Min, e.Max)
	}
	return "(?:)"
}

func TestOracle(t *testing.T) {
	tests := []struct {
		expr, text string
		want       bool
	}{
		{"(0|1)*00", "01100", true},
		{"(0|1)*00", "0110", false},
		{"(ab){2,3}", "abab", true},
		{"(ab){2,3}", "ab", false},
		{"(a?)+b", "aaab", true},
		{"a^b", "ab", false},
		{"(^a|b)+$", "abb", true},
		{"(^a|b)+$", "aab", false},
		{"[^0]", "é", true},
		{"∅*", "", true},
	}
	for _, tt := range tests {
		if got := matches(parse(t, tt.expr), tt.text); got != tt.want {
			t.Errorf("matches(%s, %q) = %t", tt.expr, tt.text, got)
		}
		if got := goRegexp(t, parse(t, tt.expr)).MatchString(tt.text); got != tt.want {
			t.Errorf("regexp: %s on %q = %t", tt.expr, tt.text, got)
		}
	}
}

// checkComparison checks the comparison of a and b with the oracle on every string
// over alphabet of at most maxLen runes.
func checkComparison(t rapid.TB, a, b *regex.Expr, c Comparison, alphabet string, maxLen int) {
	t.Helper()
	if c.Equal != (c.LeftOnly == nil && c.RightOnly == nil) || !c.Decided {
		t.Fatalf("%s, %s: %+v contradicts itself", a, b, c)
	}
	witness := func(side string, s *string, in, out *regex.Expr) {
		if s != nil && (contradicts(in, *s, true) || contradicts(out, *s, false)) {
			t.Fatalf("%s, %s: %q is not %s only", a, b, *s, side)
		}
	}
	witness("left", c.LeftOnly, a, b)
	witness("right", c.RightOnly, b, a)
	if !c.Equal {
		shortest := c.RightOnly
		if c.InLeft {
			shortest = c.LeftOnly
		}
		if shortest == nil || *shortest != c.Shortest {
			t.Fatalf("%s, %s: shortest %q is not the side's", a, b, c.Shortest)
		}
	}
	for s := range stringsOver(alphabet, maxLen) {
		inA, inB := matches(a, s), matches(b, s)
		if inA == inB {
			continue
		}
		only, side := c.RightOnly, "right"
		if inA {
			only, side = c.LeftOnly, "left"
		}
		n := utf8.RuneCountInString(s)
		if only == nil || utf8.RuneCountInString(*only) > n {
			t.Fatalf("%s, %s: %q is %s only, and shorter than what was found", a, b, s, side)
		}
		if utf8.RuneCountInString(c.Shortest) > n {
			t.Fatalf("%s, %s: %q is shorter than %q", a, b, s, c.Shortest)
		}
	}
}

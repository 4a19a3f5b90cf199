package regex

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

var (
	empty   = &Expr{Op: OpEmpty}
	epsilon = &Expr{Op: OpEpsilon}
	begin   = &Expr{Op: OpBegin}
	end     = &Expr{Op: OpEnd}
	anyRune = &Expr{Op: OpClass, Class: []Range{{0, utf8.MaxRune}}}

	boundary   = &Expr{Op: OpBoundary}
	everything = Star(anyRune)
)

// Empty returns ∅, the language without strings.
func Empty() *Expr { return empty }

// Epsilon returns ε, the language of the empty string alone.
func Epsilon() *Expr { return epsilon }

// Begin returns ^, which matches the empty string at the start of the text.
func Begin() *Expr { return begin }

// End returns $, which matches the empty string at the end of the text.
func End() *Expr { return end }

// Symbol returns the rune r. It panics if r is not a Unicode scalar value.
func Symbol(r rune) *Expr {
	if !utf8.ValidRune(r) {
		panic(fmt.Sprintf("regex: symbol %#x is not a Unicode scalar value", r))
	}
	return &Expr{Op: OpClass, Class: []Range{{r, r}}}
}

// Class returns the class of the runes in ranges, which may overlap and have any order.
// It keeps no reference to ranges. A class without runes is Empty().
func Class(ranges ...Range) *Expr {
	c := normalize(append([]Range(nil), ranges...))
	switch {
	case len(c) == 0:
		return empty
	case len(c) == 1 && c[0].Lo == c[0].Hi:
		return Symbol(c[0].Lo)
	}
	return &Expr{Op: OpClass, Class: c}
}

// Any returns the class of all runes.
func Any() *Expr { return anyRune }

// Concat returns the concatenation of es, flattened. Concat() is ε, and Concat(e) is e.
func Concat(es ...*Expr) *Expr { return chain(OpConcat, epsilon, es) }

// Alternate returns the alternation of es, flattened. Alternate() is ∅, and Alternate(e)
// is e.
func Alternate(es ...*Expr) *Expr { return chain(OpAlternate, empty, es) }

// Intersect returns the intersection of es, flattened. Intersect() matches every string,
// and Intersect(e) is e.
func Intersect(es ...*Expr) *Expr { return chain(OpIntersect, everything, es) }

// Not returns the complement of e: every string that e does not match.
func Not(e *Expr) *Expr { return unary(OpComplement, e) }

// Boundary returns \b, which matches the empty string between a word character and
// another character, or an end of the text. A word character is a letter or a digit of
// ASCII, or _.
//
// For dk.brics.automaton, \b is the letter b. But the regexes of Kushman and Barzilay
// (NAACL 2013) and of NL-RX mean a word boundary: "lines that contain the word 'dance'" is
// .*\bdance\b.*. Java, ECMAScript and RE2 also read \b as a word boundary.
// docs/reference/regex.md defines the meaning of expressions with \b by sets of spans.
func Boundary() *Expr { return boundary }

// Star returns e*: e zero or more times.
func Star(e *Expr) *Expr { return unary(OpStar, e) }

// Plus returns e+: e one or more times.
func Plus(e *Expr) *Expr { return unary(OpPlus, e) }

// Optional returns e?: e zero times or once.
func Optional(e *Expr) *Expr { return unary(OpOptional, e) }

// Repeat returns e{min,max}: e from min to max times, or at least min times if max is -1.
// It panics unless 0 ≤ min ≤ max ≤ MaxCount, or max is -1.
func Repeat(e *Expr, min, max int) *Expr {
	if min < 0 || min > MaxCount || max > MaxCount || max < min && max != -1 {
		panic(fmt.Sprintf("regex: repetition {%d,%d} is out of range", min, max))
	}
	r := unary(OpRepeat, e)
	r.Min, r.Max = min, max
	return r
}

func unary(op Op, e *Expr) *Expr { return &Expr{Op: op, Args: []*Expr{e}} }

// chain builds the node of an associative operator. No node of the same operator is
// directly below it, so that one expression has one tree.
func chain(op Op, unit *Expr, es []*Expr) *Expr {
	if len(es) == 1 {
		return es[0]
	}
	args := syntax.Flat(es, func(e *Expr) bool { return e.Op == op })
	if len(args) == 0 {
		return unit
	}
	return &Expr{Op: op, Args: args}
}

// Same reports whether a and b are the same tree.
func Same(a, b *Expr) bool {
	return a == b || a.Op == b.Op && a.Min == b.Min && a.Max == b.Max &&
		slices.Equal(a.Class, b.Class) && slices.EqualFunc(a.Args, b.Args, Same)
}

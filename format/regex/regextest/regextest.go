// Package regextest draws random regular expressions for property tests. The
// trees are those that the constructors of package regex build: concatenations
// and alternations flat, classes normal.
package regextest

import (
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
)

// maxLeaves bounds a tree; counted repetition multiplies what it denotes.
const maxLeaves = 12

// Paper draws expressions of the AutoEval paper's notation over the runes of
// alphabet: symbols, concatenation and star.
func Paper(alphabet string) *rapid.Generator[*regex.Expr] {
	symbols := []rune(alphabet)
	return custom(func(t *rapid.T, g *drawer, leaves int) *regex.Expr {
		switch {
		case leaves > 1:
			return g.concat(t, leaves)
		case rapid.IntRange(0, 2).Draw(t, "star") == 0:
			return regex.Star(g.tree(t, leaves))
		}
		return regex.Symbol(rapid.SampledFrom(symbols).Draw(t, "symbol"))
	})
}

// Expr draws expressions with every kind of node over alphabet and, rarely,
// beyond it: the empty language, anchors, classes, negated classes, any rune,
// counted repetition up to {0,3}.
func Expr(alphabet string) *rapid.Generator[*regex.Expr] {
	symbols := []rune(alphabet)
	return custom(func(t *rapid.T, g *drawer, leaves int) *regex.Expr {
		if leaves > 1 && rapid.IntRange(0, 3).Draw(t, "joined") > 0 {
			if rapid.Bool().Draw(t, "concat") {
				return g.concat(t, leaves)
			}
			left := rapid.IntRange(1, leaves-1).Draw(t, "left")
			return regex.Alternate(g.tree(t, left), g.tree(t, leaves-left))
		}
		switch rapid.IntRange(0, 13).Draw(t, "kind") {
		case 0, 1:
			return regex.Star(g.tree(t, leaves))
		case 2:
			return regex.Plus(g.tree(t, leaves))
		case 3:
			return regex.Optional(g.tree(t, leaves))
		case 4:
			lo := rapid.IntRange(0, 2).Draw(t, "min")
			hi := rapid.IntRange(lo-1, 3).Draw(t, "max")
			if hi < lo {
				hi = -1
			}
			return regex.Repeat(g.tree(t, leaves), lo, hi)
		case 5:
			return rapid.SampledFrom([]*regex.Expr{
				regex.Empty(), regex.Epsilon(), regex.Begin(), regex.End(), regex.Any(),
			}).Draw(t, "special")
		case 6:
			return class(t, symbols)
		}
		return regex.Symbol(rapid.SampledFrom(symbols).Draw(t, "symbol"))
	})
}

// Text draws characters that mean something to the parser more often than
// any others: hostile input.
func Text() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.SampledFrom([]rune("01ab()*+?|.[]^-{},$\\ xuεϵλ∅∗（）０…\"'`/:=!<>")),
		rapid.Rune(),
	))
}

func class(t *rapid.T, symbols []rune) *regex.Expr {
	var ranges []regex.Range
	for range rapid.IntRange(1, 3).Draw(t, "ranges") {
		lo := rapid.SampledFrom(symbols).Draw(t, "lo")
		ranges = append(ranges, regex.Range{Lo: lo, Hi: lo + rapid.SampledFrom([]rune{0, 1, 2, 60}).Draw(t, "width")})
	}
	e := regex.Class(ranges...)
	if rapid.Bool().Draw(t, "negated") {
		return regex.Class(regex.Complement(e.Class)...)
	}
	return e
}

// A drawer draws trees by a rule, which draws one of a number of leaves.
type drawer struct {
	rule  func(t *rapid.T, g *drawer, leaves int) *regex.Expr
	nodes int
}

func custom(rule func(t *rapid.T, g *drawer, leaves int) *regex.Expr) *rapid.Generator[*regex.Expr] {
	return rapid.Custom(func(t *rapid.T) *regex.Expr {
		g := &drawer{rule: rule}
		return g.tree(t, rapid.IntRange(1, maxLeaves).Draw(t, "leaves"))
	})
}

// tree draws a tree of the given number of leaves. Towers of repetitions end
// in the first of the bounds that they meet.
func (g *drawer) tree(t *rapid.T, leaves int) *regex.Expr {
	if g.nodes++; g.nodes > 4*maxLeaves {
		return regex.Epsilon()
	}
	return g.rule(t, g, leaves)
}

func (g *drawer) concat(t *rapid.T, leaves int) *regex.Expr {
	left := rapid.IntRange(1, leaves-1).Draw(t, "left")
	e := regex.Concat(g.tree(t, left), g.tree(t, leaves-left))
	if rapid.IntRange(0, 3).Draw(t, "starred") == 0 {
		return regex.Star(e)
	}
	return e
}

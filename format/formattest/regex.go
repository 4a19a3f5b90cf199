package formattest

import (
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
)

// The trees are those that the constructors of package regex build:
// concatenations and alternations flat, classes normal. Choices are drawn by
// rapid.SampledFrom, which is uniform; rapid's integers prefer small ones, which
// would make most trees a symbol.

// PaperRegex draws expressions in the AutoEval paper's notation over the runes
// of alphabet: symbols, concatenation and star, of 1 to 12 symbols.
func PaperRegex(alphabet string) *rapid.Generator[*regex.Expr] {
	g := &grammar{
		symbols: []rune(alphabet),
		join:    []kind{concat},
		wrap:    []kind{none, none, star},
	}
	return g.generator()
}

// Regex draws expressions with every kind of node, of 1 to 12 leaves, over
// alphabet and, rarely, beyond it: the empty language and the empty string,
// anchors, classes, negated classes, any rune, counts up to {2,3} and {2,}.
func Regex(alphabet string) *rapid.Generator[*regex.Expr] {
	g := &grammar{
		symbols: []rune(alphabet),
		join:    []kind{concat, concat, alternate},
		wrap:    []kind{none, none, none, none, none, none, star, star, plus, optional, counted},
		special: []*regex.Expr{regex.Empty(), regex.Epsilon(), regex.Begin(), regex.End(), regex.Any()},
	}
	return g.generator()
}

// RegexText draws hostile input, in which the parser's operators are more frequent
// than other characters.
func RegexText() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.SampledFrom([]rune("01ab()*+?|.[]^-{},$\\ xuεϵλ∅∗（）０…\"'`/:=!<>")),
		rapid.Rune(),
	))
}

type kind int

const (
	none kind = iota
	concat
	alternate
	star
	plus
	optional
	counted
)

// A grammar lists what may occur; repeated entries are more frequent.
type grammar struct {
	symbols []rune
	join    []kind        // of two trees
	wrap    []kind        // around a tree; none ends a tower of them
	special []*regex.Expr // leaves beside symbols; with any of them go classes
}

func (g *grammar) generator() *rapid.Generator[*regex.Expr] {
	sizes := rapid.SampledFrom([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	return rapid.Custom(func(t *rapid.T) *regex.Expr {
		return g.tree(t, sizes.Draw(t, "leaves"))
	})
}

// maxTower bounds repetitions directly around each other.
const maxTower = 3

func (g *grammar) tree(t *rapid.T, leaves int) *regex.Expr {
	e := g.joined(t, leaves)
	for range maxTower {
		switch rapid.SampledFrom(g.wrap).Draw(t, "wrap") {
		case none:
			return e
		case star:
			e = regex.Star(e)
		case plus:
			e = regex.Plus(e)
		case optional:
			e = regex.Optional(e)
		case counted:
			c := rapid.SampledFrom([][2]int{{0, 0}, {0, 2}, {1, 1}, {1, 2}, {2, 2}, {2, 3}, {0, -1}, {2, -1}}).Draw(t, "count")
			e = regex.Repeat(e, c[0], c[1])
		}
	}
	return e
}

func (g *grammar) joined(t *rapid.T, leaves int) *regex.Expr {
	if leaves == 1 {
		return g.leaf(t)
	}
	splits := make([]int, leaves-1)
	for i := range splits {
		splits[i] = i + 1
	}
	n := rapid.SampledFrom(splits).Draw(t, "left")
	left, right := g.tree(t, n), g.tree(t, leaves-n)
	if rapid.SampledFrom(g.join).Draw(t, "join") == concat {
		return regex.Concat(left, right)
	}
	return regex.Alternate(left, right)
}

func (g *grammar) leaf(t *rapid.T) *regex.Expr {
	symbol := regex.Symbol(rapid.SampledFrom(g.symbols).Draw(t, "symbol"))
	if g.special == nil {
		return symbol
	}
	switch rapid.SampledFrom([]string{"symbol", "symbol", "symbol", "symbol", "special", "class"}).Draw(t, "leaf") {
	case "special":
		return rapid.SampledFrom(g.special).Draw(t, "special")
	case "class":
		return g.class(t)
	}
	return symbol
}

func (g *grammar) class(t *rapid.T) *regex.Expr {
	var ranges []regex.Range
	for range rapid.SampledFrom([]int{1, 1, 2, 3}).Draw(t, "ranges") {
		lo := rapid.SampledFrom(g.symbols).Draw(t, "lo")
		width := rapid.SampledFrom([]rune{0, 0, 1, 2, 60, 0x3000, 0xE000}).Draw(t, "width")
		ranges = append(ranges, regex.Range{Lo: lo, Hi: lo + width})
	}
	e := regex.Class(ranges...)
	if rapid.Bool().Draw(t, "negated") {
		return regex.Class(regex.Complement(e.Class)...)
	}
	return e
}

package formattest

import (
	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
)

// The trees have the form that the constructors of package regex build: concatenations
// and alternations are flat, classes are normal. Choices are drawn by
// rapid.SampledFrom, which is uniform. rapid's integers prefer small numbers, so most
// trees would be symbols.

// PaperRegex draws expressions in the AutoEval paper's notation over the runes of
// alphabet: 1 to 12 symbols with concatenation and star.
func PaperRegex(alphabet string) *rapid.Generator[*regex.Expr] {
	g := &grammar{
		symbols: []rune(alphabet),
		join:    []regex.Op{regex.OpConcat},
		wrap:    []regex.Op{0, 0, regex.OpStar},
	}
	return g.generator()
}

// Regex draws expressions of 1 to 12 leaves over alphabet and, rarely, other runes.
// They can contain the empty language, the empty string, anchors, classes, negated
// classes, any rune, and counts up to {2,3} and {2,}.
func Regex(alphabet string) *rapid.Generator[*regex.Expr] {
	g := &grammar{
		symbols: []rune(alphabet),
		join:    []regex.Op{regex.OpConcat, regex.OpConcat, regex.OpAlternate},
		wrap:    []regex.Op{0, 0, 0, 0, 0, 0, regex.OpStar, regex.OpStar, regex.OpPlus, regex.OpOptional, regex.OpRepeat},
		special: []*regex.Expr{regex.Empty(), regex.Epsilon(), {Op: regex.OpBegin}, {Op: regex.OpEnd}, regex.Any()},
	}
	return g.generator()
}

// ExtendedRegex draws expressions as Regex does, with intersections, complements and
// word boundaries.
func ExtendedRegex(alphabet string) *rapid.Generator[*regex.Expr] {
	g := &grammar{
		symbols: []rune(alphabet),
		join:    []regex.Op{regex.OpConcat, regex.OpConcat, regex.OpAlternate, regex.OpIntersect},
		wrap:    []regex.Op{0, 0, 0, 0, 0, 0, regex.OpStar, regex.OpPlus, regex.OpOptional, regex.OpRepeat, regex.OpComplement},
		special: []*regex.Expr{
			regex.Empty(), regex.Epsilon(), {Op: regex.OpBegin}, {Op: regex.OpEnd}, regex.Any(), regex.Star(regex.Any()), {Op: regex.OpBoundary}, {Op: regex.OpBoundary}, {Op: regex.OpBoundary},
		},
	}
	return g.generator()
}

// A grammar lists what may occur; repeated entries are more frequent.
type grammar struct {
	symbols []rune
	join    []regex.Op    // of two trees
	wrap    []regex.Op    // around a tree; 0: no more of them
	special []*regex.Expr // leaves other than symbols; nil: also no classes
}

func (g *grammar) generator() *rapid.Generator[*regex.Expr] {
	return rapid.Custom(func(t *rapid.T) *regex.Expr { return g.tree(t, upTo(t, 12, "leaves")) })
}

// upTo draws a number from 1 to most.
func upTo(t *rapid.T, most int, label string) int {
	numbers := make([]int, most)
	for i := range numbers {
		numbers[i] = i + 1
	}
	return rapid.SampledFrom(numbers).Draw(t, label)
}

// maxTower bounds the number of operators directly around each other.
const maxTower = 3

func (g *grammar) tree(t *rapid.T, leaves int) *regex.Expr {
	e := g.joined(t, leaves)
	for range maxTower {
		op := rapid.SampledFrom(g.wrap).Draw(t, "wrap")
		if op == 0 {
			return e
		}
		e = &regex.Expr{Op: op, Args: []*regex.Expr{e}}
		if op == regex.OpRepeat {
			c := rapid.SampledFrom([][2]int{{0, 0}, {0, 2}, {1, 1}, {1, 2}, {2, 2}, {2, 3}, {0, -1}, {2, -1}}).Draw(t, "count")
			e.Min, e.Max = c[0], c[1]
		}
	}
	return e
}

func (g *grammar) joined(t *rapid.T, leaves int) *regex.Expr {
	if leaves == 1 {
		return g.leaf(t)
	}
	n := upTo(t, leaves-1, "left")
	args := []*regex.Expr{g.tree(t, n), g.tree(t, leaves-n)}
	return (&regex.Expr{Op: rapid.SampledFrom(g.join).Draw(t, "join")}).WithOperands(args)
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

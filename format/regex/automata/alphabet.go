package automata

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// An alphabet divides the runes into intervals within which no class of the
// expressions starts or ends. A cut is the first rune of a range, or the rune behind its
// last one. seal sorts the cuts.
type alphabet []rune

func (a *alphabet) add(class []regex.Range) {
	for _, r := range class {
		*a = append(*a, r.Lo, regex.Next(r.Hi))
	}
}

func (a *alphabet) seal() {
	slices.Sort(*a)
	*a = slices.Compact(*a)
}

// index returns the number of cuts below r: the index of the interval that starts
// at cut r.
func (a alphabet) index(r rune) int {
	i, _ := slices.BinarySearch(a, r)
	return i
}

// intervals calls f with every interval in ascending order. The last interval may
// be empty.
func (a alphabet) intervals(f func(i int, r regex.Range)) {
	for i, lo := range a {
		hi := rune(utf8.MaxRune)
		if i+1 < len(a) {
			hi = a[i+1] - 1
		}
		f(i, regex.Range{Lo: lo, Hi: hi})
	}
}

// size returns the number of scalar values in r, which contains all surrogates or
// none.
func size(r regex.Range) int {
	n := int(r.Hi-r.Lo) + 1
	if r.Lo < 0xD800 && r.Hi >= 0xDFFF {
		n -= 0xE000 - 0xD800
	}
	return n
}

// legible lists the ASCII ranges of legible runes, the most legible first.
var legible = [...]regex.Range{{Lo: '0', Hi: '9'}, {Lo: 'a', Hi: 'z'}, {Lo: 'A', Hi: 'Z'}, {Lo: '!', Hi: '~'}, {Lo: ' ', Hi: ' '}}

// representative returns the most legible rune of r, with its rank: one of legible, another
// printable character among the first 1000 runes, or r.Lo.
func representative(r regex.Range) (c rune, rank int) {
	for i, p := range legible {
		if lo := max(r.Lo, p.Lo); lo <= min(r.Hi, p.Hi) {
			return lo, i
		}
	}
	const tries = 1000
	for c, n := r.Lo, 0; c <= r.Hi && n < tries; c, n = regex.Next(c), n+1 {
		if unicode.IsPrint(c) && !unicode.Is(unicode.M, c) {
			return c, len(legible)
		}
	}
	if unicode.IsPrint(r.Lo) {
		return r.Lo, len(legible)
	}
	return r.Lo, len(legible) + 1
}

// maxNamed is the size of the largest range whose runes count as symbols.
const maxNamed = 128

// Symbols returns the runes that occur in es, in ascending order: the members of
// classes, and the runes that a negated class excludes. Ranges of more than 128
// runes are ignored.
func Symbols(es ...*regex.Expr) []rune {
	var out []rune
	for x := range regex.Concat(es...).Subexpressions() {
		class := x.Class
		if n := len(class); n > 0 && size(class[n-1]) > maxNamed {
			class = regex.Complement(class)
		}
		for _, r := range class {
			for c := r.Lo; c <= r.Hi && size(r) <= maxNamed; c = regex.Next(c) {
				out = append(out, c)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

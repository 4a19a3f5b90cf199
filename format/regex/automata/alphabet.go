package automata

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// An alphabet cuts the runes into intervals that no class of the expressions
// tells apart: a cut stands where a range starts and behind its end. It is
// sorted once sealed.
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

// index is the number of cuts below r: of the interval that starts at cut r.
func (a alphabet) index(r rune) int {
	i, _ := slices.BinarySearch(a, r)
	return i
}

// find is the interval that holds r, or -1 where r is below all cuts.
func (a alphabet) find(r rune) int { return a.index(r+1) - 1 }

// intervals calls f with every interval in ascending order; the last one may
// be empty, starting behind the last rune.
func (a alphabet) intervals(f func(i int, r regex.Range)) {
	for i, lo := range a {
		hi := rune(utf8.MaxRune)
		if i+1 < len(a) {
			hi = a[i+1] - 1
		}
		f(i, regex.Range{Lo: lo, Hi: hi})
	}
}

// size is the number of scalar values in r, which holds all surrogates or none:
// an interval that ends before U+E000 ends with them.
func size(r regex.Range) int {
	n := int(r.Hi-r.Lo) + 1
	if r.Lo < 0xD800 && r.Hi >= 0xDFFF {
		n -= 0xE000 - 0xD800
	}
	return n
}

// representative is the rune of r that a person reads most easily: a digit, a
// small letter, a capital, another printable character of ASCII, any other
// printable character, in that order.
func representative(r regex.Range) rune {
	for _, p := range [...]regex.Range{{Lo: '0', Hi: '9'}, {Lo: 'a', Hi: 'z'}, {Lo: 'A', Hi: 'Z'}, {Lo: '!', Hi: '~'}, {Lo: ' ', Hi: ' '}} {
		if lo := max(r.Lo, p.Lo); lo <= min(r.Hi, p.Hi) {
			return lo
		}
	}
	const tries = 1000
	for c, n := r.Lo, 0; c <= r.Hi && n < tries; c, n = regex.Next(c), n+1 {
		if unicode.IsPrint(c) && !unicode.Is(unicode.M, c) {
			return c
		}
	}
	return r.Lo
}

// legibility orders the kinds of runes that representative prefers.
func legibility(r rune) int {
	switch {
	case r >= '0' && r <= '9':
		return 0
	case r >= 'a' && r <= 'z':
		return 1
	case r >= 'A' && r <= 'Z':
		return 2
	case r > ' ' && r < 0x7F:
		return 3
	case unicode.IsPrint(r):
		return 4
	}
	return 5
}

package automata

import (
	"math/bits"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/regex"
)

// An alphabet cuts the runes into intervals that no class of the expressions
// tells apart: a cut stands where a range starts and behind its end. Cuts in
// ASCII are bits, so that the usual expression, over a few digits, sorts
// nothing.
type alphabet struct {
	low   [2]uint64
	high  []rune // from utf8.RuneSelf on; sorted and unique once sealed
	count int    // of cuts, once sealed
}

func (a *alphabet) reset() { *a = alphabet{high: a.high[:0]} }

func (a *alphabet) add(class []regex.Range) {
	for _, r := range class {
		a.cut(r.Lo)
		a.cut(regex.Next(r.Hi))
	}
}

func (a *alphabet) cut(r rune) {
	if r < utf8.RuneSelf {
		a.low[r>>6] |= 1 << (r & 63)
		return
	}
	if n := len(a.high); n == 0 || a.high[n-1] != r {
		a.high = append(a.high, r)
	}
}

func (a *alphabet) seal() {
	if len(a.high) > 1 {
		slices.Sort(a.high)
		a.high = slices.Compact(a.high)
	}
	a.count = bits.OnesCount64(a.low[0]) + bits.OnesCount64(a.low[1]) + len(a.high)
}

// index is the number of cuts below r: of the interval that starts at cut r.
func (a *alphabet) index(r rune) int {
	if r < 64 {
		return bits.OnesCount64(a.low[0] & (1<<r - 1))
	}
	n := bits.OnesCount64(a.low[0])
	if r < utf8.RuneSelf {
		return n + bits.OnesCount64(a.low[1]&(1<<(r-64)-1))
	}
	i, _ := slices.BinarySearch(a.high, r)
	return n + bits.OnesCount64(a.low[1]) + i
}

// find is the interval that holds r, or -1 where r is below all cuts.
func (a *alphabet) find(r rune) int { return a.index(r+1) - 1 }

// intervals calls f with every interval in ascending order; the last one may
// be empty, starting behind the last rune.
func (a *alphabet) intervals(f func(i int, r regex.Range)) {
	i, lo := -1, rune(0)
	next := func(cut rune) {
		if i >= 0 {
			f(i, regex.Range{Lo: lo, Hi: cut - 1})
		}
		i, lo = i+1, cut
	}
	for w, word := range a.low {
		for ; word != 0; word &= word - 1 {
			next(rune(w*64 + bits.TrailingZeros64(word)))
		}
	}
	for _, cut := range a.high {
		next(cut)
	}
	next(utf8.MaxRune + 1)
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

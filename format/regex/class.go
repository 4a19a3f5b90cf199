package regex

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// The surrogates are code points but not scalar values; no text contains them.
const (
	surrogateLo = 0xD800
	surrogateHi = 0xDFFF
)

// The classes of escapes, over ASCII as in ECMAScript and RE2.
var (
	digits = []Range{{'0', '9'}}
	words  = []Range{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	spaces = []Range{{'\t', '\r'}, {' ', ' '}}
)

// WordCharacters returns the ranges of \w, the word characters of Boundary.
func WordCharacters() []Range { return slices.Clone(words) }

// Next returns the scalar value after r, or U+110000 after the last one.
func Next(r rune) rune {
	if r == surrogateLo-1 {
		return surrogateHi + 1
	}
	return r + 1
}

func previous(r rune) rune {
	if r == surrogateHi+1 {
		return surrogateLo - 1
	}
	return r - 1
}

// normalize sorts rs in place, restricts it to the scalar values and merges ranges
// that overlap or are adjacent.
func normalize(rs []Range) []Range {
	n := 0
	for _, r := range rs {
		r.Lo, r.Hi = max(r.Lo, 0), min(r.Hi, utf8.MaxRune)
		if r.Lo >= surrogateLo && r.Lo <= surrogateHi {
			r.Lo = surrogateHi + 1
		}
		if r.Hi >= surrogateLo && r.Hi <= surrogateHi {
			r.Hi = surrogateLo - 1
		}
		if r.Lo <= r.Hi {
			rs[n] = r
			n++
		}
	}
	rs = rs[:n]
	slices.SortFunc(rs, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	n = 0
	for _, r := range rs {
		if n > 0 && r.Lo <= Next(rs[n-1].Hi) {
			rs[n-1].Hi = max(rs[n-1].Hi, r.Hi)
			continue
		}
		rs[n] = r
		n++
	}
	return rs[:n]
}

// Complement returns the runes that are not in class. Both are sorted, disjoint and
// not adjacent.
func Complement(class []Range) []Range {
	out := make([]Range, 0, len(class)+1)
	lo := rune(0)
	for _, r := range class {
		if r.Lo > lo {
			out = append(out, Range{lo, previous(r.Lo)})
		}
		lo = Next(r.Hi)
	}
	if lo <= utf8.MaxRune {
		out = append(out, Range{lo, utf8.MaxRune})
	}
	return out
}

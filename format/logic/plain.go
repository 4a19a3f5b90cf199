package logic

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// dropped is the plain form of runes that are removed.
const dropped = -1

// plainRune returns the plain form of typographic variants, which models copy from
// typeset text: full-width forms, spaces of other widths, hyphens and dashes, quotation
// marks, subscript digits, letters of the mathematical alphabets. It returns dropped for
// zero-width runes, and any other rune unchanged.
func plainRune(r rune) rune {
	switch {
	case r < 0xA0:
		if r == 0x85 {
			return '\n'
		}
		return r
	case r == 0xA0, r == 0x1680, 0x2000 <= r && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
		return ' '
	case r == 0x2028, r == 0x2029:
		return '\n'
	case r == 0xAD, r == 0x061C, r == 0x180E, 0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E,
		0x2060 <= r && r <= 0x206F, 0xFE00 <= r && r <= 0xFE0F, r == 0xFEFF:
		return dropped
	case 0x2010 <= r && r <= 0x2015, r == 0x2212, r == 0xFE58, r == 0xFE63:
		return '-'
	case r == 0x2018, r == 0x2019, r == 0x02BC, r == 0x2032:
		return '\''
	case r == 0x201C, r == 0x201D:
		return '"'
	case 0x2080 <= r && r <= 0x2089:
		return '0' + r - 0x2080
	case r == 0x3001:
		return ','
	case r == 0x3002:
		return '.'
	case 0xFF01 <= r && r <= 0xFF5E:
		return r - 0xFEE0
	case r == 0xFFE2:
		return '¬'
	case 0x1D400 <= r && r <= 0x1D7FF:
		plain, _ := utf8.DecodeRuneInString(norm.NFKC.String(string(r)))
		return plain
	}
	return r
}

// isForeign reports whether the plain form of r differs from r.
func isForeign(r rune) bool { return r >= 0x85 && plainRune(r) != r }

// plainText replaces each rune of s by its plain form, and what is not UTF-8 by
// U+FFFD.
func plainText(s string) string { return strings.Map(plainRune, s) }

// plainOffset returns the offset in s that corresponds to offset off of
// plainText(s).
func plainOffset(s string, off int) int {
	for i, r := range s {
		if p := plainRune(r); p != dropped {
			if off -= utf8.RuneLen(p); off < 0 {
				return i
			}
		}
	}
	return len(s)
}

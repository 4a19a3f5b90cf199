package logic

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold maps names that differ only in case, or in the encoding of an accent, to
// one name: simple case folding of each rune of the canonical decomposition,
// composed again (NFC). Names are compared by it unless they are case-sensitive.
// Fold(Fold(s)) = Fold(s); the full folding of x/text/cases violates this for
// Cherokee, and no name needs what it adds, ß = ss.
func Fold(name string) string {
	i := 0
	for ; i < len(name); i++ {
		if c := name[i]; c >= 0x80 {
			return foldUnicode(name)
		} else if 'A' <= c && c <= 'Z' {
			break
		}
	}
	if i == len(name) {
		return name
	}
	b := []byte(name)
	for ; i < len(b); i++ {
		if b[i] >= 0x80 {
			return foldUnicode(name)
		}
		b[i] = lower(b[i])
	}
	return string(b)
}

// foldUnicode decomposes before it folds: some letters fold only without their
// marks (Unicode 15, section 3.13, D145 to D147).
func foldUnicode(name string) string {
	if !composable(name) {
		return strings.Map(foldRune, name)
	}
	return norm.NFC.String(strings.Map(foldRune, norm.NFD.String(name)))
}

// compose returns the composed form (NFC) of a name.
func compose(name string) string {
	if !composable(name) {
		return name
	}
	return norm.NFC.String(name)
}

// composable reports whether x/text can compose s: up to v0.41.0 it uses only the
// low 16 bits of a rune and composes U+10041 U+0300 to À.
func composable(s string) bool {
	for _, r := range s {
		if r > 0xFFFF {
			return false
		}
	}
	return true
}

// foldRune maps runes that differ only in case to one rune: the lower case of the
// least of them.
func foldRune(r rune) rune {
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	return unicode.ToLower(least)
}

// sameFold reports whether Fold(a) = Fold(b). It builds neither if both are ASCII.
func sameFold(a, b string) bool {
	if a == b {
		return true
	}
	if len(a) == len(b) {
		i := 0
		for i < len(a) && a[i] < 0x80 && b[i] < 0x80 && lower(a[i]) == lower(b[i]) {
			i++
		}
		if i == len(a) {
			return true
		}
	}
	if ascii(a) && ascii(b) {
		return false
	}
	return Fold(a) == Fold(b)
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

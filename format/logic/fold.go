package logic

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold maps names that differ only in case, or in the encoding of an accent, to one name.
// It decomposes a name canonically, folds the case of each rune (simple folding), and
// composes the name again (NFC). The decomposition is needed because some letters fold
// only without their marks (Unicode 15, section 3.13, D145 to D147). Names are compared
// by Fold unless they are case-sensitive. Fold(Fold(s)) = Fold(s). Rejected: the full
// folding of x/text/cases, which violates this for Cherokee. No name needs its ß = ss.
func Fold(name string) string {
	if isASCII(name) {
		return strings.ToLower(name)
	}
	if !composable(name) {
		return strings.Map(foldRune, name)
	}
	return norm.NFC.String(strings.Map(foldRune, norm.NFD.String(name)))
}

// Folding returns fold or, if it is nil, a function that keeps names.
func Folding(fold func(string) string) func(string) string {
	if fold == nil {
		return func(name string) string { return name }
	}
	return fold
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
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0xFFFF })
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

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// CompareNames orders names by their stem and then by their number: p2 before p10.
func CompareNames(a, b string) int {
	stemA, numberA := numbered(a)
	stemB, numberB := numbered(b)
	return cmp.Or(cmp.Compare(stemA, stemB), cmp.Compare(len(numberA), len(numberB)), cmp.Compare(numberA, numberB), cmp.Compare(a, b))
}

// numbered splits a name before its last digits, and drops their leading zeros.
func numbered(name string) (stem, number string) {
	stem = strings.TrimRight(name, "0123456789")
	return stem, strings.TrimLeft(name[len(stem):], "0")
}

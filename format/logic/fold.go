package logic

import (
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold maps names that differ only in case, or in how an accent is encoded, to
// one name: Unicode's full case folding of the composed form (NFC). Names are
// compared by it unless the user asks for case. Fold(Fold(s)) = Fold(s).
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

// foldUnicode decomposes before it folds: some letters fold only when their
// marks stand apart (Unicode 15, section 3.13, D145 to D147).
func foldUnicode(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(name)))
}

// sameFold reports whether Fold(a) = Fold(b), without building either where
// both are ASCII.
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

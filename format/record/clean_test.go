package record

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// slowClean is clean one rune at a time.
func slowClean(s string, i int) int {
	for i < len(s) {
		r, width := utf8.DecodeRuneInString(s[i:])
		if s[i] < ' ' || s[i] == '"' || s[i] == '\\' || r == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
	return i
}

// TestClean holds clean against slowClean on text that is, of pieces that meet
// the ends of words at all places, mostly good.
func TestClean(t *testing.T) {
	pieces := []string{
		"p1", "(", " ∧ ", "¬", "→", "∀x", "aaaaaaaa", "é", "привет", "日本語", "😀", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uffff", "\U0010ffff", "\x7f",
		"\"", "\\", "\n", "\x00", "\x1f", " ", "!", "#", "[", "]",
		"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xe2", "\xe2\x88", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf2\x80\x80\x80", "\xf4\x90\x80\x80", "\xf6\x80\x80\x80", "\xfa", "\xfe\x80\x80", "\xff",
	}
	good := rapid.SampledFrom(pieces[:19])
	any := rapid.SampledFrom(pieces)
	rapid.Check(t, func(t *rapid.T) {
		s := ""
		for range rapid.IntRange(0, 12).Draw(t, "good") {
			s += good.Draw(t, "piece")
		}
		for range rapid.IntRange(0, 6).Draw(t, "any") {
			s += any.Draw(t, "piece")
		}
		i := 0
		for n := rapid.IntRange(0, 4).Draw(t, "from"); n > 0 && i < len(s); n-- {
			_, width := utf8.DecodeRuneInString(s[i:])
			i += width
		}
		want := slowClean(s, i)
		if got := clean(s, i); got != want {
			t.Fatalf("clean(%q, %d) is %d, expected %d", s, i, got, want)
		}
		if got := clean([]byte(s), i); got != want {
			t.Fatalf("clean([]byte(%q), %d) is %d, expected %d", s, i, got, want)
		}
	})
}

// TestCleanWindows tries all pairs of bytes at all places of two words.
func TestCleanWindows(t *testing.T) {
	for _, around := range []string{"aaaaaaaaaaaaaaaaaaa", "∧∧∧∧∧∧∧", "a¬a∧a¬a∧a¬a∧a"} {
		for at := range 17 {
			b := []byte(around)
			for x := range 256 {
				for y := range 256 {
					b[at], b[at+1] = byte(x), byte(y)
					s := string(b)
					if got, want := clean(s, 0), slowClean(s, 0); got != want {
						t.Fatalf("clean(%q, 0) is %d, expected %d", s, got, want)
					}
				}
			}
		}
	}
}

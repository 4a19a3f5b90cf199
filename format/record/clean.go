package record

import (
	"math/bits"
	"unicode/utf8"
)

// Classes of bytes in a JSON string.
const (
	asItIs  = iota
	special // ends the text that needs no look: a quotation mark, a backslash, a control character
	lead2   // begins a rune of two bytes
	lead3   // of three, none of whose continuations are excluded
	other   // anything else beyond ASCII
)

var textClass = func() (t [256]uint8) {
	for c := range t {
		switch {
		case c < ' ', c == '"', c == '\\':
			t[c] = special
		case c < utf8.RuneSelf:
		case 0xC2 <= c && c <= 0xDF:
			t[c] = lead2
		case 0xE1 <= c && c <= 0xEF && c != 0xED:
			t[c] = lead3
		default:
			t[c] = other
		}
	}
	return t
}()

// clean returns where, from i on, the text ends that stands in a JSON string as
// it is: at a quotation mark, a backslash, a control character, a byte that is
// not UTF-8, or the end. One pass for both questions, since rows are mostly
// text: eight bytes at a time as far as they are ASCII and the runes that
// formulas are made of, and where that ends one rune at a time up to the next
// ASCII.
func clean[T string | []byte](s T, i int) int {
	i = cleanWords(s, i)
	for i < len(s) {
		switch textClass[s[i]] {
		case asItIs:
			i = cleanWords(s, i+1)
		case special:
			return i
		case lead2:
			if i+1 >= len(s) || s[i+1]&0xC0 != 0x80 {
				return i
			}
			i += 2
		case lead3:
			if i+2 >= len(s) || s[i+1]&0xC0 != 0x80 || s[i+2]&0xC0 != 0x80 {
				return i
			}
			i += 3
		default:
			r, width := utf8.DecodeRuneInString(string(s[i:min(len(s), i+utf8.UTFMax)]))
			if r == utf8.RuneError && width <= 1 {
				return i
			}
			i += width
		}
	}
	return i
}

// The bits of a word of eight bytes by which cleanWords tells them apart.
const (
	each = 0x0101010101010101 // the lowest bit of every byte
	tops = 0x80 * each        // the highest
)

// cleanWords goes over words of eight bytes from the beginning of a rune at i
// on, as long as they hold nothing but ASCII that needs no escape and runes
// whose first byte is of the pattern 110xxx10 or 1110xx10 (as those of ¬ and of
// ∧∨→↔∀∃ are: no such rune is overlong, a surrogate or beyond Unicode). It
// returns where a rune begins, at or before what ends that.
//
// The n-th byte of the text is the n-th lowest of a word, and a mask has the
// highest bit of each byte that it is about. Subtracting from all bytes at once
// (Mycroft, 1987; see Warren, Hacker's Delight, section 6-1) finds for certain
// the first byte of a kind; what it may find behind it does not matter here.
func cleanWords[T string | []byte](s T, i int) int {
	due := uint64(0) // continuations that runes of the words before still have to come
	for ; i+8 <= len(s); i += 8 {
		w := s[i : i+8]
		x := uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
			uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
		quote, backslash := x^'"'*each, x^'\\'*each
		end := ((x - ' '*each) | (quote - each) | (backslash - each)) &^ x & tops
		if high := x & tops; high|due != 0 {
			lead := high & (x << 1)
			three := lead & (x << 2)
			fits := lead &^ (x << 3 & three) & (x << 6) &^ (x << 7)
			wanted := due | lead<<8 | three<<16
			if fits != lead || wanted != high&^lead {
				break
			}
			due = lead>>56 | three>>48
		}
		if end != 0 {
			return i + bits.TrailingZeros64(end)>>3
		}
	}
	for due != 0 { // back to the first byte of the rune that is under way
		i--
		if s[i]&0xC0 == 0xC0 {
			break
		}
	}
	return i
}

package record

import "unicode/utf8"

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
// not UTF-8, or the end. One pass for both questions, with the runes of
// formulas first, since rows are mostly text.
func clean[T string | []byte](s T, i int) int {
	for i < len(s) {
		switch textClass[s[i]] {
		case asItIs:
			for i++; i < len(s) && textClass[s[i]] == asItIs; i++ {
			}
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

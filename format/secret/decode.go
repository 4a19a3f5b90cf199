package secret

import (
	"bytes"
	"html"
	"iter"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A decoded is the result of decoding a text, with the part of the text from which each of
// its bytes comes.
type decoded struct {
	text     []byte
	from, to []int32
}

// source returns the part of the text from which the bytes i to j come.
func (d *decoded) source(i, j int) (from, to int) { return int(d.from[i]), int(d.to[j-1]) }

// A code writes bytes as digits of a fixed number of bits.
type code struct {
	bits   int // of a digit
	digits int // after which a byte begins at a digit again
	value  [256]int8
}

const (
	none  = -1 // not a digit
	blank = -2 // a line break, which base64 may have anywhere
)

// codes are base64, with the digits of both alphabets, and hexadecimal.
var codes = []*code{
	newCode(6, 4, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "-_", 62),
	newCode(4, 2, "0123456789abcdef", "ABCDEF", 10),
}

func newCode(bits, digits int, alphabet, others string, first int) *code {
	c := &code{bits: bits, digits: digits}
	for i := range c.value {
		c.value[i] = none
	}
	for i := range len(alphabet) {
		c.value[alphabet[i]] = int8(i)
	}
	for i := range len(others) {
		c.value[others[i]] = int8(first + i)
	}
	if bits == 6 {
		c.value['\r'], c.value['\n'] = blank, blank
	}
	return c
}

// size returns the number of digits for n bytes.
func (c *code) size(n int) int { return 8 * n / c.bits }

// runs returns the parts of text with at least so many digits and nothing else.
func (c *code) runs(text []byte, digits int) iter.Seq[span] {
	return func(yield func(span) bool) {
		for i := 0; i < len(text); i++ {
			from := i
			for i < len(text) && c.value[text[i]] != none {
				i++
			}
			if i-from >= digits && !yield(span{from, i}) {
				return
			}
		}
	}
}

// decode decodes a run, without its first digits. Every start has to be tried, because
// other text that looks like digits can stand before an encoded value.
func (c *code) decode(text []byte, r span, skip int) *decoded {
	n := (r.to - r.from) * c.bits / 8
	out, from, to := make([]byte, 0, n), make([]int32, 0, n), make([]int32, 0, n)
	bits, have, start := uint32(0), 0, int32(r.from)
	for i := r.from; i < r.to; i++ {
		v := c.value[text[i]]
		if v == blank {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if have == 0 {
			start = int32(i)
		}
		bits, have = bits<<c.bits|uint32(v), have+c.bits
		if have >= 8 {
			have -= 8
			out, from, to = append(out, byte(bits>>have)), append(from, start), append(to, int32(i+1))
			start = int32(i)
		}
	}
	return &decoded{out, from, to}
}

// unescape decodes the escapes of URLs (%41), of JSON and of programming languages
// (\u0041, \x41, \/), and of HTML (&#65;, &amp;) in text. It returns nil if there are none.
func unescape(text []byte) *decoded {
	if !bytes.ContainsAny(text, `%\&`) {
		return nil
	}
	d := &decoded{text: make([]byte, 0, len(text)), from: make([]int32, 0, len(text)), to: make([]int32, 0, len(text))}
	changed := false
	var one [1]byte
	for i := 0; i < len(text); {
		out, n := escape(text[i:])
		if n == 0 {
			one[0] = text[i]
			out, n = one[:], 1
		} else {
			changed = true
		}
		for _, b := range out {
			d.text, d.from, d.to = append(d.text, b), append(d.from, int32(i)), append(d.to, int32(i+n))
		}
		i += n
	}
	if !changed {
		return nil
	}
	return d
}

// escape decodes the escape at the beginning of text. n is its length, 0 if there is none.
func escape(text []byte) (out []byte, n int) {
	if len(text) < 2 {
		return nil, 0
	}
	switch text[0] {
	case '%':
		if v, ok := hexadecimal(text, 1, 2); ok {
			return []byte{byte(v)}, 3
		}
	case '\\':
		return backslash(text)
	case '&':
		return entity(text)
	}
	return nil, 0
}

func backslash(text []byte) (out []byte, n int) {
	switch text[1] {
	case '/', '\\', '"', '\'':
		return text[1:2], 2
	case 'x', 'X':
		if v, ok := hexadecimal(text, 2, 2); ok {
			return []byte{byte(v)}, 4
		}
	case 'u', 'U':
		if v, ok := hexadecimal(text, 2, 8); ok && text[1] == 'U' && v <= utf8.MaxRune { // of Go and Python
			return utf8.AppendRune(nil, rune(v)), 10
		}
		v, ok := hexadecimal(text, 2, 4)
		if !ok {
			break
		}
		if len(text) >= 12 && text[6] == '\\' && (text[7] == 'u' || text[7] == 'U') {
			if low, ok := hexadecimal(text, 8, 4); ok {
				if r := utf16.DecodeRune(rune(v), rune(low)); r != utf8.RuneError {
					return utf8.AppendRune(nil, r), 12
				}
			}
		}
		return utf8.AppendRune(nil, rune(v)), 6
	}
	return nil, 0
}

// hexadecimal returns the number of the given digits.
func hexadecimal(text []byte, from, digits int) (v uint64, ok bool) {
	if len(text) < from+digits {
		return 0, false
	}
	v, err := strconv.ParseUint(string(text[from:from+digits]), 16, 32)
	return v, err == nil && text[from] != '+' && text[from] != '_'
}

// entity decodes a character reference of HTML, in any letter case.
func entity(text []byte) (out []byte, n int) {
	const longest = 40 // the longest name has 33 bytes; numbers may have zeros in front
	text = text[:min(len(text), longest)]
	if text[1] == '#' {
		base, from := 10, 2
		if len(text) > 2 && (text[2] == 'x' || text[2] == 'X') {
			base, from = 16, 3
		}
		end := from
		for end < len(text) && codes[1].value[text[end]] >= 0 && int(codes[1].value[text[end]]) < base {
			end++
		}
		v, err := strconv.ParseUint(string(text[from:end]), base, 32)
		if err != nil || v > utf8.MaxRune {
			return nil, 0
		}
		if end < len(text) && text[end] == ';' {
			end++
		} else if end < len(text) && (text[end] == '%' || text[end] == '\\') { // of a digit or the semicolon
			return nil, 0
		}
		return utf8.AppendRune(nil, rune(v)), end
	}
	end := bytes.IndexByte(text, ';') + 1
	if end < 4 {
		return nil, 0
	}
	for _, name := range [][]byte{text[:end], lower(text[:end])} {
		if s := html.UnescapeString(string(name)); s != string(name) && (len(s) == 1 || s[len(s)-1] != ';') {
			return []byte(s), end
		}
	}
	return nil, 0
}

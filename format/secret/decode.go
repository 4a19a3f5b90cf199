package secret

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// escape matches an escape of URLs (%41), of HTML (&#65;, &#x41;, &amp;), or of JSON and of
// programming languages (\u0041, \U00000041, \x41, \/). Between & and ; there is no escape of
// another kind.
var escape = regexp.MustCompile(`^(?:%[[:xdigit:]]{2}|&[#\pL\p{Nd}]*;|\\(?:[/\\"']|[xX][[:xdigit:]]{2}|U000[[:xdigit:]]{5}|[uU][[:xdigit:]]{4}))`)

// longest is the length of the longest escape: the longest name in HTML has 33 bytes, and
// numbers may have zeros in front.
const longest = 40

// An unescaped is a text without its escapes.
type unescaped struct {
	text string
	from []int32 // of each byte, its place in the text with escapes; and the end of that text
}

// unescape decodes the escapes in text. It returns nil if there are none.
func unescape(text string) *unescaped {
	if !strings.ContainsAny(text, `%\&`) {
		return nil
	}
	out, from, some := make([]byte, 0, len(text)), make([]int32, 0, len(text)+1), false
	for i, n := 0, 1; i < len(text); i += n {
		part := text[i : i+1]
		if n = 1; strings.Contains(`%\&`, part) {
			if e := escape.FindString(text[i:min(i+longest, len(text))]); e != "" {
				n, part, some = len(e), decode(e), true
			}
		}
		out = append(out, part...)
		for range len(part) {
			from = append(from, int32(i))
		}
	}
	if !some {
		return nil
	}
	return &unescaped{string(out), append(from, int32(len(text)))}
}

// decode decodes one escape.
func decode(escape string) string {
	switch {
	case escape[0] == '&':
		if s := html.UnescapeString(escape); s != escape {
			return s
		}
		return html.UnescapeString(strings.ToLower(escape))
	case escape[0] == '\\' && len(escape) == 2:
		return escape[1:]
	}
	digits := strings.TrimLeft(escape, `%\xXuU`)
	n, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err != nil || n > utf8.MaxRune:
		return escape
	case len(digits) == 2:
		return string([]byte{byte(n)})
	}
	return string(rune(n))
}

// source returns the part of the text with escapes from which the bytes i to j come.
func (u *unescaped) source(i, j int) (from, to int) {
	for u.from[j] == u.from[j-1] { // within what an escape stands for
		j++
	}
	return int(u.from[i]), int(u.from[j])
}

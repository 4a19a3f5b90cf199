package secret

import (
	"html"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// escapeAt returns the length of the escape with which text begins, or 0: an escape of URLs
// (%41), of JSON and of programming languages (\u0041, \U00000041, \x41, \/), or of HTML
// (&#65;, &#x41;, &amp;).
func escapeAt(text string) int {
	hexadecimal := func(from, digits int) int {
		if len(text) < from+digits || strings.Trim(text[from:from+digits], "0123456789abcdefABCDEF") != "" {
			return 0
		}
		return from + digits
	}
	switch {
	case text[0] == '%':
		return hexadecimal(1, 2)
	case text[0] == '&':
		const longest = 40 // the longest name has 33 bytes; numbers may have zeros in front
		end := strings.IndexByte(text[:min(len(text), longest)], ';')
		if end < 0 || strings.ContainsFunc(text[1:end], func(r rune) bool { return r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			return 0 // an escape of another kind may be between the two
		}
		return end + 1
	case len(text) < 2:
		return 0
	}
	switch text[1] {
	case '/', '\\', '"', '\'':
		return 2
	case 'x', 'X':
		return hexadecimal(2, 2)
	case 'U':
		if n := hexadecimal(2, 8); n > 0 && text[2:5] == "000" {
			return n
		}
		fallthrough
	case 'u':
		return hexadecimal(2, 4)
	}
	return 0
}

// An unescaped is a text without its escapes.
type unescaped struct {
	text  string
	edges []edge // begin and end of each escape
}

// An edge is a place in the text without escapes, and in the text with them.
type edge struct{ out, in int }

// unescape decodes the escapes in text. It returns nil if there are none.
func unescape(text string) *unescaped {
	if !strings.ContainsAny(text, `%\&`) {
		return nil
	}
	u, b, end := &unescaped{}, strings.Builder{}, 0
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != '%' && c != '\\' && c != '&' {
			continue
		}
		n := escapeAt(text[i:])
		if n == 0 {
			continue
		}
		b.WriteString(text[end:i])
		u.edges = append(u.edges, edge{b.Len(), i})
		end = i + n
		b.WriteString(decode(text[i:end]))
		u.edges = append(u.edges, edge{b.Len(), end})
		i = end - 1
	}
	if u.edges == nil {
		return nil
	}
	b.WriteString(text[end:])
	u.text = b.String()
	return u
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
	last := func(i int) int {
		return sort.Search(len(u.edges), func(k int) bool { return u.edges[k].out > i }) - 1
	}
	k := last(i)
	switch {
	case k < 0:
		from = i
	case k%2 == 0: // within the escape
		from = u.edges[k].in
	default:
		from = u.edges[k].in + i - u.edges[k].out
	}
	k = last(j - 1)
	switch {
	case k < 0:
		to = j
	case k%2 == 0:
		to = u.edges[k+1].in
	default:
		to = u.edges[k].in + j - u.edges[k].out
	}
	return from, to
}

package rules

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind classifies tokens.
type kind uint8

const (
	tokEnd    kind = iota // after the last token
	tokWord               // a word
	tokQuoted             // a name in quotation marks
	tokPunct              // a punctuation mark
	tokOther              // any other rune; no rule accepts it
	tokHole               // in a pattern: the place of an argument
)

// A token is a word, a quoted name or a mark.
type token struct {
	kw   string // the reserved word in canonical form, or the mark; else empty
	text string // as written, or the unescaped content of quotation marks
	off  int    // in bytes
	kind kind
	glue bool // no white space before it; of a hole: 's follows it
}

// name reports whether the token can be a symbol's name.
func (t *token) name() bool {
	return t.kind == tokQuoted && t.text != "" || t.kind == tokWord && t.kw == ""
}

// is reports whether the token is the word or mark w.
func (t *token) is(w string) bool {
	if t.kw != "" {
		return t.kw == w
	}
	return t.kind == tokWord && len(t.text) == len(w) && strings.EqualFold(t.text, w)
}

// in reports whether the token is one of the words or marks, separated by
// spaces.
func (t *token) in(words string) bool {
	for w := range strings.SplitSeq(words, " ") {
		if t.is(w) {
			return true
		}
	}
	return false
}

// contractions are read as two words.
var contractions = map[string][2]string{
	"it's": {"it", "is"}, "isn't": {"is", "not"}, "aren't": {"are", "not"},
	"doesn't": {"does", "not"}, "don't": {"do", "not"}, "there's": {"there", "is"},
}

// lex cuts a text into tokens, ending with tokEnd. Whatever no rule accepts,
// such as an unclosed quotation, becomes a tokOther.
func lex(s string, reserved map[string]string) []token {
	toks := make([]token, 0, len(s)/4+2)
	space := true
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			space = true
			i += n
			continue
		}
		t := token{off: i, glue: !space}
		switch {
		case wordPart(r) && !unicode.IsMark(r):
			n = wordLen(s[i:])
			t.kind, t.text = tokWord, s[i:i+n]
			var first string
			if first, t.kw = keyword(t.text, reserved); first != "" {
				t1 := t
				t1.kw = first
				toks = append(toks, t1)
			}
		case closing(r) != 0:
			var ok bool
			t.kind = tokQuoted
			if t.text, n, ok = quoted(s[i:], n, closing(r)); !ok {
				t.kind = tokOther
			}
		case strings.ContainsRune(",;:.!?", r):
			t.kind, t.text, t.kw = tokPunct, s[i:i+n], s[i:i+n]
			if r == '!' || r == '?' { // they end a sentence, too
				t.kw = "."
			}
		default:
			t.kind, t.text = tokOther, s[i:i+n]
		}
		toks = append(toks, t)
		space = false
		i += n
	}
	return append(toks, token{kind: tokEnd, off: len(s)})
}

// keyword returns the reserved word that w is, and for a contraction the word
// before it.
func keyword(w string, reserved map[string]string) (first, kw string) {
	w = lower(w)
	if pair, ok := contractions[w]; ok {
		return pair[0], pair[1]
	}
	return "", reserved[w]
}

// lower is strings.ToLower with one form of the apostrophe.
func lower(w string) string { return strings.ReplaceAll(strings.ToLower(w), "’", "'") }

func wordPart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// joint reports the marks that belong to a word if a letter or a digit follows:
// mr.smith, tower-a, Michael's.
func joint(r rune) bool { return strings.ContainsRune(".-'’", r) }

// wordLen returns the length in bytes of the word that s starts with.
func wordLen(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+n:])
		if !wordPart(r) && !(joint(r) && wordPart(next)) {
			return i
		}
		i += n
	}
	return len(s)
}

// closing returns the mark that ends a quotation begun by r, 0 if r begins none.
func closing(r rune) rune {
	switch r {
	case '“':
		return '”'
	case '"', '`':
		return r
	}
	return 0
}

// quoted reads a quotation from the start of s, whose opening mark takes n
// bytes. It returns the unescaped content and the size of the whole. One
// without an end is all of s, and not ok.
func quoted(s string, n int, end rune) (text string, size int, ok bool) {
	var b strings.Builder
	for i := n; i < len(s); {
		r, m := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == end:
			return b.String(), i + m, true
		case r == '\\' && i+m < len(s):
			var c string
			c, m = unescape(s[i:])
			b.WriteString(c)
		default:
			b.WriteString(s[i : i+m])
		}
		i += m
	}
	return s, len(s), false
}

// escapes are the runes with an escape of one letter.
var escapes = map[rune]byte{'\n': 'n', '\t': 't', '\r': 'r'}

// unescape reads one backslash escape: \n, \t, \r, \u{10FFFF}, or a mark that
// stands for itself.
func unescape(s string) (text string, size int) {
	for r, letter := range escapes {
		if s[1] == letter {
			return string(r), 2
		}
	}
	if end := strings.IndexByte(s, '}'); strings.HasPrefix(s, `\u{`) && end > 3 && end <= 10 {
		if v, err := strconv.ParseUint(s[3:end], 16, 32); err == nil && v <= unicode.MaxRune {
			return string(rune(v)), end + 1
		}
	}
	_, n := utf8.DecodeRuneInString(s[1:])
	return s[1 : 1+n], 1 + n
}

// appendQuoted writes a name so that quoted reads it back.
func appendQuoted(b []byte, name string) []byte {
	b = append(b, "“"...)
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		switch letter := escapes[r]; {
		case letter != 0:
			b = append(b, '\\', letter)
		case r != utf8.RuneError && !unicode.IsPrint(r):
			b = append(strconv.AppendInt(append(b, `\u{`...), int64(r), 16), '}')
		case r == '\\' || r == '”':
			b = append(b, '\\')
			fallthrough
		default:
			b = append(b, name[i:i+n]...)
		}
		i += n
	}
	return append(b, "”"...)
}

// plain reports whether a name can stand without quotation marks: it is one
// word that the grammar does not reserve.
func plain(name string, reserved map[string]string) bool {
	if r, _ := utf8.DecodeRuneInString(name); name == "" || unicode.IsMark(r) || wordLen(name) != len(name) {
		return false
	}
	_, kw := keyword(name, reserved)
	return kw == ""
}

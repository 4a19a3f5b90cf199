package rules

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind tells the tokens of a text apart.
type kind uint8

const (
	tokEnd    kind = iota // after the last token
	tokWord               // a word; kw is set where the grammar reserves it
	tokQuoted             // a name in quotation marks, unescaped in text
	tokPunct              // one of , ; : . and its kin; kw is the mark
	tokOther              // any other rune: no rule takes it
)

// A token is a word, a quoted name or a mark.
type token struct {
	kw   string // a reserved word in lower case, or a mark
	text string // as written, without quotation marks
	off  int32  // in bytes; see maxText
	kind kind
	glue bool // no white space before it
}

// name reports whether the token can be a symbol's name.
func (t *token) name() bool {
	return t.kind == tokQuoted || t.kind == tokWord && t.kw == ""
}

// is reports whether the token is the unreserved or reserved word w, whatever
// its case.
func (t *token) is(w string) bool {
	if t.kw != "" {
		return t.kw == w
	}
	return t.kind == tokWord && len(t.text) == len(w) && (t.text == w || strings.EqualFold(t.text, w))
}

// oneOf is is for several words.
func (t *token) oneOf(ws ...string) bool {
	for _, w := range ws {
		if t.is(w) {
			return true
		}
	}
	return false
}

// contractions are read as the two words they stand for.
var contractions = map[string][2]string{
	"it's": {"it", "is"}, "isn't": {"is", "not"}, "aren't": {"are", "not"},
	"doesn't": {"does", "not"}, "don't": {"do", "not"}, "there's": {"there", "is"},
}

// lex cuts a text into tokens, ending with a tokEnd. It cannot fail: what no
// rule takes becomes a tokOther, such as a quotation without its end.
func lex(s string, reserved map[string]string) []token {
	toks := make([]token, 0, len(s)/4+2)
	space := true
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		t := token{off: int32(i), glue: !space}
		switch {
		case unicode.IsSpace(r):
			space = true
			i += n
			continue
		case wordStart(r):
			n = wordLen(s[i:])
			t.kind, t.text = tokWord, s[i:i+n]
			if c := s[i+n-1]; c < '0' || c > '9' { // no word of the grammar ends in a digit
				var first string
				if first, t.kw = keyword(t.text, reserved); first != "" {
					t1 := t
					t1.kw = first
					toks = append(toks, t1)
				}
			}
		case closing(r) != 0:
			var ok bool
			t.kind = tokQuoted
			if t.text, n, ok = quoted(s[i:], n, closing(r)); !ok {
				t.kind = tokOther
			}
		case strings.ContainsRune(",;:.!?", r):
			t.kind, t.text, t.kw = tokPunct, s[i:i+n], mark(r)
		default:
			t.kind, t.text = tokOther, s[i:i+n]
		}
		toks = append(toks, t)
		space = false
		i += n
	}
	return append(toks, token{kind: tokEnd, off: int32(len(s))})
}

// keyword is the word of the grammar that w is, and for a contraction the word
// before it.
func keyword(w string, reserved map[string]string) (first, kw string) {
	w = lower(w)
	if strings.IndexByte(w, '\'') > 0 {
		if pair, ok := contractions[w]; ok {
			return pair[0], pair[1]
		}
	}
	return "", reserved[w]
}

// mark folds the marks that end a sentence.
func mark(r rune) string {
	switch r {
	case ',':
		return ","
	case ';':
		return ";"
	case ':':
		return ":"
	}
	return "."
}

// lower is strings.ToLower without the apostrophes' variety; most words are in
// lower case already and cost nothing.
func lower(w string) string {
	for i := 0; i < len(w); i++ {
		if c := w[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return strings.ReplaceAll(strings.ToLower(w), "’", "'")
		}
	}
	return w
}

func wordStart(r rune) bool {
	return 'a' <= r && r <= 'z' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

func wordPart(r rune) bool { return wordStart(r) || unicode.IsMark(r) }

// joint reports the marks that stay within a word when a letter or a digit
// follows them: mr.smith, tower-a, Michael's.
func joint(r rune) bool { return r == '.' || r == '-' || r == '\'' || r == '’' }

// wordLen is the length in bytes of the word that s starts with.
func wordLen(s string) int {
	for i := 0; i < len(s); {
		c := s[i]
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !wordPart(r) {
			if !joint(r) {
				return i
			}
			if next, _ := utf8.DecodeRuneInString(s[i+n:]); !wordPart(next) || i+n >= len(s) {
				return i
			}
		}
		i += n
	}
	return len(s)
}

// closing is the mark that ends a quotation begun by r, 0 where r begins none.
func closing(r rune) rune {
	switch r {
	case '“':
		return '”'
	case '"', '`':
		return r
	}
	return 0
}

// quoted reads a quotation from the start of s, whose opening mark takes
// n bytes, and returns what it quotes and how many bytes it takes in all. One
// without its end is all of s, and not ok.
func quoted(s string, n int, end rune) (text string, size int, ok bool) {
	if i := strings.IndexRune(s[n:], end); i >= 0 && !strings.Contains(s[n:n+i], `\`) {
		return s[n : n+i], n + i + utf8.RuneLen(end), true
	}
	var b strings.Builder
	i := n
	for i < len(s) {
		r, m := utf8.DecodeRuneInString(s[i:])
		if r == end {
			return b.String(), i + m, true
		}
		if r == '\\' && i+m < len(s) {
			c, m2 := unescape(s[i:])
			b.WriteString(c)
			i += m2
			continue
		}
		b.WriteString(s[i : i+m])
		i += m
	}
	return s, len(s), false
}

// unescape reads one backslash escape: \n, \t, \r, \u{10FFFF}, or a mark that
// stands for itself.
func unescape(s string) (text string, size int) {
	switch s[1] {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case 'u':
		if end := strings.IndexByte(s, '}'); end > 3 && end <= 10 && s[2] == '{' {
			if v, err := strconv.ParseUint(s[3:end], 16, 32); err == nil && v <= unicode.MaxRune {
				return string(rune(v)), end + 1
			}
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
		switch {
		case r == '\\' || r == '”':
			b = append(append(b, '\\'), name[i:i+n]...)
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r != utf8.RuneError && !unicode.IsPrint(r):
			b = append(strconv.AppendInt(append(b, `\u{`...), int64(r), 16), '}')
		default:
			b = append(b, name[i:i+n]...)
		}
		i += n
	}
	return append(b, "”"...)
}

// plain reports whether a name can stand in a text without quotation marks:
// it is one word and not one that the grammar reserves.
func plain(name string, reserved map[string]string) bool {
	if name == "" {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(name); !wordStart(r) || wordLen(name) != len(name) {
		return false
	}
	_, kw := keyword(name, reserved)
	return kw == ""
}

// A reader walks over the tokens of a text.
type reader struct {
	src   string
	toks  []token
	pos   int
	depth int
}

// tok is the token at distance n from the next one.
func (r *reader) tok(n int) *token {
	if i := r.pos + n; i < len(r.toks) {
		return &r.toks[i]
	}
	return &r.toks[len(r.toks)-1]
}

// accept takes the words ws if they come next.
func (r *reader) accept(ws ...string) bool {
	if !r.sees(ws...) {
		return false
	}
	r.pos += len(ws)
	return true
}

// sees reports whether the words ws come next.
func (r *reader) sees(ws ...string) bool {
	for i, w := range ws {
		if !r.tok(i).is(w) {
			return false
		}
	}
	return true
}

// fail is the error of finding the next token where expected should be.
func (r *reader) fail(expected string) error { return r.failAt(r.tok(0), expected) }

func (r *reader) failAt(t *token, expected string) error {
	found := "end of text"
	if t.kind != tokEnd {
		text := t.text
		if utf8.RuneCountInString(text) > 40 {
			text = string([]rune(text)[:40]) + "…"
		}
		found = strconv.Quote(text)
	}
	return &ReadError{
		Column: utf8.RuneCountInString(r.src[:t.off]) + 1, Offset: int(t.off),
		Found: found, Expected: expected,
	}
}

// newReader cuts a text into tokens. The error is of a text that is too long.
func newReader(text string, reserved map[string]string) (reader, error) {
	if len(text) > maxText {
		return reader{}, &ReadError{Column: 1, Found: strconv.Itoa(len(text)) + " bytes", Expected: "a text of at most " + strconv.Itoa(maxText) + " bytes"}
	}
	return reader{src: text, toks: lex(text, reserved)}, nil
}

// maxDepth bounds the nesting of what is read and of the trees it unfolds to,
// and maxNodes their size: a text can mention one definition many times.
// maxText, in bytes, is far beyond any answer of a model.
const (
	maxText  = 1 << 24
	maxDepth = 20_000
	maxNodes = 1 << 18
)

// enter counts one level of nesting; the caller leaves by r.depth--.
func (r *reader) enter() error {
	r.depth++
	if r.depth > maxDepth {
		return r.fail("at most " + strconv.Itoa(maxDepth) + " levels of nesting")
	}
	return nil
}

package english

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Kind classifies tokens.
type Kind uint8

// The kinds of tokens.
const (
	End    Kind = iota // after the last token
	Word               // a word
	Quoted             // a name in quotation marks
	Mark               // a punctuation mark
	Other              // any other rune; no rule accepts it
)

// A Token is a word, a quoted name or a mark.
type Token struct {
	Key  string // the reserved word in lower case, or the mark; else empty
	Text string // as written, or the unescaped content of quotation marks
	Kind Kind
	Glue bool // no white space before it
	off  int  // in bytes
}

// Name reports whether the token can be a symbol's name.
func (t *Token) Name() bool {
	return t.Kind == Quoted && t.Text != "" || t.Kind == Word && t.Key == ""
}

// Is reports whether the token is one of the words or marks, separated by "|".
func (t *Token) Is(words string) bool {
	for w := range strings.SplitSeq(words, "|") {
		if t.Key == w && w != "" || t.Key == "" && t.Kind == Word && strings.EqualFold(t.Text, w) {
			return true
		}
	}
	return false
}

// Words is a set of words in lower case.
type Words map[string]bool

// lex splits a text into tokens. The last one is End. Without reserved words, a number ends
// before a letter: 1s becomes 1 and s. Text that no rule accepts, such as an unclosed
// quotation, becomes Other.
func lex(s string, x *Lexicon, reserved Words) []Token {
	toks := make([]Token, 0, len(s)/4+2)
	space := true
	for i, n := 0, 0; i < len(s); i += n {
		var r rune
		if r, n = utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
			space = true
			continue
		}
		t := Token{Kind: Other, Text: s[i : i+n], off: i, Glue: !space}
		space = false
		switch {
		case wordPart(r) && !unicode.IsMark(r):
			n = len(word(s[i:]))
			if number := len(s[i:]) - len(strings.TrimLeft(s[i:], Digits)); number > 0 && reserved == nil {
				n = number
			}
			t.Kind, t.Text = Word, s[i:i+n]
			lower := Lower(t.Text)
			if two := x.apart[lower]; two != nil {
				toks = append(toks, Token{Kind: Word, Key: two[0], Text: two[0], off: i, Glue: t.Glue})
				t.Text, t.Glue, lower = two[1], false, two[1]
			}
			if reserved[lower] {
				t.Key = lower
			}
		case strings.HasPrefix(s[i:], x.Quotes[0]):
			start := len(x.Quotes[0])
			if text, size := quoted(s[i+start:], x.Quotes[1]); size > 0 {
				t.Kind, t.Text, n = Quoted, text, start+size
			} else {
				t.Text, n = s[i:], len(s)-i
			}
		case strings.ContainsRune(".!?", r): // all end a sentence
			t.Kind, t.Key = Mark, "."
		case strings.ContainsRune(",;:'’", r):
			t.Kind, t.Key = Mark, Lower(t.Text)
		}
		toks = append(toks, t)
	}
	return append(toks, Token{Kind: End, off: len(s)})
}

// Digits are the digits of ASCII.
const Digits = "0123456789"

// Lower is strings.ToLower with one form of the apostrophe.
func Lower(w string) string { return strings.ReplaceAll(strings.ToLower(w), "’", "'") }

func wordPart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// joint reports whether r is a mark that belongs to a word if a letter or a digit
// follows: mr.smith, tower-a, o'hara.
func joint(r rune) bool { return strings.ContainsRune(".-'’", r) }

// word returns the word that s starts with.
func word(s string) string {
	end := 0
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		next, _ := utf8.DecodeRuneInString(s[end+n:])
		if !wordPart(r) && !(joint(r) && wordPart(next)) {
			break
		}
		end += n
	}
	return s[:end]
}

// Quote writes a name between quotation marks, with the escapes of Go.
func (x *Lexicon) Quote(name string) string {
	s := strconv.Quote(name)
	end, _ := utf8.DecodeLastRuneInString(x.Quotes[1])
	return x.Quotes[0] + strings.NewReplacer(`\"`, `"`, string(end), fmt.Sprintf(`\u%04x`, end)).Replace(s[1:len(s)-1]) + x.Quotes[1]
}

// quoted undoes Quote. s begins after the opening mark, and size includes the end mark.
// size is 0 if there is no end mark or an escape is invalid.
func quoted(s, end string) (text string, size int) {
	inside, _, ok := strings.Cut(s, end)
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(inside, `"`, `\"`) + `"`)
	if !ok || err != nil {
		return "", 0
	}
	return text, len(inside) + len(end)
}

// Bare reports whether a name can stand without quotation marks: it is one word that
// is neither reserved nor an ordinal in digits.
func Bare(name string, reserved Words) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return name != "" && !unicode.IsMark(r) && word(name) == name && !reserved[Lower(name)] &&
		!(strings.ContainsRune(Digits, r) && isOrdinal(name))
}

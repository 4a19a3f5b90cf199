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
	glue bool // no white space before it
}

// name reports whether the token can be a symbol's name.
func (t *token) name() bool {
	return t.kind == tokQuoted && t.text != "" || t.kind == tokWord && t.kw == ""
}

// is reports whether the token is one of the words or marks, separated by "|".
func (t *token) is(words string) bool {
	for w := range strings.SplitSeq(words, "|") {
		if t.kw == w && w != "" || t.kw == "" && t.kind == tokWord && strings.EqualFold(t.text, w) {
			return true
		}
	}
	return false
}

// quotes maps each mark that begins a quotation to the mark that ends it.
var quotes = map[rune]string{'“': "”", '"': `"`, '`': "`"}

// lex splits a text into tokens. The last one is tokEnd. A reserved word can become two
// tokens. Without reserved words, a number ends before a letter: 1s becomes 1 and s.
// Text that no rule accepts, such as an unclosed quotation, becomes a tokOther.
func lex(s string, reserved map[string]string) []token {
	toks := make([]token, 0, len(s)/4+2)
	space := true
	for i, n := 0, 0; i < len(s); i += n {
		var r rune
		if r, n = utf8.DecodeRuneInString(s[i:]); unicode.IsSpace(r) {
			space = true
			continue
		}
		t := token{kind: tokOther, text: s[i : i+n], off: i, glue: !space}
		space = false
		end := quotes[r]
		switch {
		case wordPart(r) && !unicode.IsMark(r):
			n = len(word(s[i:]))
			if number := len(s[i:]) - len(strings.TrimLeft(s[i:], digits)); number > 0 && reserved == nil {
				n = number
			}
			t.kind, t.text = tokWord, s[i:i+n]
			first, second, two := strings.Cut(reserved[lower(t.text)], " ")
			if t.kw = first; two {
				toks = append(toks, t)
				t.kw = second
			}
		case end != "":
			if text, size := quoted(s[i+n:], end); size > 0 {
				t.kind, t.text, n = tokQuoted, text, n+size
			} else {
				t.text, n = s[i:], len(s)-i
			}
		case strings.ContainsRune(".!?", r): // all end a sentence
			t.kind, t.kw = tokPunct, "."
		case strings.ContainsRune(",;:'’", r):
			t.kind, t.kw = tokPunct, lower(t.text)
		}
		toks = append(toks, t)
	}
	return append(toks, token{kind: tokEnd, off: len(s)})
}

const digits = "0123456789"

// lower is strings.ToLower with one form of the apostrophe.
func lower(w string) string { return strings.ReplaceAll(strings.ToLower(w), "’", "'") }

func wordPart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// joint reports whether r is a mark that belongs to a word if a letter or a digit
// follows: mr.smith, tower-a, o'hara.
func joint(r rune) bool { return strings.ContainsRune(".-'’", r) }

// word returns the word that s starts with, without a possessive 's.
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
	s = s[:end]
	if reservedLogic[lower(s)] != "" {
		return s
	}
	return strings.TrimSuffix(strings.TrimSuffix(s, "'s"), "’s")
}

// quote writes a name between quotation marks, with the escapes of Go.
func quote(name string) string {
	s := strconv.Quote(name)
	return "“" + strings.NewReplacer(`\"`, `"`, "”", `\u201d`).Replace(s[1:len(s)-1]) + "”"
}

// quoted undoes quote. s begins after the opening mark, and size includes the end mark.
// size is 0 if there is no end mark or an escape is invalid.
func quoted(s, end string) (text string, size int) {
	inside, _, ok := strings.Cut(s, end)
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(inside, `"`, `\"`) + `"`)
	if !ok || err != nil {
		return "", 0
	}
	return text, len(inside) + len(end)
}

// bare reports whether a name can stand without quotation marks: it is one word that
// is neither reserved nor an ordinal in digits.
func bare(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return name != "" && !unicode.IsMark(r) && word(name) == name && reservedLogic[lower(name)] == "" &&
		!(strings.ContainsRune(digits, r) && parseOrdinal(name) > 0)
}

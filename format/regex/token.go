package regex

import (
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokSymbol tokenKind = iota
	tokIgnored
	tokControl  // a raw control character: refused
	tokInvalid  // a byte that is not UTF-8: refused
	tokEllipsis // …: refused
	tokStar
	tokPlus
	tokQuestion
	tokBar
	tokOpen
	tokClose
	tokOpenClass
	tokCloseClass
	tokOpenBrace
	tokCloseBrace
	tokDot
	tokCaret
	tokDollar
	tokEpsilon
	tokEmpty
	tokEscape // a backslash that does not start one of latexWords
	tokAnd    // from here to tokAnchor: only in Brics
	tokNot
	tokAny
	tokQuote
	tokLess
	tokAnchor // refused
	tokEOF
)

// asciiTokens are the tokens of the ASCII characters outside a class.
var asciiTokens = func() (t [utf8.RuneSelf]tokenKind) {
	for r := range t {
		if r < ' ' || r == 0x7F {
			t[r] = tokControl
		}
	}
	for _, r := range "\t\n\v\f\r " {
		t[r] = tokIgnored
	}
	for r, k := range map[rune]tokenKind{
		'*': tokStar, '+': tokPlus, '?': tokQuestion, '|': tokBar,
		'(': tokOpen, ')': tokClose, '[': tokOpenClass, ']': tokCloseClass,
		'{': tokOpenBrace, '}': tokCloseBrace, '.': tokDot, '^': tokCaret,
		'$': tokDollar, '\\': tokEscape,
	} {
		t[r] = k
	}
	return t
}()

// bricsTokens replace asciiTokens in the dialect Brics. There, every character that is
// not reserved matches itself.
var bricsTokens = [utf8.RuneSelf]tokenKind{
	'*': tokStar, '+': tokPlus, '?': tokQuestion, '|': tokBar, '&': tokAnd, '~': tokNot,
	'(': tokOpen, ')': tokClose, '[': tokOpenClass, ']': tokCloseClass,
	'{': tokOpenBrace, '}': tokCloseBrace, '.': tokDot, '#': tokEmpty, '@': tokAny,
	'"': tokQuote, '<': tokLess, '>': tokCloseBrace, '^': tokAnchor, '$': tokAnchor, '\\': tokEscape,
}

// wideTokens are the characters beyond ASCII that are not symbols. The dots of
// explicit concatenation and invisible characters are ignored.
var wideTokens = map[rune]tokenKind{
	'ε': tokEpsilon, 'ϵ': tokEpsilon, 'λ': tokEpsilon, '∅': tokEmpty,
	'∗': tokStar, '⋆': tokStar, '⁎': tokStar, '﹡': tokStar,
	'∪': tokBar, '∣': tokBar, '…': tokEllipsis, '⋯': tokEllipsis,
	'·': tokIgnored, '⋅': tokIgnored,
	'\u200B': tokIgnored, '\u200C': tokIgnored, '\u200D': tokIgnored,
	'\u2060': tokIgnored, '\u2062': tokIgnored, '\uFEFF': tokIgnored,
}

// latexWords are LaTeX commands that models write.
var latexWords = map[string]tokenKind{
	"epsilon": tokEpsilon, "varepsilon": tokEpsilon, "lambda": tokEpsilon,
	"emptyset": tokEmpty, "varnothing": tokEmpty,
	"ast": tokStar, "star": tokStar, "cup": tokBar, "mid": tokBar, "vert": tokBar,
	"cdot": tokIgnored, "left": tokIgnored, "right": tokIgnored,
}

// wideToken returns the token of r, a rune beyond ASCII outside a class, and r folded.
func wideToken(r rune) (tokenKind, rune) {
	if f := fold(r); f != r {
		return asciiTokens[f], f
	}
	if k, ok := wideTokens[r]; ok {
		return k, r
	}
	switch {
	case unicode.IsSpace(r):
		return tokIgnored, r
	case unicode.IsControl(r):
		return tokControl, r
	}
	return tokSymbol, r
}

// fold turns full-width forms of ASCII into ASCII, except for the backslash, since
// the text behind a backslash is read in bytes.
func fold(r rune) rune {
	if r >= '！' && r <= '～' && r != '＼' {
		return r - '！' + '!'
	}
	return r
}

// isQuote reports whether r is a mark that people put around an expression.
func isQuote(r rune) bool {
	switch r {
	case '/', '`', '\'', '"', '“', '”', '‘', '’':
		return true
	}
	return false
}

type token struct {
	kind     tokenKind
	r        rune // the rune of a symbol
	off, end int  // offsets in the text
}

// scan reads the token at offset off, including ignored ones.
func (p *parser) scan(off int) token {
	if off >= len(p.text) {
		return token{kind: tokEOF, off: len(p.text), end: len(p.text)}
	}
	if c := p.text[off]; c < utf8.RuneSelf {
		t := token{kind: p.tokens[c], r: rune(c), off: off, end: off + 1}
		if c == '\\' && p.dialect == Paper {
			end := off + 1
			for end < len(p.text) && isLetter(p.text[end]) {
				end++
			}
			if k, ok := latexWords[p.text[off+1:end]]; ok {
				t.kind, t.end = k, end
			}
		}
		return t
	}
	r, n := utf8.DecodeRuneInString(p.text[off:])
	if r == utf8.RuneError && n == 1 {
		return token{kind: tokInvalid, off: off, end: off + 1}
	}
	k := tokSymbol
	if p.dialect == Paper {
		k, r = wideToken(r)
	}
	return token{kind: k, r: r, off: off, end: off + n}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// advance moves to the next token that is not ignored. A refused token sets p.err and
// ends the text.
func (p *parser) advance() {
	if p.err != nil {
		return
	}
	p.tok = p.scan(p.tok.end)
	for p.tok.kind == tokIgnored {
		p.tok = p.scan(p.tok.end)
	}
	var expected, reason string
	switch p.tok.kind {
	case tokControl:
		expected = `an expression or \xHH for the character`
		reason = "a raw control character"
	case tokInvalid:
		expected = "text in UTF-8"
	case tokEllipsis:
		expected = "the whole expression"
		reason = `an ellipsis leaves a part out; \x{2026} is the character`
	default:
		if !p.strict || p.dialect == Brics || p.offered() {
			return
		}
		expected = "a letter, a digit, *, ( or )"
		reason = "the strict notation has nothing else"
	}
	p.fail(p.tok.off, p.tok.end, expected, reason)
}

// offered reports whether the token belongs to the strict notation.
func (p *parser) offered() bool {
	switch p.tok.kind {
	case tokEOF:
		return true
	case tokStar, tokOpen, tokClose:
		return p.tok.end-p.tok.off == 1
	case tokSymbol:
		r, _ := utf8.DecodeRuneInString(p.text[p.tok.off:])
		return r == p.tok.r && (unicode.IsLetter(r) || unicode.IsDigit(r))
	}
	return false
}

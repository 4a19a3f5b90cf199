package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Dialect is a notation of regular expressions.
type Dialect uint8

// The dialects.
const (
	Paper Dialect = iota // the AutoEval paper's, with what people and models write

	// Brics is the notation of dk.brics.automaton, by the grammar in the documentation
	// of its class RegExp with the optional syntax. In the list, operators that bind
	// more tightly come first:
	//
	//	[a-z] [^a-z] .      classes, and any one rune
	//	@ # ()              any string (read as .*), no string at all, the empty string
	//	"a.b"               the runes between the quotation marks, none of which is special
	//	\b                  a word boundary; see Boundary
	//	~r                  every string that r does not match
	//	r* r+ r? r{n} r{n,} r{n,m}  repetition; ~r* is (~r)*, and r+? is (r+)?
	//	rs r&s r|s          concatenation, intersection, alternation
	//
	// Any other character, including white space, matches itself. So does any character
	// after a backslash. There are no anchors, since an expression describes whole
	// strings. The tree has no node for "a.b".
	//
	// Parse refuses three forms that dk.brics.automaton and other notations read
	// differently:
	//
	//   - \ before a letter or a digit, except \b. For dk.brics.automaton, \d is the
	//     letter d.
	//   - ^ and $ as anchors. For dk.brics.automaton, they are the characters themselves.
	//   - [:alpha:] and similar names within a class; Paper refuses them, too.
	//
	// Parse also refuses named automata and numeric intervals, such as <name> and <1-31>, and an empty side of | or &: the
	// empty string is written (). With Options.Strict, a reserved character within a
	// class needs a backslash.
	Brics
)

func (d Dialect) String() string { return [...]string{Paper: "paper", Brics: "brics"}[d] }

// A Tree is an expression with its dialect: an *Expr, which is in Paper, or a *Written.
type Tree interface {
	String() string // the text in the dialect
	Expression() *Expr
}

// Expression returns e.
func (e *Expr) Expression() *Expr { return e }

// A Written expression prints itself in a dialect.
type Written struct {
	*Expr
	Dialect Dialect
}

func (w *Written) String() string { return w.Text(w.Dialect) }

// In returns e with the dialect d.
func (e *Expr) In(d Dialect) Tree {
	if d == Paper {
		return e
	}
	return &Written{e, d}
}

// complement parses ~ and its operand, to which no operator of repetition belongs.
func (p *parser) complement(depth int) {
	p.advance()
	base := len(p.stack)
	switch p.tok.kind {
	case tokEOF, tokBar, tokAnd, tokClose:
		p.fail(p.tok.off, p.tok.end, "an expression behind ~", "")
		return
	}
	if depth > p.MaxDepth {
		p.fail(p.tok.off, p.tok.end, fmt.Sprintf("an expression nested at most %d deep", p.MaxDepth), "")
		return
	}
	if p.item(depth); p.err != nil {
		return
	}
	p.reduce(base, OpConcat)
	it := p.stack[base]
	p.stack = p.stack[:base]
	p.pushTree(Not(it.e), it.depth+1)
}

// quoted parses a string in quotation marks, in which no character is special.
func (p *parser) quoted() {
	text, _, closed := strings.Cut(p.text[p.tok.end:], `"`)
	end := p.tok.end + len(text)
	if !closed {
		p.fail(end, end, `a closing "`, "")
		return
	}
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(r)) {
			p.fail(p.tok.end+i, p.tok.end+i+1, "text in UTF-8", "")
			return
		}
		p.push(Symbol(r))
	}
	if text == "" {
		p.push(epsilon)
	}
	if p.err == nil {
		p.tok.end = end + 1
		p.advance()
	}
}

// bricsEscape reads the escape at off and returns the character behind the backslash. It
// refuses a letter or a digit, since such an escape has another meaning elsewhere.
func (p *parser) bricsEscape(off int) rune {
	c := p.text[off+1]
	if isLetter(c) || c >= '0' && c <= '9' {
		p.fail(off, off+2, "an escape of dk.brics.automaton",
			fmt.Sprintf(`there, \%c is the character %c, elsewhere it is not; write %c, or the class`, c, c, c))
	}
	return rune(c)
}

// unescaped refuses a reserved character r in a class in strict Brics. The documentation
// of dk.brics.automaton demands a backslash before it, but its parser does not.
func (p *parser) unescaped(r rune, pos, end int) {
	if p.dialect == Brics && p.strict && r < utf8.RuneSelf && bricsTokens[r] != tokSymbol && bricsTokens[r] != tokAnchor {
		p.fail(pos, end, `\ before a reserved character`, "the strict notation demands it in classes, too")
	}
}

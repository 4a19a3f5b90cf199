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

	// Brics is the notation of dk.brics.automaton, with \b for a word boundary; see
	// Boundary. docs/reference/regex.md lists it, and what Parse refuses because other
	// notations read it differently. The tree has no node for "a.b".
	Brics
)

func (d Dialect) String() string { return [...]string{Paper: "paper", Brics: "brics"}[d] }

// A Tree is an expression that prints itself in a dialect.
type Tree struct {
	*Expr
	Dialect Dialect
}

func (t *Tree) String() string { return t.Text(t.Dialect) }

// In returns e with the dialect d.
func (e *Expr) In(d Dialect) *Tree { return &Tree{e, d} }

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

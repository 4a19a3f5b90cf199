package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// MaxCount is the largest count of a repetition.
const MaxCount = 1_000_000

// Options control Parse.
type Options struct {
	Dialect Dialect
	Strict  bool // accept only what the prompt offers; see the package comment
	syntax.Limits
}

// Parse reads an expression in the syntax of the package comment. Counted repetitions
// are kept as such, so that a large count makes no large tree. An error is always a
// *syntax.Error. Parse refuses:
//
//   - backreferences, word boundaries (except in Brics), and groups with (? other than (?:
//   - a repetition of nothing
//   - a missing or surplus parenthesis; { } and ] without a counterpart
//   - an unknown escape; a raw control character
//   - the ellipsis character (U+2026), which marks an omitted part
//   - an expression in slashes, quotes or backticks: the caller removes these marks
func Parse(s string, o Options) (*Expr, error) {
	p := &parser{text: s, dialect: o.Dialect, strict: o.Strict, tokens: &asciiTokens, Limits: o.OrDefaults()}
	if o.Dialect == Brics {
		p.tokens = &bricsTokens
	}
	p.advance()
	switch {
	case p.err != nil:
	case p.tok.kind == tokEOF:
		p.fail(p.tok.off, p.tok.end, "an expression", "")
	default:
		p.unwrapped()
		it := p.alternatives(0)
		if p.tok.kind == tokClose {
			p.fail(p.tok.off, p.tok.end, "an operator, a symbol or end of text",
				"no parenthesis is open")
		}
		if p.err == nil {
			return it.e, nil
		}
	}
	return nil, p.err
}

// A parser descends recursively over alternatives, items and repetitions.
type parser struct {
	text    string
	dialect Dialect
	tokens  *[utf8.RuneSelf]tokenKind // of ASCII characters outside classes
	tok     token
	strict  bool
	syntax.Limits
	size int
	err  error // a *syntax.Error; the text ends there
}

// An item is a finished expression; e is nil after an error.
type item struct {
	e     *Expr
	depth int // of the tree e
}

// unwrapped refuses a text that starts with a quotation mark, a backtick or a slash
// if the closing mark occurs. If the marks were symbols, right answers of models would
// count as wrong.
func (p *parser) unwrapped() {
	if p.tok.kind != tokSymbol || !isQuote(p.tok.r) {
		return
	}
	closing := map[rune]rune{'“': '”', '‘': '’'}[p.tok.r]
	if closing == 0 {
		closing = p.tok.r
	}
	if strings.ContainsRune(p.text[p.tok.end:], closing) {
		itself := fmt.Sprintf(`\x{%X}`, p.tok.r)
		if p.dialect == Brics {
			itself = `\` + string(p.tok.r)
		}
		p.fail(p.tok.off, p.tok.end, "an expression without marks around it", "the character itself is "+itself)
	}
}

// alternatives parses up to a closing parenthesis or the end.
func (p *parser) alternatives(depth int) item {
	return p.operands(tokBar, OpAlternate, func() item {
		return p.operands(tokAnd, OpIntersect, func() item { return p.items(depth) })
	})
}

// operands calls operand once, and again after each sep. It joins several results by op.
func (p *parser) operands(sep tokenKind, op Op, operand func() item) item {
	its := []item{operand()}
	for p.tok.kind == sep {
		p.advance()
		its = append(its, operand())
	}
	return p.join(op, its)
}

// leaves are the expressions of tokens that are whole expressions.
var leaves = map[tokenKind]*Expr{tokDot: anyRune, tokEpsilon: epsilon, tokEmpty: empty, tokDollar: {Op: OpEnd}}

// items parses a concatenation. Only Paper allows an empty one.
func (p *parser) items(depth int) item {
	var its []item
	for p.err == nil {
		switch p.tok.kind {
		case tokEOF, tokBar, tokAnd, tokClose:
			if its == nil && p.dialect == Brics {
				p.fail(p.tok.off, p.tok.end, "an expression", "the empty string is ()")
			}
			return p.join(OpConcat, its)
		}
		its = append(its, p.repetitions(p.item(depth)))
	}
	return item{}
}

// item parses the operand of a repetition.
func (p *parser) item(depth int) item {
	start := p.tok
	if p.nested(depth); p.err != nil {
		return item{}
	}
	switch start.kind {
	case tokSymbol:
		return p.behind(start.end, Symbol(start.r))
	case tokOpen:
		return p.group(depth + 1)
	case tokOpenClass:
		return p.class()
	case tokEscape:
		return p.escapedItem()
	case tokDot, tokEpsilon, tokEmpty, tokDollar:
		return p.behind(start.end, leaves[start.kind])
	case tokCaret:
		if p.superscript() {
			return p.nothingToRepeat()
		}
		return p.behind(start.end, &Expr{Op: OpBegin})
	case tokStar, tokPlus, tokQuestion, tokOpenBrace:
		return p.nothingToRepeat()
	case tokNot:
		return p.complement(depth + 1)
	case tokAny:
		it := p.tree(everything, 2)
		p.advance()
		return it
	case tokQuote:
		return p.quoted()
	case tokLess:
		p.fail(start.off, start.end, "an expression", `intervals and named automata are not supported; the character itself is \<`)
	case tokAnchor:
		p.fail(start.off, start.end, "an expression", "an expression matches whole lines, without ^ and $; "+
			"dk.brics.automaton reads them as characters, which are \\^ and \\$")
	default: // tokCloseClass, tokCloseBrace
		p.fail(start.off, start.end, "an expression",
			`the character itself is written with \ before it`)
	}
	return item{}
}

func (p *parser) nothingToRepeat() item {
	expected := "an expression"
	if p.tok.kind == tokOpenBrace {
		expected += " before the count"
	}
	p.fail(p.tok.off, p.tok.end, expected, "there is nothing to repeat")
	return item{}
}

// group parses a parenthesis.
func (p *parser) group(depth int) item {
	open := p.tok
	if !p.groupPrefix() {
		return item{}
	}
	p.advance()
	if p.tok.kind == tokClose {
		if p.strict && p.dialect == Paper {
			p.fail(p.tok.off, p.tok.end, "a symbol or (", "an empty group")
			return item{}
		}
		return p.behind(p.tok.end, epsilon)
	}
	it := p.alternatives(depth)
	if p.tok.kind != tokClose {
		p.fail(p.tok.off, p.tok.end, `")"`,
			fmt.Sprintf("the parenthesis at column %d is open",
				utf8.RuneCountInString(p.text[:open.off])+1))
	}
	p.advance()
	return it
}

// groupPrefix skips ?: and refuses any other (?.
func (p *parser) groupPrefix() bool {
	rest := p.text[p.tok.end:]
	if !strings.HasPrefix(rest, "?") || p.strict || p.dialect == Brics {
		return true
	}
	if strings.HasPrefix(rest, "?:") {
		p.tok.end += len("?:")
		return true
	}
	p.fail(p.tok.off, p.tok.end+1, "a group of a regular expression", "names, lookaround, flags and recursion are not supported")
	return false
}

// behind moves to the token at off, and returns the leaf before it.
func (p *parser) behind(off int, leaf *Expr) item {
	it := p.tree(leaf, 1)
	p.tok.end = off
	p.advance()
	return it
}

// tree counts a node and checks the limits.
func (p *parser) tree(e *Expr, depth int) item {
	p.size++
	if p.size > p.MaxSize {
		p.fail(p.tok.off, p.tok.end,
			fmt.Sprintf("an expression of at most %d nodes", p.MaxSize), "")
	}
	p.nested(depth)
	return item{e, depth}
}

// nested checks the depth of the text or of a tree.
func (p *parser) nested(depth int) {
	if depth > p.MaxDepth {
		p.fail(p.tok.off, p.tok.end, fmt.Sprintf("an expression nested at most %d deep", p.MaxDepth), "")
	}
}

// join makes one tree of several, as the constructor of op does. op is OpConcat,
// OpAlternate or OpIntersect.
func (p *parser) join(op Op, its []item) item {
	if p.err != nil {
		return item{}
	}
	if len(its) == 1 {
		return its[0]
	}
	depth := 0
	es := make([]*Expr, len(its))
	for i, it := range its {
		es[i] = it.e
		if it.e.Op == op {
			it.depth-- // its operands move up
		}
		depth = max(depth, it.depth)
	}
	return p.tree(chain(op, epsilon, es), depth+1)
}

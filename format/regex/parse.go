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
		p.alternatives(0)
		if p.tok.kind == tokClose {
			p.fail(p.tok.off, p.tok.end, "an operator, a symbol or end of text",
				"no parenthesis is open")
		}
	}
	if p.err != nil {
		return nil, p.err
	}
	p.reduce(0, OpConcat)
	return p.stack[0].e, nil
}

// A parser descends recursively over alternatives, items and repetitions. Finished
// items stay on a stack: a group without an operator behind it leaves its items
// there, so that flattening (((ab)c)d) copies nothing.
type parser struct {
	text    string
	dialect Dialect
	tokens  *[utf8.RuneSelf]tokenKind // of ASCII characters outside classes
	tok     token
	strict  bool
	syntax.Limits
	size  int
	err   error // a *syntax.Error; the text ends there
	stack []item
}

type item struct {
	e     *Expr
	depth int // depth of the tree e
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

// alternatives parses up to a closing parenthesis or the end. It pushes the items of
// one concatenation, one intersection, or one alternation.
func (p *parser) alternatives(depth int) {
	if depth > p.MaxDepth {
		p.fail(p.tok.off, p.tok.end,
			fmt.Sprintf("at most %d parentheses inside each other", p.MaxDepth), "")
		return
	}
	p.operands(depth, tokBar, OpAlternate, func(depth int) {
		p.operands(depth, tokAnd, OpIntersect, p.items)
	})
}

// operands calls operand once, and again after each sep. It joins several results by op.
func (p *parser) operands(depth int, sep tokenKind, op Op, operand func(depth int)) {
	base := len(p.stack)
	last := base
	operand(depth)
	for p.tok.kind == sep {
		p.reduce(last, OpConcat)
		last = len(p.stack)
		p.advance()
		operand(depth)
	}
	if last > base {
		p.reduce(last, OpConcat)
		p.reduce(base, op)
	}
}

// leaves are the expressions of tokens that are whole expressions.
var leaves = map[tokenKind]*Expr{tokDot: anyRune, tokEpsilon: epsilon, tokEmpty: empty, tokDollar: end}

// items parses a concatenation. Only Paper allows an empty one.
func (p *parser) items(depth int) {
	start := len(p.stack)
	for {
		base := len(p.stack)
		switch p.tok.kind {
		case tokEOF, tokBar, tokAnd, tokClose:
			if base == start && p.dialect == Brics {
				p.fail(p.tok.off, p.tok.end, "an expression", "the empty string is ()")
			}
			return
		}
		p.item(depth)
		if p.err != nil {
			return
		}
		p.repetitions(base)
	}
}

// item parses the operand of a repetition. It pushes a tree, or the items of a group.
func (p *parser) item(depth int) {
	start := p.tok
	switch start.kind {
	case tokSymbol:
		p.push(Symbol(start.r))
		p.advance()
	case tokOpen:
		p.group(depth + 1)
	case tokOpenClass:
		p.class()
	case tokEscape:
		p.escapedItem()
	case tokDot, tokEpsilon, tokEmpty, tokDollar:
		p.push(leaves[start.kind])
		p.advance()
	case tokCaret:
		if p.superscript() {
			p.nothingToRepeat()
			return
		}
		p.push(begin)
		p.advance()
	case tokStar, tokPlus, tokQuestion, tokOpenBrace:
		p.nothingToRepeat()
	case tokNot:
		p.complement(depth + 1)
	case tokAny:
		p.pushTree(everything, 2)
		p.advance()
	case tokQuote:
		p.quoted()
	case tokLess:
		p.fail(start.off, start.end, "an expression", `intervals and named automata are not supported; the character itself is \<`)
	case tokAnchor:
		p.fail(start.off, start.end, "an expression", "an expression matches whole lines, without ^ and $; "+
			"dk.brics.automaton reads them as characters, which are \\^ and \\$")
	default: // tokCloseClass, tokCloseBrace
		p.fail(start.off, start.end, "an expression",
			`the character itself is written with \ before it`)
	}
}

func (p *parser) nothingToRepeat() {
	expected := "an expression"
	if p.tok.kind == tokOpenBrace {
		expected += " before the count"
	}
	p.fail(p.tok.off, p.tok.end, expected, "there is nothing to repeat")
}

// group parses a parenthesis and pushes its items.
func (p *parser) group(depth int) {
	open := p.tok
	base := len(p.stack)
	if !p.groupPrefix() {
		return
	}
	p.advance()
	if p.tok.kind != tokClose || p.dialect == Paper {
		p.alternatives(depth)
	}
	if p.err != nil {
		return
	}
	if p.tok.kind != tokClose {
		p.fail(p.tok.off, p.tok.end, `")"`,
			fmt.Sprintf("the parenthesis at column %d is open",
				utf8.RuneCountInString(p.text[:open.off])+1))
		return
	}
	if len(p.stack) == base {
		if p.strict && p.dialect == Paper {
			p.fail(p.tok.off, p.tok.end, "a symbol or (", "an empty group")
			return
		}
		p.push(epsilon)
	}
	p.advance()
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

// push adds a finished leaf to the stack.
func (p *parser) push(e *Expr) { p.pushTree(e, 1) }

func (p *parser) pushTree(e *Expr, depth int) {
	p.size++
	if p.size > p.MaxSize {
		p.fail(p.tok.off, p.tok.end,
			fmt.Sprintf("an expression of at most %d nodes", p.MaxSize), "")
	}
	if depth > p.MaxDepth {
		p.fail(p.tok.off, p.tok.end,
			fmt.Sprintf("an expression nested at most %d deep", p.MaxDepth), "")
	}
	p.stack = append(p.stack, item{e, depth})
}

// reduce makes one tree of the stack from base, as the constructor of op does. op is
// OpConcat, OpAlternate or OpIntersect.
func (p *parser) reduce(base int, op Op) {
	items := p.stack[base:]
	if len(items) == 1 {
		return
	}
	depth := 0
	es := make([]*Expr, len(items))
	for i, it := range items {
		es[i] = it.e
		if it.e.Op == op {
			it.depth-- // its operands move up
		}
		depth = max(depth, it.depth)
	}
	p.stack = p.stack[:base]
	p.pushTree(chain(op, epsilon, es), depth+1)
}

package temporal

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// Defaults for zero fields of Options, and a fixed limit.
const (
	DefaultMaxDepth = 10_000
	DefaultMaxSize  = 1_000_000

	// maxMaxDepth bounds Options.MaxDepth: functions on trees recurse, and a
	// goroutine's stack is limited.
	maxMaxDepth = 100_000
)

// Options control Parse. The zero value reads everything that the package comment
// describes.
type Options struct {
	// Strict accepts only what String writes, and redundant parentheses: ! & | xor -> <->
	// X F G U R W M true false ( ) and names.
	Strict bool

	// MaxDepth bounds how deeply brackets, unary operators and right-associative
	// operators may nest in the text. Zero is DefaultMaxDepth; above 100,000 is
	// 100,000.
	MaxDepth int

	// MaxSize bounds the number of nodes of the tree. Zero is DefaultMaxSize.
	MaxSize int

	// Beside are the texts of the row; the text itself may be one of them. In LaTeX and with subscripts, a name such as
	// p_1 or p₁ has the spelling that they have.
	Beside []string
}

// A SyntaxError locates the first place at which a text is not a formula.
type SyntaxError struct {
	Column   int    // position in runes, from 1
	Offset   int    // position in bytes, from 0
	Found    string // the quoted token, "end of input" or another description
	Expected string // what the grammar allows there
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("column %d: expected %s, found %s", e.Column, e.Expected, e.Found)
}

// A parser reads one text by precedence climbing.
type parser struct {
	lexer
	tok               token
	depth, size       int
	maxDepth, maxSize int
	err               *SyntaxError
}

// Parse reads a formula. An error is always a *SyntaxError.
func Parse(s string, o Options) (*Formula, error) {
	p := parser{
		lexer:    lexer{text: s, strict: o.Strict, latex: !o.Strict && holdsLaTeX(s)},
		maxDepth: o.MaxDepth, maxSize: o.MaxSize,
	}
	if p.maxDepth <= 0 {
		p.maxDepth = DefaultMaxDepth
	}
	p.maxDepth = min(p.maxDepth, maxMaxDepth)
	if p.maxSize <= 0 {
		p.maxSize = DefaultMaxSize
	}
	p.tok = p.next(p.skip(0))
	f := p.expression(precImplies)
	if p.err == nil && p.tok.kind == tokStop && p.tok.next == len(s) {
		p.advance()
	}
	if p.err == nil && p.tok.kind != tokEnd {
		if p.tok.kind == tokClose {
			p.failFound("an operator or the end of input", "a surplus "+strconv.Quote(p.quote()))
		}
		p.fail("an operator or the end of input")
	}
	if p.err != nil {
		return nil, p.err
	}
	f = flatten(f)
	if beside := o.Beside; len(beside) > 0 && !o.Strict && typeset(s) {
		o.Beside = nil
		f = f.spelledAs(beside, s, o)
	}
	return f, nil
}

func (p *parser) advance() { p.tok = p.next(p.tok.next) }

// expression reads operands and operators of at least the given precedence, and stops at
// anything else. The result is nil after an error.
func (p *parser) expression(least int) *Formula {
	left := p.unary()
	chain := Op(0) // the operator of left, while operands may be added to it
	for p.err == nil && p.infix() && precedence[p.tok.op] >= least {
		op := p.tok.op
		prec := precedence[op]
		p.advance()
		if rightAssociative(prec) {
			if !p.enter(1) {
				return nil
			}
			left = p.node(op, left, p.expression(prec))
			p.depth--
			continue
		}
		right := p.expression(prec + 1)
		if chain == op {
			left.Args = append(left.Args, right)
		} else {
			left = p.node(op, left, right)
			chain = op
		}
	}
	if p.err != nil {
		return nil
	}
	return left
}

// infix reports whether the token is an operator between operands.
func (p *parser) infix() bool {
	return p.tok.kind == tokOp && precedence[p.tok.op] < precUnary
}

// unary reads an operand with the unary operators before it.
func (p *parser) unary() *Formula {
	t := p.tok
	switch {
	case t.kind == tokName:
		p.advance()
		f := p.node(OpAtom)
		f.Name = t.name
		return f
	case t.kind == tokOp && (t.op == OpTrue || t.op == OpFalse):
		p.advance()
		return p.node(t.op)
	case t.kind == tokOp && precedence[t.op] == precUnary:
		p.advance()
		return p.prefixed(t.op)
	case t.kind == tokOpen && p.enter(1):
		p.advance()
		f := p.expression(precImplies)
		if p.err == nil && (p.tok.kind != tokClose || p.tok.closer != t.closer) {
			p.fail(`"` + string(rune(t.closer)) + `" or an operator`)
		}
		p.depth--
		p.advance()
		return f
	}
	p.fail("a formula")
	return nil
}

// prefixed reads the operand of op, and before it the range of X[3], F[2:5] or G[2:].
func (p *parser) prefixed(op Op) *Formula {
	lo, hi, ok := p.steps(op)
	if !ok || !p.enter(max(1, lo, hi)) {
		return nil
	}
	f := p.unary()
	if p.err != nil {
		return nil
	}
	p.depth -= max(1, lo, hi)
	if hi < 0 {
		f = p.node(op, f)
	} else if op != OpNext {
		f = p.within(op, f, hi-lo)
	}
	for range lo {
		f = p.node(OpNext, f)
	}
	return f
}

// within returns a formula about this step and the n steps after it: f is true at one of
// them if op is F, and at all of them if op is G.
func (p *parser) within(op Op, f *Formula, n int) *Formula {
	connective := OpOr
	if op == OpGlobally {
		connective = OpAnd
	}
	g := f
	for range n {
		p.size += syntax.CountTo(f.Subformulas(), p.maxSize-p.size)
		if !p.enter(0) {
			return nil
		}
		g = p.node(connective, f, p.node(OpNext, g))
	}
	return g
}

// steps reads [n] or [!] behind X, and [n:m], [n:] and [:m] behind F and G, where a comma
// or two dots may replace the colon. Without a range, or without an upper bound, hi is
// -1. For X[n], lo is n and hi is 0.
func (p *parser) steps(op Op) (lo, hi int, ok bool) {
	if p.tok.kind != tokOpen || p.tok.closer != ']' || op == OpNot {
		return 0, -1, true
	}
	inside, _, closed := strings.Cut(p.text[p.tok.off+1:min(len(p.text), p.tok.off+40)], "]")
	end := p.tok.off + len("[]") + len(inside)
	inside = strings.Trim(inside, " ")
	if !closed {
		return 0, -1, true
	}
	if op == OpNext {
		if inside == "!" { // Spot's strong next; X has the same meaning
			p.tok = p.next(p.skip(end))
			return 0, -1, true
		}
		lo, err := strconv.ParseUint(inside, 10, 32)
		if err != nil {
			return 0, -1, true
		}
		return p.bounds(end, uint64(lo), 0)
	}
	from, to, ranged := strings.Cut(inside, ":")
	for _, sep := range []string{",", ".."} {
		if !ranged {
			from, to, ranged = strings.Cut(inside, sep)
		}
	}
	if !ranged {
		return 0, -1, true
	}
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	var low, high uint64
	var errLow, errHigh error
	if from != "" {
		low, errLow = strconv.ParseUint(from, 10, 32)
	}
	if to != "" {
		high, errHigh = strconv.ParseUint(to, 10, 32)
	}
	if errLow != nil || errHigh != nil || to != "" && high < low {
		p.fail("a range of steps such as [2:5]")
		return 0, 0, false
	}
	lo, hi, ok = p.bounds(end, low, high)
	if to == "" {
		hi = -1
	}
	return lo, hi, ok
}

// bounds checks lo and hi against MaxDepth and moves behind the range, which ends at end.
func (p *parser) bounds(end int, lo, hi uint64) (int, int, bool) {
	if most := uint64(p.maxDepth); lo > most || hi > most {
		p.failFound("at most "+strconv.Itoa(p.maxDepth)+" levels of nesting", "more")
		return 0, 0, false
	}
	p.tok = p.next(p.skip(end))
	return int(lo), int(hi), true
}

func (p *parser) node(op Op, args ...*Formula) *Formula {
	p.size++
	if p.size > p.maxSize {
		p.enter(0)
	}
	return &Formula{Op: op, Args: args}
}

// enter adds n levels of nesting and checks the limits.
func (p *parser) enter(n int) bool {
	p.depth += n
	switch {
	case p.depth > p.maxDepth:
		p.failFound("at most "+strconv.Itoa(p.maxDepth)+" levels of nesting", "more")
	case p.size > p.maxSize:
		p.failFound("at most "+strconv.Itoa(p.maxSize)+" nodes", "more")
	}
	return p.err == nil
}

// fail records what was expected at the token, if it is the first error.
func (p *parser) fail(expected string) {
	found := strconv.Quote(p.quote())
	switch {
	case p.tok.kind == tokEnd:
		found = "end of input"
	case p.tok.kind == tokUnknown && p.text[p.tok.off] >= utf8.RuneSelf:
		if r, width := utf8.DecodeRuneInString(p.text[p.tok.off:]); r == utf8.RuneError && width == 1 {
			found = fmt.Sprintf("byte 0x%02x, which is not UTF-8", p.text[p.tok.off])
		}
	}
	p.failFound(expected, found)
}

// quote returns the text of the token, at most 24 runes of it.
func (p *parser) quote() string {
	text := p.text[p.tok.off:p.tok.end]
	if runes := []rune(text[:min(len(text), 100)]); len(runes) > 24 {
		return string(runes[:24]) + "..."
	}
	return text
}

func (p *parser) failFound(expected, found string) {
	if p.err == nil {
		column := utf8.RuneCountInString(p.text[:p.tok.off]) + 1
		p.err = &SyntaxError{column, p.tok.off, found, expected}
	}
	p.tok = token{kind: tokEnd, off: len(p.text), end: len(p.text), next: len(p.text)}
}

// flatten makes one node of each chain of an associative operator, even if brackets
// divide the chain. It changes nodes in place: only nodes made by within share operands.
func flatten(f *Formula) *Formula {
	switch f.Op {
	case OpAtom, OpTrue, OpFalse:
		return f
	case OpAnd, OpOr, OpXor:
		return &Formula{Op: f.Op, Args: gather(make([]*Formula, 0, len(f.Args)), f.Op, f)}
	}
	for i, g := range f.Args {
		f.Args[i] = flatten(g)
	}
	return f
}

// gather appends the operands of the chain f of op.
func gather(args []*Formula, op Op, f *Formula) []*Formula {
	for _, g := range f.Args {
		if g.Op == op {
			args = gather(args, op, g)
		} else {
			args = append(args, flatten(g))
		}
	}
	return args
}

package temporal

import (
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/syntax"
)

// Options control Parse. The zero value reads everything that the package comment
// describes.
type Options struct {
	// Strict accepts only what String writes, and redundant parentheses: ! & | xor -> <->
	// X F G U R W M WX Y Z O H S T true false ( ), and names with arguments and comparisons.
	Strict bool

	// The depth counts brackets, unary operators and right-associative operators inside
	// each other.
	syntax.Limits

	// Beside are the texts of the row; the text itself may be one of them. In LaTeX and with subscripts, a name such as
	// p_1 or p₁ has the spelling that they have.
	Beside []string
}

// A parser reads one text by precedence climbing.
type parser struct {
	lexer
	tok         token
	depth, size int
	syntax.Limits
	strong bool // X[!] was read
	weakX  bool // X is the weak next, as in Spot, where X[!] is the strong one
	err    *syntax.Error
}

// strongNext matches the strong next of Spot.
var strongNext = regexp.MustCompile(`X\s*\[!\]`)

// Parse reads a formula. An error is always a *syntax.Error.
func Parse(s string, o Options) (*Formula, error) {
	p := parser{
		lexer:  lexer{text: s, strict: o.Strict, latex: !o.Strict && holdsLaTeX(s)},
		Limits: o.OrDefaults(),
		weakX:  !o.Strict && strongNext.MatchString(s),
	}
	f := p.whole(func() *Formula { return p.expression(precImplies) })
	if p.err != nil && !o.Strict { // Lang2LTL and others write operators before all operands
		for _, letters := range []bool{false, true} {
			q := parser{lexer: lexer{text: s, latex: p.latex}, Limits: p.Limits, weakX: p.weakX}
			if g := q.whole(func() *Formula { return q.prefix(letters) }); q.err == nil {
				f, p.err = g, nil
				break
			}
		}
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

// whole reads the text by a method for formulas.
func (p *parser) whole(read func() *Formula) *Formula {
	p.tok = p.next(p.skip(0))
	f := read()
	if p.err == nil && p.tok.kind == tokStop && p.tok.next == len(p.text) {
		p.advance()
	}
	if p.err == nil && p.tok.kind != tokEnd {
		if p.tok.kind == tokClose {
			p.failFound("an operator or the end of input", "a surplus "+strconv.Quote(p.quote()))
		}
		p.fail("an operator or the end of input")
	}
	return f
}

// prefix reads a formula in which operators stand before all operands: F & a b. With
// letters, i and e are -> and <->, as in the format of LBT.
func (p *parser) prefix(letters bool) *Formula {
	if !p.enter(1) {
		return nil
	}
	defer func() { p.depth-- }()
	t := p.tok
	op := t.op
	switch {
	case t.kind == tokName && letters && t.name == "i":
		op = OpImplies
	case t.kind == tokName && letters && t.name == "e":
		op = OpIff
	case t.kind != tokOp || op == OpTrue || op == OpFalse || t.kind == tokOpen:
		return p.operand()
	}
	p.advance()
	left := p.prefix(letters)
	if precedence(op) == precUnary {
		return p.node(p.nextOp(op), left)
	}
	return p.node(op, left, p.prefix(letters))
}

// nextOp returns op, or the weak next for the letter X if the text has X[!], too.
func (p *parser) nextOp(op Op) Op {
	if op == OpNext && p.weakX {
		return OpWeakNext
	}
	return op
}

func (p *parser) advance() { p.tok = p.next(p.tok.next) }

// expression reads operands and operators of at least the given precedence, and stops at
// anything else. The result is nil after an error.
func (p *parser) expression(least int) *Formula {
	left := p.unary()
	chain := Op(0) // the operator of left, while operands may be added to it
	for p.err == nil && p.infix() && precedence(p.tok.op) >= least {
		op := p.tok.op
		prec := precedence(op)
		p.advance()
		if rightAssociative(prec) {
			lo, hi, ok := p.steps(op)
			if !ok || !p.enter(max(1, lo, hi)) {
				return nil
			}
			right := p.expression(prec)
			p.depth -= max(1, lo, hi)
			left = p.bounded(op, lo, hi, left, right)
			continue
		}
		right := p.expression(prec + 1)
		if p.err == nil && chain == op {
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
	if t := &p.tok; t.kind == tokName && t.maybe != 0 && precedence(t.maybe) < precUnary && p.operandAt(t.wordEnd) {
		t.kind, t.op, t.next = tokOp, t.maybe, p.skip(t.wordEnd)
	}
	return p.tok.kind == tokOp && precedence(p.tok.op) < precUnary
}

// peek returns the token behind off.
func (p *parser) peek(off int) token {
	l := p.lexer
	return l.next(l.skip(off))
}

// operandAt reports whether an operand begins behind off.
func (p *parser) operandAt(off int) bool {
	switch t := p.peek(off); t.kind {
	case tokName, tokOpen:
		return true
	case tokOp:
		return precedence(t.op) == precUnary
	}
	return false
}

// contextual turns the token into an operator if it is a word such as O and a name cannot
// stand here. O S a is the name O, since the name S cannot stand between O and a.
func (p *parser) contextual() {
	t := &p.tok
	if t.kind != tokName || t.maybe == 0 || precedence(t.maybe) != precUnary || !p.operandAt(t.wordEnd) {
		return
	}
	after := p.peek(t.wordEnd)
	binary := after.kind == tokName && after.maybe != 0 && precedence(after.maybe) < precUnary && p.operandAt(after.wordEnd)
	switch {
	case t.applied && t.wordEnd == t.off+1, binary && after.applied:
		p.failFound("a space behind an operator, or a name in quotes", strconv.Quote(p.quote())+", which could be both")
	case !binary:
		t.kind, t.op, t.next = tokOp, t.maybe, p.skip(t.wordEnd)
	}
}

// unary reads an operand with the unary operators before it.
func (p *parser) unary() *Formula {
	p.contextual()
	return p.operand()
}

func (p *parser) operand() *Formula {
	t := p.tok
	switch {
	case t.kind == tokName && t.applied && t.maybe != 0 && precedence(t.maybe) < precUnary && t.wordEnd > t.off+1:
		p.failFound("an operator between its operands, or a name in quotes", strconv.Quote(p.quote())+", which could be both")
		return nil
	case t.kind == tokName:
		p.advance()
		p.grow()
		return Atom(t.name)
	case t.kind == tokOp && (t.op == OpTrue || t.op == OpFalse):
		p.advance()
		return p.node(t.op)
	case t.kind == tokOp && precedence(t.op) == precUnary:
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
	if p.strong { // X[!]
		p.strong = false
	} else {
		op = p.nextOp(op)
	}
	f := p.unary()
	p.depth -= max(1, lo, hi)
	return p.bounded(op, lo, hi, f)
}

// A range of steps: [2,5], [2:], [..5], [<=3], or [3] behind X.
var stepRange = regexp.MustCompile(`^\[\s*(?:(\d*)\s*(?::|,|\.\.)\s*(\d*)|(<=?|>=?|≤|≥)\s*(\d+)|(\d+))\s*\]`)

// node returns op applied to args, or nil after an error.
func (p *parser) node(op Op, args ...*Formula) *Formula {
	if p.grow(); p.err != nil {
		return nil
	}
	return &Formula{Op: op, Args: args}
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

// grow counts a node.
func (p *parser) grow() {
	if p.size++; p.size > p.MaxSize {
		p.enter(0)
	}
}

// enter adds n levels of nesting and checks the limits.
func (p *parser) enter(n int) bool {
	p.depth += n
	switch {
	case p.depth > p.MaxDepth:
		p.failFound("at most "+strconv.Itoa(p.MaxDepth)+" levels of nesting", "more")
	case p.size > p.MaxSize:
		p.failFound("at most "+strconv.Itoa(p.MaxSize)+" nodes", "more")
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
		p.err = syntax.ErrorAt(p.text, p.tok.off, expected, found)
	}
	p.tok = token{kind: tokEnd, off: len(p.text), end: len(p.text), next: len(p.text)}
}

package logic

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// Precedences, loosest first.
const (
	precIff = 1 + iota
	precImplies
	precXor
	precOr
	precAnd
)

// infixes are the operator and the precedence of each connective.
var infixes = [...]struct {
	op   Op
	prec int
}{
	symAnd:     {OpAnd, precAnd},
	symOr:      {OpOr, precOr},
	symXor:     {OpXor, precXor},
	symImplies: {OpImplies, precImplies},
	symIff:     {OpIff, precIff},
}

// expression reads operands and connectives of at least the given precedence and
// stops at anything else. Its operands remain on the stack: the operands of a chain of
// the returned Op, or a single operand if the Op is zero.
func (p *parser) expression(least int) (Op, bool) {
	base := len(p.operands)
	left, ok := p.unary(0)
	if !ok {
		return 0, false
	}
	return p.connectives(base, left, least)
}

// connectives continues an expression whose operands lie on the stack from base: the
// operands of a chain of left, or a single operand if left is zero.
func (p *parser) connectives(base int, left Op, least int) (Op, bool) {
	for {
		sym, end := p.infix()
		if sym == symNone || infixes[sym].prec < least {
			return left, true
		}
		op, prec := infixes[sym].op, infixes[sym].prec
		if left != op || prec <= precImplies {
			p.push(base, p.seal(base, left))
		}
		if p.lenient && !p.combine(sym) {
			return 0, false
		}
		p.pos = end
		p.space()
		p.rightAt = p.pos
		right := len(p.operands)
		if prec <= precImplies { // right-associative
			if !p.enter(p.pos, 1) {
				return 0, false
			}
			r, ok := p.expression(prec)
			if !ok {
				return 0, false
			}
			p.depth--
			p.push(right, p.seal(right, r))
			p.push(base, p.node(op, p.operands[base], p.operands[right]))
			left = 0
			continue
		}
		r, ok := p.unary(0)
		if ok {
			if sym, _ = p.infix(); sym != symNone && infixes[sym].prec > prec {
				r, ok = p.connectives(right, r, prec+1)
			}
		}
		if !ok || p.size > p.MaxSize && !p.tooLarge(p.pos) {
			return 0, false
		}
		if r != op {
			p.push(right, p.seal(right, r))
		}
		left = op
	}
}

// seal makes one formula of the operands from base on.
func (p *parser) seal(base int, op Op) *Formula {
	if op == 0 {
		return p.operands[base]
	}
	return p.node(op, slices.Clone(p.operands[base:])...)
}

func (p *parser) node(op Op, args ...*Formula) *Formula {
	p.size++
	return &Formula{Op: op, Args: args}
}

// push replaces the operands from base by f.
func (p *parser) push(base int, f *Formula) { p.operands = append(p.operands[:base], f) }

// unary reads negations and their operand. If closing is not zero, a group begins
// here that this bracket closes; see quantified.
func (p *parser) unary(closing byte) (Op, bool) {
	base := len(p.operands)
	nots := 0
	p.space()
	first := p.behind(p.pos)
	for {
		p.space()
		at := p.pos
		sym, name, end := p.operand()
		if sym == symNot || sym == symNotExists {
			if !p.enter(at, 1) {
				return 0, false
			}
			nots++
			closing = 0
			if sym == symNot {
				p.pos = end
				p.carry(at)
				continue
			}
			if name != "" {
				return p.noneOf(at, name, end, nots)
			}
			sym = symExists
		}
		op, ok := p.primary(sym, name, end, closing)
		if op, ok = p.negated(base, op, nots, ok); ok && !p.prefixed {
			op, ok = p.equivalence(base, op, first)
		}
		return op, ok
	}
}

// negated negates the formula whose operands lie on the stack from base, n times.
func (p *parser) negated(base int, op Op, n int, ok bool) (Op, bool) {
	if !ok || n == 0 {
		return op, ok
	}
	p.depth -= n
	f := p.seal(base, op)
	for range n {
		f = p.node(OpNot, f)
	}
	p.push(base, f)
	return 0, true
}

// primary reads what operand recognized at p.pos, and the space behind it.
func (p *parser) primary(sym symbol, name string, end int, closing byte) (Op, bool) {
	at := p.pos
	switch sym {
	case symForall, symExists:
		op := OpForall
		if sym == symExists {
			op = OpExists
		}
		p.pos = end
		return p.quantified(at, op, name != "", closing)
	case symTrue, symFalse:
		op := OpTrue
		if sym == symFalse {
			op = OpFalse
		}
		p.operands = append(p.operands, p.node(op))
		p.pos = end
		p.space()
		return 0, true
	case symNone:
		if c := calledAs(name); c != calledNone && !p.letters && p.argumentsBehind(end) {
			return p.namedCall(c, name, end)
		}
		if name != "" {
			return 0, p.atom(name, end)
		}
		if p.lenient && p.termAhead() {
			return 0, p.looseAtom()
		}
		if open, end := p.bracket(at); closer[open] != 0 {
			return p.group(closer[open], end)
		}
	case symAnd, symOr, symXor, symImplies, symIff:
		if name != "" && p.argumentsBehind(end) {
			return p.call(infixes[sym].op, end)
		}
	}
	return 0, p.fail(at, "a formula")
}

// group reads a bracketed expression, which begins at inside, and the space behind
// the bracket.
func (p *parser) group(closing byte, inside int) (Op, bool) {
	if !p.enter(p.pos, 1) {
		return 0, false
	}
	base := len(p.operands)
	level := p.level
	p.level = chainLevel{rule: p.pos == p.ruleAt}
	p.pos = inside
	left, ok := p.unary(closing)
	if !ok {
		return 0, false
	}
	if p.prefixed { // (∀x)(...): the brackets are closed already
		p.prefixed = false
		p.level = level
		p.depth--
		return left, true
	}
	op, ok := p.connectives(base, left, precIff)
	if !ok {
		return 0, false
	}
	p.level = level
	if c, end := p.bracket(p.pos); c == closing {
		p.pos = end
		p.depth--
		p.space()
		return op, true
	}
	if p.lenient && p.missingBracket(closing) {
		p.depth--
		return op, true
	}
	return 0, p.fail(p.pos, `"`+string(rune(closing))+`" or an operator`)
}

// bracket reads ( ) [ ] { } \{ \} at offset i; it returns zero for anything else.
func (p *parser) bracket(i int) (c byte, end int) {
	s := p.s
	if i >= len(s) {
		return 0, i
	}
	switch c := s[i]; c {
	case '(', ')':
		return c, i + 1
	case '[', ']', '{', '}':
		if !p.Strict {
			return c, i + 1
		}
	case '\\':
		if i+1 < len(s) && (s[i+1] == '{' || s[i+1] == '}') && !p.Strict {
			return s[i+1], i + 2
		}
	}
	return 0, i
}

// closer maps each opening bracket to its closing bracket.
var closer = map[byte]byte{'(': ')', '[': ']', '{': '}'}

// operand recognizes how an operand begins at p.pos: with a symbol, a name, or neither.
// For a keyword, it returns the symbol and the name. It does not change p.pos.
func (p *parser) operand() (sym symbol, name string, end int) {
	s, i := p.s, p.pos
	if i == len(s) {
		return symNone, "", i
	}
	switch c := s[i]; {
	case class[c]&isName != 0:
		return p.word(i)
	case c == '-' || c == '~' || c == '!':
		if infix, _ := asciiInfix(s, i); p.Strict || infix != symNone || strings.HasPrefix(s[i:], "!=") ||
			c == '~' && p.latex && !p.negates(i) {
			return symNone, "", i
		}
		if c == '!' && p.lenient && p.signAhead(i) {
			return symForall, "", i + 1
		}
		return symNot, "", i + 1
	case c == '?' && p.lenient && p.signAhead(i):
		return symExists, "", i + 1
	case c == '\\' || c >= 0x80:
		if name, _ := syntax.Command(s, i); c == '\\' && commands[name] == symFont {
			return p.word(i)
		}
		sym, end = p.symbolAt(i)
		if symNot <= sym && sym <= symFalse {
			return sym, "", end
		}
		if sym == symNone || sym == symGreek {
			return p.word(i)
		}
	}
	return symNone, "", i
}

// word reads the name at i, in the place of an operand, and decides whether it is a
// keyword. "v" is a name, as in v(p2); between operands, as in p1 v(p2), infix reads it as
// an operator. "all" and "some" are names unless a variable follows, and "true" and "false"
// are names before arguments. The other keywords are never names here.
func (p *parser) word(i int) (sym symbol, name string, end int) {
	name, end = p.name(i, placeFormula)
	if name == "" {
		return symNone, "", i
	}
	sym = wordSymbol(name)
	switch sym {
	case symNone:
		if p.lenient {
			return p.quantifierPhrase(i, name, end)
		}
		return symNone, name, end
	case symOr:
		if len(name) == len("v") {
			sym = symNone
		}
	case symForall, symExists:
		if len(name) < len("forall") && !p.variableAhead(end) {
			sym = symNone
		}
	case symTrue, symFalse:
		if p.nextIs(end, '(') {
			sym = symNone
		}
	}
	if p.Strict && sym != symNone {
		return symNone, "", i // not a name either: without Strict, it is a keyword
	}
	return sym, name, end
}

// nextIs reports whether c is the next byte that is not white space.
func (p *parser) nextIs(i int, c byte) bool {
	for i < len(p.s) && class[p.s[i]]&isSpace != 0 {
		i++
	}
	return i < len(p.s) && p.s[i] == c
}

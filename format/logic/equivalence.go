package logic

import "strings"

// In Python, == and != compare formulas as well as terms. Between formulas, they are ↔ and
// its negation. Python's precedences differ from those of logic, p & q == r is (p & q) == r
// in Python, so == between formulas needs brackets beside a connective.

// relatesFormulas reports whether == or != is at p.pos, where it can only be between formulas:
// behind one.
func (p *parser) relatesFormulas() bool {
	sym, _ := p.equality()
	return sym != symNone && p.isDouble()
}

// isDouble reports whether the equality at p.pos is == or !=.
func (p *parser) isDouble() bool {
	return !p.Strict && !p.letters && (strings.HasPrefix(p.s[p.pos:], "==") || p.s[p.pos] == '!')
}

// formulaBehind reports whether the equality at p.pos is between formulas: it is == or !=, and
// its right side, at next, can only be a formula; or it is in a call, such as ForAll(x, ...),
// and both sides have arguments. applied says whether the left side has.
func (p *parser) formulaBehind(next int, applied bool) bool {
	if !p.isDouble() {
		return false
	}
	at := p.pos
	p.pos = p.skipSpace(next)
	defer func() { p.pos = at }()
	sym, name, end := p.operand()
	switch {
	case sym != symNone:
		return true
	case name != "" && p.argumentsBehind(end):
		return p.Propositional || isConnective(name) || applied && p.calls > 0
	case name != "":
		return p.Propositional
	}
	c, _ := p.bracket(p.pos)
	return closer[c] != 0
}

// argumentsBehind reports whether arguments follow the name that ends at end.
func (p *parser) argumentsBehind(end int) bool {
	return p.nextIs(end, '(') || !p.Strict && p.nextIs(end, '[')
}

// equivalence reads == or != and its right side behind a formula, which lies on the stack from
// base. No other connective may be between the same brackets.
func (p *parser) equivalence(base int, op Op) (Op, bool) {
	at := p.pos
	sym, next := p.equality()
	p.push(base, p.seal(base, op))
	p.pos = next
	p.space()
	if name, end := p.plainName(p.pos); calledAs(name) == calledIf && p.argumentsBehind(end) {
		return 0, p.fail(p.pos, `no "==" beside "If"`)
	}
	op, ok := p.unary(0)
	if !ok {
		return 0, false
	}
	left, right := p.operands[base], p.seal(base+1, op)
	if infix, _ := p.infix(); infix != symNone || p.relatesFormulas() || p.equatedTo == p.pos {
		return 0, p.fail(at, `brackets around "==" beside a connective`)
	}
	if left.Op == OpAtom && right.Op == OpAtom && !p.Propositional && (p.calls == 0 || !hasTerms(left) || !hasTerms(right)) {
		return 0, p.fail(at, `"=" between terms or "<->" between formulas`)
	}
	p.doubtFormulas(at, []*Formula{left, right}, false)
	f := p.node(OpIff, left, right)
	if sym == symNotEqual {
		f = p.node(OpNot, f)
	}
	p.push(base, f)
	return 0, true
}

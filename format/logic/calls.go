package logic

import "strconv"

// call reads a connective that is written as a function, And(p, q), as in z3py and
// sympy. The connective's name ends at end, and a bracket follows.
func (p *parser) call(op Op, end int) (Op, bool) {
	at := p.pos
	if !p.enter(at, 1) {
		return 0, false
	}
	p.pos = end
	p.space()
	p.accept('(')
	list, level := p.list, p.level
	p.list, p.level = true, chainLevel{}
	base, n := len(p.operands), 0
	for {
		first := len(p.operands)
		inner, ok := p.expression(precIff)
		if !ok {
			return 0, false
		}
		if inner != op || op == OpIff || op == OpImplies {
			p.push(first, p.seal(first, inner))
		}
		n++
		p.level = chainLevel{}
		if p.accept(',') {
			continue
		}
		if !p.accept(')') {
			return 0, p.fail(p.pos, `"," or ")" or an operator`)
		}
		break
	}
	p.list, p.level = list, level
	p.depth--
	p.reversing = p.reversing || op == OpIff || op == OpImplies || op == OpXor
	if op == OpIff || op == OpImplies {
		if n != 2 {
			return 0, p.failFound(at, "a connective with 2 arguments", strconv.Itoa(n))
		}
		p.push(base, p.node(op, p.operands[base], p.operands[base+1]))
		return 0, true
	}
	if len(p.operands) == base+1 {
		return 0, true
	}
	return op, true
}

// calledHead reads the variables of ForAll([x, y], P(x)) behind the first bracket;
// open is the second one.
func (p *parser) calledHead(open byte) (punctuated, call, ok bool) {
	p.pos++
	p.space()
	if !p.nameRun() {
		return false, false, false
	}
	if closing := closer[open]; p.names[len(p.names)-1].comma || !p.accept(closing) {
		return false, false, p.fail(p.pos, `a variable or "`+string(rune(closing))+`"`)
	}
	if !p.accept(',') {
		return false, false, p.fail(p.pos, `","`)
	}
	p.bindNames(len(p.names))
	return false, true, true
}

// calledQuantifier reads the body of ForAll(x, P(x)) and the bracket behind it.
func (p *parser) calledQuantifier(base int, op Op, unique bool) (Op, bool) {
	if !p.enter(p.pos, 1) {
		return 0, false
	}
	list, level := p.list, p.level
	p.list, p.level = true, chainLevel{}
	body := len(p.operands)
	inner, ok := p.expression(precIff)
	if !ok {
		return 0, false
	}
	if !p.accept(')') {
		return 0, p.fail(p.pos, `")" or an operator`)
	}
	p.list, p.level = list, level
	p.depth--
	p.bind(base, body, inner, op, unique)
	return 0, true
}

// nothingAhead reports whether no operand can begin at p.pos.
func (p *parser) nothingAhead() bool {
	if p.endsAt(p.pos) || p.s[p.pos] == ',' {
		return true
	}
	if sym, _ := p.infix(); sym != symNone {
		return true
	}
	c, _ := p.bracket(p.pos)
	return c != 0 && closer[c] == 0
}

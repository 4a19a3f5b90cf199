package logic

import (
	"strings"
)

// looseTerm reads a term with operators of at least the given precedence, and the space
// behind it, onto the stack of terms.
func (p *parser) looseTerm(least int) bool {
	return p.enter(p.pos, 1) && p.factor() && p.arithmetic(max(least, 1)) && p.leave()
}

func (p *parser) leave() bool {
	p.depth--
	return true
}

// arithmetic continues a term, which is on the stack, with operators of at least the
// given precedence. The operators associate to the left.
func (p *parser) arithmetic(least int) bool {
	base := len(p.terms) - 1
	for {
		op, end := p.operator()
		if op.prec < least || op.prec == 0 {
			return true
		}
		p.pos = end
		p.space()
		if !p.looseTerm(op.prec + 1) {
			return false
		}
		if p.repairs.add(op.kind); p.size+len(p.terms) > p.MaxSize {
			return p.tooLarge(p.pos)
		}
		p.terms = append(p.terms, Apply(op.name, p.popTerms(base)...))
	}
}

// factor reads a term without operators, and the space behind it.
func (p *parser) factor() bool {
	at := p.pos
	if p.size+len(p.terms) > p.MaxSize {
		return p.tooLarge(at)
	}
	if at == len(p.s) {
		return p.fail(at, "a term")
	}
	switch c := p.s[at]; {
	case c == '(':
		return p.bracketedTerm()
	case c == '[' || c == '{':
		return p.listTerm(c)
	case c == '-' && at+1 < len(p.s) && isDigit(p.s[at+1]):
		p.pos++
		base := len(p.terms)
		if !p.factor() {
			return false
		}
		p.repairs.add(Arithmetic)
		p.terms = append(p.terms, Apply("minus", p.popTerms(base)...))
		return true
	}
	words, number, ok := p.words()
	if !ok {
		return false
	}
	name := strings.Join(words, "")
	if len(words) > 1 && !p.spacedName(at, words, number) {
		return false
	}
	base := len(p.terms)
	if len(words) == 1 && p.argumentsAhead() && !p.arguments() {
		return false
	}
	t := p.makeTerm(name, base)
	if t.Var && (p.quoteAt(at) != "" || number) {
		return p.failFound(at, "a term", `a name like the variable "`+name+`"`)
	}
	if len(t.Args) == 0 && (len(words) > 1 || number || p.quoteAt(at) != "") {
		if p.constants == nil {
			p.constants = map[string]int{}
		}
		p.constants[p.bound.key(name)]++
	}
	p.terms = append(p.terms, t)
	return true
}

// bracketedTerm reads a term in brackets.
func (p *parser) bracketedTerm() bool {
	if !p.enter(p.pos, 1) {
		return false
	}
	p.pos++
	p.space()
	if !p.looseTerm(0) {
		return false
	}
	if !p.accept(')') {
		return p.fail(p.pos, `")"`)
	}
	p.depth--
	p.repairs.add(Arithmetic)
	return true
}

// listTerm reads [a, b] or {a, b}.
func (p *parser) listTerm(open byte) bool {
	if !p.enter(p.pos, 1) {
		return false
	}
	p.pos++
	p.space()
	p.within++
	base, closing := len(p.terms), closer[open]
	for p.looseTerm(0) {
		if p.accept(',') {
			continue
		}
		if !p.accept(closing) {
			return p.fail(p.pos, `"," or "`+string(rune(closing))+`"`)
		}
		p.within--
		p.depth--
		p.repairs.add(ListTerm)
		name := "list"
		if open == '{' {
			name = "set"
		}
		p.terms = append(p.terms, Apply(name, p.popTerms(base)...))
		return true
	}
	return false
}

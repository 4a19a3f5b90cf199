package logic

import (
	"strings"
)

// looseTerm reads a term and the space behind it onto the stack of terms.
func (p *parser) looseTerm() bool {
	return p.enter(p.pos, 1) && p.factor() && p.leave()
}

func (p *parser) leave() bool {
	p.depth--
	return true
}

// factor reads a term in the nesting of its caller.
func (p *parser) factor() bool {
	at := p.pos
	if p.size+len(p.terms) > p.MaxSize {
		return p.tooLarge(at)
	}
	if at == len(p.s) {
		return p.fail(at, "a term")
	}
	if c := p.s[at]; c == '[' || c == '{' {
		return p.listTerm(c)
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

// listTerm reads [a, b] or {a, b}.
func (p *parser) listTerm(open byte) bool {
	if !p.enter(p.pos, 1) {
		return false
	}
	p.pos++
	p.space()
	p.within++
	base, closing := len(p.terms), closer[open]
	for p.looseTerm() {
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

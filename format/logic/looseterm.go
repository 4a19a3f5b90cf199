package logic

import "strings"

// looseTerm reads a term and the space behind it onto the stack of terms.
func (p *parser) looseTerm() bool {
	at := p.pos
	if p.size+len(p.terms) > p.MaxSize {
		return p.tooLarge(at)
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

package logic

import (
	"slices"
	"strings"
)

// atom reads the atom, or the equality, that begins with a name, and the space
// behind it.
func (p *parser) atom(name string, end int) bool {
	at := p.pos
	p.pos = end
	p.space()
	base := len(p.terms)
	if p.argumentsAhead() && !p.arguments() {
		return false
	}
	if sym, next := p.equality(); sym != symNone {
		return p.equation(at, base, name, sym, next)
	}
	if !isLetter(name[0]) && (p.Strict || isNumber(name)) {
		return p.fail(at, "a formula")
	}
	if len(p.terms) == base {
		if b := p.bound.find(name); b != nil && b.name == name {
			return p.failFound(at, "a formula", `the variable "`+name+`"`)
		}
	}
	f := p.node(OpAtom)
	f.Name, f.Terms = name, p.popTerms(base)
	p.operands = append(p.operands, f)
	return true
}

// equation reads the right side of an equality or inequality. Its left side is
// name with the terms from base as arguments.
func (p *parser) equation(at, base int, name string, sym symbol, next int) bool {
	if p.Strict && !isLetter(name[0]) {
		return p.fail(at, "a formula")
	}
	left := p.makeTerm(name, base)
	p.pos = next
	p.space()
	p.terms = append(p.terms, left)
	if !p.term() {
		return false
	}
	f := p.node(OpEqual)
	f.Terms = p.popTerms(base)
	if sym == symNotEqual {
		f = p.node(OpNot, f)
	}
	p.operands = append(p.operands, f)
	return true
}

// argumentsAhead reports whether arguments begin at p.pos.
func (p *parser) argumentsAhead() bool {
	return p.pos < len(p.s) && (p.s[p.pos] == '(' || p.s[p.pos] == '[' && !p.Strict)
}

// arguments reads a list of terms in brackets, and the space behind it, onto the
// stack of terms.
func (p *parser) arguments() bool {
	closing := closer[p.s[p.pos]]
	if !p.enter(p.pos, 1) {
		return false
	}
	p.pos++
	p.space()
	if !p.Strict && p.accept(closing) { // P() is P
		p.depth--
		return true
	}
	for p.term() {
		switch {
		case p.accept(','):
			continue
		case p.accept(closing):
			p.depth--
			return true
		}
		expected := `"," or "` + string(rune(closing)) + `"`
		if p.pos < len(p.s) && class[p.s[p.pos]]&isName != 0 {
			expected += " (a name holds no space)"
		}
		return p.fail(p.pos, expected)
	}
	return false
}

// term reads a term, and the space behind it, onto the stack of terms.
func (p *parser) term() bool {
	at := p.pos
	if p.size+len(p.terms) > p.MaxSize {
		return p.tooLarge(at)
	}
	name, end := p.name(at, placeTerm)
	if name == "" || p.Strict && !isLetter(name[0]) {
		return p.fail(at, "a term")
	}
	p.pos = end
	p.space()
	base := len(p.terms)
	if p.argumentsAhead() && !p.arguments() {
		return false
	}
	p.terms = append(p.terms, p.makeTerm(name, base))
	return true
}

// makeTerm builds a term with the arguments from base. It spells a variable as
// its quantifier does, so that names in the tree bind by equality.
func (p *parser) makeTerm(name string, base int) Term {
	t := Term{Name: name, Args: p.popTerms(base)}
	if t.Args != nil {
		return t
	}
	if b := p.bound.find(name); b != nil {
		b.used = true
		t.Name, t.Var = b.name, true
	}
	return t
}

// popTerms takes the terms from base off the stack; it is nil if there are none.
func (p *parser) popTerms(base int) []Term {
	if len(p.terms) == base {
		return nil
	}
	ts := slices.Clone(p.terms[base:])
	p.terms = p.terms[:base]
	p.size += len(ts)
	return ts
}

func isNumber(name string) bool { return strings.Trim(name, "0123456789.") == "" }

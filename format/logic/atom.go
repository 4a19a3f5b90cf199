package logic

import (
	"slices"
	"strconv"
	"strings"
)

// atom reads the atom or the equality that begins with name, and the space behind it.
func (p *parser) atom(name string, end int) bool {
	if p.letters {
		return p.lettersAtom(name, end)
	}
	at := p.pos
	if p.lenient {
		name, end = p.decimal(name, end)
	}
	p.pos = end
	p.space()
	base := len(p.terms)
	if p.argumentsAhead() && !p.arguments() {
		return false
	}
	if p.lenient && p.operatorAhead() {
		return p.looseLeft(at, p.makeTerm(name, base))
	}
	if sym, next := p.equality(); sym != symNone && !p.formulaBehind(next) {
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
	if f.Terms == nil && len(p.bound.list) > 0 && p.looksJuxtaposed(name) {
		p.joined = true
	}
	p.operands = append(p.operands, f)
	return true
}

// equation reads the right side of an equality or inequality. Its left side is
// name with the terms from base as arguments.
func (p *parser) equation(at, base int, name string, sym symbol, next int) bool {
	if p.Strict && !isLetter(name[0]) {
		return p.fail(at, "a formula")
	}
	double := p.isDouble() && !p.letters
	left := p.makeTerm(name, base)
	if !double {
		return p.equate(base, left, sym, next)
	}
	pos := p.behind(at)
	_, plain := p.plainTerm(p.skipSpace(next), 0)
	if !p.equate(base, left, sym, next) {
		return false
	}
	if plain {
		p.mayRelateFormulas(pos, p.operands[len(p.operands)-1])
	}
	return p.single(pos)
}

// equate reads the right side of an equality, which begins at next.
func (p *parser) equate(base int, left Term, sym symbol, next int) bool {
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
	if p.lenient {
		p.within++
		defer func() { p.within-- }()
	}
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
		case p.lenient && p.missingBracket(closing):
			p.depth--
			return true
		}
		expected := `"," or "` + string(rune(closing)) + `"`
		if p.pos < len(p.s) && class[p.s[p.pos]]&isName != 0 {
			expected += " (a name holds no space" + p.hintLenient() + ")"
		}
		return p.fail(p.pos, expected)
	}
	return false
}

// hintLenient names the flag that reads the word at p.pos as part of a name with spaces.
func (p *parser) hintLenient() string {
	if word, _ := p.plainName(p.pos); p.lenient || p.Strict || p.letters || wordSymbol(word) != symNone {
		return ""
	}
	return "; --lenient reads names with spaces"
}

// term reads a term, and the space behind it, onto the stack of terms.
func (p *parser) term() bool {
	at := p.pos
	if p.size+len(p.terms) > p.MaxSize {
		return p.tooLarge(at)
	}
	if p.lenient {
		return p.looseTerm()
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

// makeTerm builds a term with the arguments from base. It spells a variable as its
// quantifier does, so that both names in the tree are equal.
func (p *parser) makeTerm(name string, base int) Term {
	t := Term{Name: name, Args: p.popTerms(base)}
	if t.Args != nil {
		if isConnective(name) {
			p.failFound(p.pos, "a term", "the connective "+strconv.Quote(name))
		}
		return t
	}
	if p.lenient {
		if p.uses == nil {
			p.uses = map[string]int{}
		}
		p.uses[p.bound.key(name)]++
	}
	if b := p.bound.find(name); b != nil {
		b.used = true
		t.Name, t.Var = b.name, true
	} else if p.lenient && p.hidesVariable(name) {
		p.failFound(p.pos, "a name without a variable", `"`+name+`"`)
	}
	return t
}

// popTerms removes the terms from base from the stack. It returns nil if there are none.
func (p *parser) popTerms(base int) []Term {
	if len(p.terms) == base {
		return nil
	}
	ts := slices.Clone(p.terms[base:])
	p.terms = p.terms[:base]
	p.size += len(ts)
	return ts
}

// hidesVariable reports whether a name may be arithmetic with a bound x: x-1 or 2x.
func (p *parser) hidesVariable(name string) bool {
	if len(p.bound.list) == 0 {
		return false
	}
	stem, _, _ := strings.Cut(name, "-")
	factor := strings.TrimLeft(name, "0123456789.")
	return stem != name && p.bound.find(stem) != nil || factor != name && factor != "" && p.bound.find(factor) != nil
}

func isNumber(name string) bool { return strings.Trim(name, "0123456789.") == "" }

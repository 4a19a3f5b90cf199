package logic

import "slices"

// juxtaposed reads the notation of textbooks, in which a predicate is a capital letter
// and its arguments follow it without brackets: ∀x (Px → ∃y Rxy). It returns nil unless
// the whole text is consistent: each predicate always has the same number of arguments,
// each quantifier binds a letter, and any other letter is one of a to e, the usual
// constants.
func juxtaposed(s string, o Options) (*Formula, *parser) {
	f, p := inLetters(s, o)
	if f == nil || !p.juxtaposed {
		return nil, nil
	}
	return f, p
}

// inLetters reads the notation of juxtaposed also if no quantifier binds an argument.
func inLetters(s string, o Options) (*Formula, *parser) {
	o.Strict, o.Lenient = false, false
	p := newParser(s, o)
	p.letters, p.repair = true, new(repair)
	f := p.parse()
	if p.err != nil || p.vacuous {
		return nil, nil
	}
	return f, p
}

// ground reads f, the result of p without quantifiers and terms, in juxtaposed notation if
// the texts beside it show that it is: they have one of its predicates, with the same
// number of arguments, and none of its names as a proposition. Otherwise Fa is a
// proposition. ground returns f and p if it is one.
func (p *parser) ground(f *Formula, s string) (*Formula, *parser) {
	if p.Strict || p.Propositional || len(p.Beside) == 0 || !f.looksGround() {
		return f, p
	}
	g, q := inLetters(p.s, p.Options)
	if g == nil {
		return f, p
	}
	propositions := map[string]bool{}
	for _, name := range f.Signature(true).Propositions {
		propositions[name] = len(name) > len(firstLetter(name))
	}
	shown, denied := false, false
	p.beside(s, func(other *Formula, _ *parser) {
		sig := other.Signature(true)
		for _, pred := range sig.Predicates {
			shown = shown || q.arities[pred.Name] == pred.Arity
		}
		denied = denied || slices.ContainsFunc(sig.Propositions, func(name string) bool { return propositions[name] })
	})
	if !shown || denied {
		return f, p
	}
	return g, q
}

// looksGround reports whether f has no quantifier, and one of its atoms is a proposition
// such as Fa.
func (f *Formula) looksGround() bool {
	found := false
	for g := range f.Subformulas() {
		switch {
		case g.Op.IsQuantifier(), g.Op == OpAtom && len(g.Terms) > 0:
			return false
		case g.Op == OpAtom && len(g.Name) > 1 && 'A' <= g.Name[0] && g.Name[0] <= 'Z':
			rest := g.Name[len(firstLetter(g.Name)):]
			found = found || rest != "" && 'a' <= rest[0] && rest[0] <= 'e'
		}
	}
	return found
}

// looksJuxtaposed reports whether a proposition is a capital letter with letters behind
// it, one of which is bound.
func (p *parser) looksJuxtaposed(name string) bool {
	if name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for rest := name[1:]; rest != ""; {
		letter := firstLetter(rest)
		if p.bound.find(letter) != nil {
			return true
		}
		rest = rest[len(letter):]
	}
	return false
}

// predicates reads f, the result of p, again in juxtaposed notation, and returns f and p
// if this fails. It reads the printed form, so that a formula and its printed form always
// have the same reading. With Strict, such a reading is an error.
func (p *parser) predicates(f *Formula) (*Formula, *parser) {
	g, q := juxtaposed(f.String(), p.Options)
	switch {
	case g == nil:
		return f, p
	case p.Strict:
		p.fail(0, "predicates with brackets around their arguments")
		return nil, p
	}
	q.scoped = p.scoped
	if p.repair != nil {
		q.repairs = p.repairs
	}
	return g, q
}

// letterName reads the name at i in juxtaposed notation. A variable or a constant is a
// lower-case letter, perhaps with a number. A predicate is a capital letter with its
// arguments.
func (p *parser) letterName(i int, at place) (name string, end int) {
	name, end = p.plainName(i)
	if name == "" || at == placeFormula && wordSymbol(name) != symNone && len(name) > 1 {
		return name, end
	}
	if c := name[0]; at == placeFormula && 'A' <= c && c <= 'Z' {
		return name, end
	} else if c < 'a' || c > 'z' {
		return "", i
	}
	name = firstLetter(name)
	return name, i + len(name)
}

// firstLetter returns the first letter of s with the digits behind it.
func firstLetter(s string) string {
	n := 1
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return s[:n]
}

// lettersAtom reads a predicate with its arguments, or the equality of two letters.
func (p *parser) lettersAtom(name string, end int) bool {
	at := p.pos
	p.pos = end
	p.space()
	if p.argumentsAhead() && p.s[p.pos-1] != ' ' {
		return p.fail(p.pos, "a predicate without brackets")
	}
	if c := name[0]; c < 'A' || c > 'Z' {
		if !p.letterTerm(at, name) {
			return false
		}
		p.terms = p.terms[:len(p.terms)-1]
		sym, next := p.equality()
		if sym == symNone {
			return p.fail(at, "a formula")
		}
		return p.equation(at, len(p.terms), name, sym, next)
	}
	base := len(p.terms)
	predicate := firstLetter(name)
	for rest := name[len(predicate):]; rest != ""; {
		letter := firstLetter(rest)
		if !p.letterTerm(at, letter) {
			return false
		}
		rest = rest[len(letter):]
	}
	arity := len(p.terms) - base
	if n, known := p.arities[predicate]; known && n != arity {
		return p.fail(at, "the same number of arguments as before")
	}
	if p.arities == nil {
		p.arities = map[string]int{}
	}
	p.arities[predicate] = arity
	f := p.node(OpAtom)
	f.Name, f.Terms = predicate, p.popTerms(base)
	p.operands = append(p.operands, f)
	return true
}

// letterTerm adds one letter to the stack of terms.
func (p *parser) letterTerm(at int, letter string) bool {
	t := p.makeTerm(letter, len(p.terms))
	if c := letter[0]; c < 'a' || c > 'z' || !t.Var && c > 'e' {
		return p.fail(at, "letters that a quantifier binds, or a to e")
	}
	p.juxtaposed = p.juxtaposed || t.Var
	p.terms = append(p.terms, t)
	return true
}

package logic

import (
	"strings"
	"unicode/utf8"
)

type span struct {
	name     string
	off, end int
	comma    bool   // a comma follows
	domain   string // D in ∀x ∈ D, or ""
}

// quantified reads the variables and the body of the quantifier whose symbol is at
// offset at and ends at p.pos. word reports whether the symbol is a keyword.
//
// If closing is not zero, the quantifier begins a group that closing ends. If the
// group ends before the body begins, the brackets are around the head alone, as in
// (∀x)(P(x)). quantified then continues behind them and sets p.prefixed to inform
// the caller.
func (p *parser) quantified(at int, op Op, word bool, closing byte) (Op, bool) {
	base := len(p.bound.list)
	unique := op == OpExists && p.exclamation()
	punctuated, call, ok := p.head()
	if !ok || !p.enter(at, len(p.bound.list)-base) {
		return 0, false
	}
	if unique && len(p.bound.list) != base+1 {
		return 0, p.failFound(at, "one variable after ∃!", "several")
	}
	if call {
		return p.calledQuantifier(base, op, unique)
	}
	prefixed := false
	if c, end := p.bracket(p.pos); closing != 0 && c == closing {
		prefixed, closing = true, 0
		p.pos = end
		p.space()
		punctuated = p.punctuation() || punctuated
	}

	if !punctuated {
		p.bodyAt = p.pos
	}
	wide := p.Scope == ScopeWide || p.Scope == ScopeDotWide && punctuated
	body := len(p.operands)
	if op == OpForall {
		p.ruleAt = p.pos
	}
	inner, ok := p.unary(closing)
	if !ok {
		return 0, false
	}
	prefixed, p.prefixed = prefixed || p.prefixed, false
	if sym, _ := p.infix(); sym != symNone {
		p.scoped = true
	}
	if wide {
		if inner, ok = p.connectives(body, inner, precIff); !ok {
			return 0, false
		}
	}

	p.prefixed = prefixed
	if word && !punctuated && !prefixed && !p.allUsed(base) { // "Some dogs bark" is prose
		return 0, false
	}
	p.bind(base, body, inner, op, unique)
	return 0, true
}

// bind makes one formula of the operands from body on and of the variables bound from
// base on. It unbinds these variables.
func (p *parser) bind(base, body int, inner, op Op, unique bool) {
	f := p.seal(body, inner)
	for i := len(p.bound.list) - 1; i >= base; i-- {
		b := p.bound.list[i]
		p.vacuous = p.vacuous || !b.used && b.domain == ""
		if b.domain != "" {
			f = p.guarded(op, b, f)
		}
		if unique {
			f = p.unique(b.name, f)
			continue
		}
		f = p.node(op, f)
		f.Name = b.name
	}
	p.depth -= len(p.bound.list) - base
	p.bound.pop(base)
	p.push(body, f)
}

// allUsed reports whether the variables from base on occur in the body. They must occur
// if the quantifier is a word and has no punctuation; otherwise "Some dogs bark" would be
// a formula.
func (p *parser) allUsed(base int) bool {
	for _, b := range p.bound.list[base:] {
		if !b.used {
			return p.failFound(b.at, "a dot after variables that are not used", `"`+b.name+`"`)
		}
	}
	return true
}

// head reads and binds a quantifier's variables and moves to its body. punctuated reports
// whether a dot, a colon or a comma separates the two, and call whether the body is an
// argument, as in ForAll(x, P(x)).
func (p *parser) head() (punctuated, call, ok bool) {
	p.space()
	if p.pos < len(p.s) && (p.s[p.pos] == '(' || p.s[p.pos] == '[') && !p.Strict {
		return p.bracketedHead()
	}
	if !p.nameRun() {
		return false, false, false
	}
	if n := p.names[0]; p.pos == n.end && p.argumentsAhead() && p.contents(p.pos) == holdsTerms {
		return false, false, p.failFound(n.off, "a variable", `"`+n.name+`" with arguments`) // ∀P(x)
	}
	variables, punctuated := p.variables()
	p.bindNames(variables)
	return punctuated, false, true
}

// bindNames binds the first n of p.names.
func (p *parser) bindNames(n int) {
	for _, n := range p.names[:n] {
		p.bound.push(n.name, n.off)
		p.bound.list[len(p.bound.list)-1].domain = n.domain
	}
}

// bracketedHead reads the variables of ∀(x, y), ∀[x, y], ForAll(x, P(x)) and
// ForAll([x, y], P(x)).
func (p *parser) bracketedHead() (punctuated, call, ok bool) {
	open := p.s[p.pos]
	p.pos++
	p.space()
	if open == '(' && p.pos < len(p.s) && (p.s[p.pos] == '[' || p.s[p.pos] == '(') {
		return p.calledHead(p.s[p.pos])
	}
	if !p.nameRun() {
		return false, false, false
	}
	n := len(p.names)
	last := p.names[n-1]
	afterComma := n > 1 && p.names[n-2].comma
	closing := closer[open]
	switch closed := p.pos < len(p.s) && p.s[p.pos] == closing; {
	case last.comma && !closed && open == '(':
		call = true
	case last.comma:
		return false, false, p.fail(p.pos, "a variable")
	case !closed && open == '(' && afterComma:
		n, call = n-1, true
		p.pos = last.off
	case !closed:
		return false, false, p.fail(p.pos, `a variable or "`+string(rune(closing))+`"`)
	default:
		p.accept(closing)
		if open == '(' && afterComma && p.nothingAhead() { // ForAll(x, p)
			n, call = n-1, true
			p.pos = last.off
			break
		}
		punctuated = p.punctuation()
	}
	p.bindNames(n)
	return punctuated, call, true
}

// punctuation reads the dot, colon or comma after a quantifier's variables.
func (p *parser) punctuation() bool {
	return p.accept('.') || p.accept(',') || !p.Strict && p.accept(':')
}

// nameRun reads the names that follow a quantifier into p.names, with the commas
// between and behind them. The first is a variable; the others depend on what
// follows.
func (p *parser) nameRun() bool {
	p.names = p.names[:0]
	for {
		at := p.pos
		name, end := p.name(at, placeBinder)
		if !p.isVariable(name) {
			if len(p.names) == 0 {
				return p.fail(at, "a variable")
			}
			return true
		}
		if len(p.names) > p.MaxDepth {
			return p.enter(at, len(p.names))
		}
		p.pos = end
		p.space()
		p.names = append(p.names, span{name: name, off: at, end: end})
		within, ok := p.domain()
		if !ok {
			return false
		}
		last := &p.names[len(p.names)-1]
		if p.lenient && p.suchThat() {
			last.comma = true
			return true
		}
		last.comma = p.accept(',')
		if within && !last.comma {
			return true
		}
	}
}

// isVariable reports whether a quantifier can bind the name. Behind the first
// variable, "all" and "some" are quantifiers.
func (p *parser) isVariable(name string) bool {
	if name == "" || isDigit(name[0]) || p.Strict && !isLetter(name[0]) {
		return false
	}
	switch wordSymbol(name) {
	case symNone:
		return true
	case symOr:
		return len(name) == len("v")
	case symForall, symExists:
		return len(name) < len("forall") && len(p.names) == 0
	}
	return false
}

// variables decides how many of p.names are variables, and moves to the body. The last
// name is a variable, as y in ∀x y ¬R(x, y), or begins the body, as y in ∀x y = z and p in
// ∀x p.
func (p *parser) variables() (n int, punctuated bool) {
	names := p.names
	last := names[len(names)-1]
	if last.domain != "" {
		return len(names), last.comma || p.punctuation()
	}
	ends := len(names) > 1 && p.endsAt(p.pos)
	if last.comma || !ends && p.punctuation() {
		return len(names), true
	}
	n = len(names)
	if ends || n > 1 && p.beginsBody(last) {
		n--
	}
	for i := 2; i < len(names); i++ {
		// ∀x p v q: a disjunction has begun
		if wordSymbol(names[i].name) == symOr && !names[i-1].comma {
			n = min(n, i-1)
			break
		}
	}
	if n < len(names) {
		p.pos = names[n].off
		punctuated = names[n-1].comma
	}
	return n, punctuated
}

// endsAt reports whether only a full stop and a closing LaTeX delimiter may follow
// at i.
func (p *parser) endsAt(i int) bool {
	rest := p.s[i:]
	if strings.HasPrefix(rest, ".") && !p.Strict {
		rest = strings.TrimLeft(rest[1:], " \t\r\n")
	}
	return rest == "" || rest[0] == '$' || strings.HasPrefix(rest, `\)`) || strings.HasPrefix(rest, `\]`)
}

// beginsBody reports whether the last name before p.pos begins the body. It does so
// unless an operand follows. If a bracket follows, its content decides:
//
//   - Before a list of terms, the name is a predicate: ∀x Drinks (x), ∀x y R(x, y).
//   - Before a formula, the name is a variable: y in ∀x y (P(x) ∧ Q(y)).
//   - A single application, such as f(x), may be a term or a formula. The name is a
//     variable if it occurs in the bracket, as y in ∀x y (P(x, y)). It is also a variable
//     if it looks like one and a space or [ follows, as x2 in ∀x1 x2 (P(x1)). Otherwise
//     it is a predicate: ∀x Happy(father(x)).
func (p *parser) beginsBody(last span) bool {
	if _, end := p.name(last.off, placeFormula); end != last.end {
		return true // Eco-friendly(x)
	}
	if sym, _ := p.infix(); sym != symNone {
		return true
	}
	if sym, _ := p.equality(); sym != symNone || p.lenient && p.operatorAhead() {
		return true
	}
	switch c, _ := p.bracket(p.pos); c {
	case ')', ']', '}':
		return true
	case '(', '[':
		if p.letters {
			return false
		}
		switch p.contents(p.pos) {
		case holdsTerms:
			return true
		case holdsEither: // Happy(father(x)), but y (P(x, y)) and x2 (P(x1))
			spaced := p.pos > last.end || c == '['
			return !p.occurs(last.name, p.pos) && !(spaced && looksVariable(last.name))
		}
	}
	return false
}

// contents classifies the content of the brackets behind a name.
type contents uint8

const (
	holdsFormula contents = iota
	holdsTerms
	holdsEither // one application: an atom or a function's term
)

// lookAhead is the largest number of bytes that the parser reads ahead.
const lookAhead = 256

// contents distinguishes the arguments of P(x, y) from the formula in
// y(P(x) ∧ Q(y)). The bracket is at i.
func (p *parser) contents(i int) contents {
	limit := min(len(p.s), i+lookAhead)
	skip := func(i int) int {
		for i < limit && class[p.s[i]]&isSpace != 0 {
			i++
		}
		return i
	}
	next := func(i int) byte {
		if i < limit {
			return p.s[i]
		}
		return 0
	}
	closing := closer[p.s[i]]
	i = skip(i + 1)
	name, end := p.name(i, placeTerm)
	if name == "" {
		if next(i) == closing {
			return holdsTerms // P()
		}
		return holdsFormula
	}
	i = skip(end)
	single := holdsTerms
	if next(i) == '(' {
		single = holdsEither
		i = skip(behindBrackets(p.s, i, limit))
	}
	switch next(i) {
	case ',':
		return holdsTerms
	case closing:
		if i = skip(i + 1); next(i) == '=' || strings.HasPrefix(p.s[i:], "≠") || strings.HasPrefix(p.s[i:], "!=") {
			return holdsTerms // f(g(x)) = y
		}
		return single
	case 0:
		return holdsEither
	}
	return holdsFormula
}

// behindBrackets returns the offset behind the bracket that closes the bracket at i, or
// limit if that is smaller.
func behindBrackets(s string, i, limit int) int {
	for depth := 0; i < limit; i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return limit
}

// occurs reports whether the name occurs as a term in the brackets at i.
func (p *parser) occurs(name string, i int) bool {
	limit := behindBrackets(p.s, i, min(len(p.s), i+lookAhead))
	for i++; i < limit; i++ {
		word, end := p.name(i, placeTerm)
		applied := end < limit && p.s[end] == '('
		if word != "" && !applied && p.bound.key(word) == p.bound.key(name) {
			return true
		}
		i = max(i, end)
	}
	return false
}

// looksVariable reports whether a name is one letter, perhaps with digits, _ or primes.
func looksVariable(name string) bool {
	_, width := utf8.DecodeRuneInString(name)
	return strings.TrimLeft(name[width:], "0123456789_'") == ""
}

// variableAhead reports whether a variable follows at i, so that the word before it is a
// quantifier.
func (p *parser) variableAhead(i int) bool {
	pos := p.pos
	p.pos = i
	p.space()
	i, p.pos = p.pos, pos
	name, _ := p.name(i, placeBinder)
	if name == "" || isDigit(name[0]) {
		return false
	}
	sym := wordSymbol(name)
	return sym == symNone || sym == symOr && len(name) == len("v")
}

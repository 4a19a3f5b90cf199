package logic

import (
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// exclamation reads the ! of ∃!, and reports whether there is one.
func (p *parser) exclamation() bool {
	p.space()
	return !p.Strict && p.accept('!')
}

// uniqueName is the second variable of every ∃! until the whole text is read. No name of
// a text begins with a zero byte.
const uniqueName = "\x00"

// unique returns ∃!name. f, written as ∃y. ∀name. (f ↔ name = y). This form does not
// repeat f, so that nested quantifiers do not double the tree.
func (p *parser) unique(name string, f *Formula) *Formula {
	if p.uniqueLike == "" {
		p.uniqueLike = name
	}
	p.size += 2
	same := p.node(OpEqual)
	same.Terms = []Term{Variable(name), Variable(uniqueName)}
	f = p.node(OpForall, p.node(OpIff, f, same))
	f.Name = name
	f = p.node(OpExists, f)
	f.Name = uniqueName
	return f
}

// nameUniques replaces uniqueName by a name that f does not contain. One name is enough:
// each ∃! uses it only in its own equality, which is outside the body.
func (p *parser) nameUniques(f *Formula) *Formula {
	if p.uniqueLike == "" {
		return f
	}
	taken := map[string]bool{}
	sig := f.Signature(false)
	for _, names := range [][]string{sig.Variables, sig.Constants, sig.Propositions} {
		for _, n := range names {
			taken[Fold(n)] = true
		}
	}
	name := ""
	for i := 1; name == "" || taken[Fold(name)]; i++ {
		name = strings.TrimRight(p.uniqueLike, "'") + "_" + strconv.Itoa(i)
	}
	for g := range f.Subformulas() {
		switch {
		case g.Op == OpExists && g.Name == uniqueName:
			g.Name = name
		case g.Op == OpEqual && g.Terms[1].Name == uniqueName:
			g.Terms[1].Name = name
		}
	}
	return f
}

// guarded returns the body f with the condition of b.domain: D(x) → f for ∀x ∈ D, and
// D(x) ∧ f for ∃x ∈ D.
func (p *parser) guarded(op Op, b binder, f *Formula) *Formula {
	guard := p.node(OpAtom)
	guard.Name, guard.Terms = b.domain, []Term{Variable(b.name)}
	p.size += 2
	if op == OpForall {
		return Implies(guard, f)
	}
	return And(guard, f)
}

// domain reads "∈ D" behind the variables in p.names, and the space behind it. within
// reports whether there is one.
func (p *parser) domain() (within, ok bool) {
	at := p.memberSign()
	if at < 0 {
		return false, true
	}
	at = p.skipSpace(at)
	name, end := p.name(at, placeFormula)
	if name == "" || isNumber(name) || wordSymbol(name) != symNone {
		return false, p.fail(at, "the name of a domain")
	}
	for _, n := range p.names {
		if p.bound.key(n.name) == p.bound.key(name) {
			return false, p.failFound(at, "the name of a domain", `the variable "`+name+`"`)
		}
	}
	if p.bound.find(name) != nil {
		return false, p.failFound(at, "the name of a domain", `the variable "`+name+`"`)
	}
	p.pos = end
	p.space()
	if p.argumentsAhead() && p.contents(p.pos) == holdsTerms {
		return false, p.failFound(at, "the name of a domain", `"`+name+`" with arguments`)
	}
	for i := len(p.names) - 1; i >= 0 && p.names[i].domain == ""; i-- {
		p.names[i].domain = name
	}
	return true, true
}

// memberSign returns the offset behind ∈, \in, or the word "in" before a name, or -1 if
// none of them is at p.pos.
func (p *parser) memberSign() int {
	rest := p.s[p.pos:]
	if rest == "" || p.Strict {
		return -1
	}
	switch rest[0] {
	case 0xE2:
		if strings.HasPrefix(rest, "∈") {
			return p.pos + len("∈")
		}
	case '\\':
		if name, end := syntax.Command(p.s, p.pos); name == "in" {
			return end
		}
	case 'i':
		if word, end := p.plainName(p.pos); word == "in" {
			if name, _ := p.name(p.skipSpace(end), placeFormula); name != "" && wordSymbol(name) == symNone {
				return end
			}
		}
	}
	return -1
}

// skipSpace returns the offset behind the space at i.
func (p *parser) skipSpace(i int) int {
	at := p.pos
	p.pos = i
	p.space()
	i, p.pos = p.pos, at
	return i
}

package logic

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// opener maps each closing bracket to its opening bracket.
var opener = map[byte]byte{')': '(', ']': '[', '}': '{'}

// withoutSurplus reads the text of p, which has a surplus closing bracket. An opening bracket
// may be missing anywhere before it; or it, or another closing bracket at its level, does not
// belong there. If these readings differ, the formula is nil, and p holds the error.
func (p *parser) withoutSurplus() (*Formula, *parser) {
	if !p.bracketsFit() {
		return nil, p
	}
	var rs readings
	p.withoutOne(&rs)
	for i := range p.surplus {
		if p.opensAt(i) {
			rs.try(p.s[:i]+string(rune(opener[p.s[p.surplus]]))+p.s[i:], p.Options)
		}
	}
	f, q := rs.only(p)
	if f == nil || !p.closesNoArguments(f, q) {
		return nil, p
	}
	q.repairs.add(SurplusBracket)
	return f, q
}

// withoutOne tries the text without the surplus bracket, and without each bracket that
// closes at the same level.
func (p *parser) withoutOne(rs *readings) {
	depth := 0
	for i := p.surplus; i >= 0 && depth >= 0; i-- {
		if closes := nesting(p.s[i]) < 0; i == p.surplus || closes && depth == 0 {
			rs.try(p.s[:i]+" "+p.s[i+1:], p.Options)
		}
		if i < p.surplus {
			depth -= nesting(p.s[i])
		}
	}
}

// closesNoArguments reports whether the surplus bracket cannot close arguments whose
// opening bracket is missing, as in Pb), YoungLion), P(fa)) and Loves(ann) ∧ LovesBob, ann).
func (p *parser) closesNoArguments(f *Formula, q *parser) bool {
	if q.repairs.has(CommaConjunction) {
		return p.failFound(p.surplus, "no comma before a surplus bracket", "")
	}
	for _, name := range f.Signature(false).Propositions {
		if !f.IsPropositional() || holdsArgument(name) {
			return p.mayHold(name)
		}
	}
	if name := p.glued(f); name != "" {
		return p.mayHold(name)
	}
	return true
}

func (p *parser) mayHold(name string) bool {
	p.err = nil
	return p.failFound(p.surplus, "no surplus bracket beside a name that may hold an argument", strconv.Quote(name))
}

// glued returns a name of f that may be two: a predicate or function and its first
// argument. Both are names of f or of the texts beside it, or single letters, as in P(fa)).
// A name that occurs beside the text is one name.
func (p *parser) glued(f *Formula) string {
	others := map[string]bool{}
	p.beside(p.s, func(g *Formula, _ *parser) {
		for _, name := range g.names() {
			others[Fold(name)] = true
		}
	})
	known := maps.Clone(others)
	for _, name := range f.names() {
		known[Fold(name)] = true
	}
	isPart := func(s string) bool {
		r, n := utf8.DecodeRuneInString(s)
		return known[Fold(s)] || unicode.IsLetter(r) && strings.Trim(s[n:], "0123456789") == ""
	}
	for _, name := range f.names() {
		for i := range name {
			if i > 0 && !others[Fold(name)] && isPart(name[:i]) && isPart(name[i:]) {
				return name
			}
		}
	}
	return ""
}

// names returns all names of f, some perhaps twice.
func (f *Formula) names() []string {
	s := f.Signature(false)
	all := slices.Concat(s.Propositions, s.Constants, s.Variables)
	for _, symbol := range slices.Concat(s.Predicates, s.Functions) {
		all = append(all, symbol.Name)
	}
	return all
}

// holdsArgument reports whether a name may be a predicate and its argument: it has two
// letters or more. p12 has one.
func holdsArgument(name string) bool {
	letters := 0
	for _, r := range name {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters > 1
}

// opensAt reports whether the opening bracket of the surplus one may be missing at i. It
// does not belong within a name, or before a single atom.
func (p *parser) opensAt(i int) bool {
	if !utf8.RuneStart(p.s[i]) || p.nameAround(i) || class[p.s[i]]&isSpace != 0 {
		return false
	}
	end := i
	for depth := 0; end < p.surplus; end++ {
		if depth += nesting(p.s[end]); depth < 0 {
			break
		}
	}
	return i < end && !p.isAtom(p.s[i:end])
}

package logic

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxBracketed is the largest length, in bytes, of a text in which a bracket is repaired.
// Such a text is read once for each place of the bracket.
const maxBracketed = 2000

// opener maps each closing bracket to its opening bracket.
var opener = map[byte]byte{')': '(', ']': '[', '}': '{'}

// missingBracket adds a closing bracket at the end of the text, but only once.
func (p *parser) missingBracket(closing byte) bool {
	if !p.endsAt(p.pos) || p.pos < len(p.s) && p.s[p.pos] != '.' || p.repairs.has(MissingBracket) {
		return false
	}
	p.missing, p.missingAt = closing, p.pos
	p.repairs.add(MissingBracket)
	return true
}

// bracketed reads the text of p, in which a closing bracket is missing at the end or is
// surplus. A missing bracket may belong anywhere. For a surplus bracket, an opening
// bracket may be missing anywhere before it; or it, or another closing bracket at its
// level, does not belong there. If these readings differ, the formula is nil, and p holds
// the error.
func (p *parser) bracketed(kind Leniency) (*Formula, *parser) {
	s := p.s
	if len(s) > maxBracketed {
		p.fail(p.pos, "at most "+strconv.Itoa(maxBracketed)+" bytes in a text with a bracket to repair")
		return nil, p
	}
	var rs readings
	if kind == SurplusBracket {
		p.withoutOne(&rs)
		rs.places(s, p.surplus, rune(opener[s[p.surplus]]), p.opensAt, p.Options)
	} else if rs.places(s, len(s)+1, rune(p.missing), p.closesAt, p.Options); rs == nil { // ∀x (P(x)
		rs.try(s[:p.missingAt]+string(rune(p.missing))+s[p.missingAt:], p.Options)
	}
	f, q := rs.only(p, leaves)
	if f == nil || kind == SurplusBracket && !p.closesNoArguments(f, q) {
		return nil, p
	}
	q.repairs.add(kind)
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

// places tries s with the bracket c inserted at each offset below n at which it fits.
func (rs *readings) places(s string, n int, c rune, fits func(int) bool, o Options) {
	for i := range n {
		if fits(i) {
			rs.try(s[:i]+string(c)+s[i:], o)
		}
	}
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

// closesAt reports whether the missing closing bracket may belong at i; see opensAt.
func (p *parser) closesAt(i int) bool {
	if i == 0 || i < len(p.s) && !utf8.RuneStart(p.s[i]) || p.nameAround(i) || class[p.s[i-1]]&isSpace != 0 {
		return false
	}
	start := i
	for depth := 0; start > 0; start-- {
		if depth += nesting(p.s[start-1]); depth > 0 {
			break
		}
	}
	arguments := start > 1 && class[p.s[start-2]]&isName != 0
	return start < i && (arguments || !p.isAtom(p.s[start:i]))
}

// nesting returns 1 for an opening bracket, -1 for a closing one, and otherwise 0.
func nesting(c byte) int {
	switch {
	case closer[c] != 0:
		return 1
	case opener[c] != 0:
		return -1
	}
	return 0
}

// nameAround reports whether i is within a name.
func (p *parser) nameAround(i int) bool {
	before, _ := utf8.DecodeLastRuneInString(p.s[:i])
	behind, _ := utf8.DecodeRuneInString(p.s[i:])
	return inName(before) && inName(behind)
}

// isAtom reports whether s is an atom or its negation. Equalities and comparisons do not
// count, since there are often brackets around them.
func (p *parser) isAtom(s string) bool {
	f, q := repaired(s, p.Options)
	for f != nil && f.Op == OpNot {
		f = f.Args[0]
	}
	return f != nil && f.Op == OpAtom && !q.repairs.has(Comparison)
}

// readings are the different ways to read a text.
type readings []one

type one struct {
	f *Formula
	p *parser
}

// try adds the reading of s, if it is new and needs no missing bracket. Only the readings
// with the fewest repairs stay.
func (rs *readings) try(s string, o Options) {
	f, p := repaired(s, o)
	if f == nil || p.repairs.has(MissingBracket) {
		return
	}
	if len(*rs) > 0 {
		switch n := len((*rs)[0].p.leniencies()) - len(p.leniencies()); {
		case n < 0:
			return
		case n > 0:
			*rs = nil
		}
	}
	if !slices.ContainsFunc(*rs, func(r one) bool { return Same(r.f, f) }) {
		*rs = append(*rs, one{f, p})
	}
}

// only returns the only reading. An odd reading counts only if all readings are odd. If
// several readings are left, p holds the error.
func (rs readings) only(p *parser, odd func(*Formula) bool) (*Formula, *parser) {
	sound := slices.DeleteFunc(slices.Clone(rs), func(r one) bool { return odd(r.f) })
	if len(sound) == 0 {
		sound = rs
	}
	switch len(sound) {
	case 0:
		return nil, p
	case 1:
		return sound[0].f, sound[0].p
	}
	p.err = nil
	p.failFound(p.pos, "a text with one reading", strconv.Quote(sound[0].f.String())+" and "+strconv.Quote(sound[1].f.String()))
	return nil, p
}

// leaves reports whether a name of f is both a variable and, elsewhere, a constant.
func leaves(f *Formula) bool {
	sig := f.Signature(false)
	variables := map[string]bool{}
	for _, v := range sig.Variables {
		variables[Fold(v)] = true
	}
	return slices.ContainsFunc(sig.Constants, func(c string) bool { return variables[Fold(c)] })
}

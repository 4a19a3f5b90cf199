package logic

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxBracketed is the length in bytes of the texts in which a bracket is repaired. Such a
// text is read once for each place of the bracket.
const maxBracketed = 2000

// opener gives the bracket that a closing one closes.
var opener = map[byte]byte{')': '(', ']': '[', '}': '{'}

// missingBracket supplies a closing bracket at the end of the text, once.
func (p *parser) missingBracket(closing byte) bool {
	if !p.endsAt(p.pos) || p.pos < len(p.s) && p.s[p.pos] != '.' || p.repairs.has(MissingBracket) {
		return false
	}
	p.missing, p.missingAt = closing, p.pos
	p.repairs.add(MissingBracket)
	return true
}

// bracketed reads the text of p, in which a closing bracket is missing at the end, or is
// surplus. A missing one may have its place anywhere. Of a surplus one, the bracket that
// it closes may have its place anywhere before it; or it is too much, or another closing
// one beside it. The formula is nil unless all these readings are the same; then p holds
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
// opening bracket is missing, as in YoungLion) and Loves(ann) ∧ LovesBob, ann).
func (p *parser) closesNoArguments(f *Formula, q *parser) bool {
	if q.repairs.has(CommaConjunction) {
		return p.failFound(p.surplus, "no comma before a surplus bracket", "")
	}
	for _, name := range f.Signature(false).Propositions {
		compound := strings.ContainsFunc(strings.TrimLeftFunc(name, unicode.IsUpper), unicode.IsUpper)
		if compound || !f.IsPropositional() {
			p.err = nil
			return p.failFound(p.surplus, "no surplus bracket beside a name that may hold an argument", strconv.Quote(name))
		}
	}
	return true
}

// places tries s with the bracket c before each of its first n bytes at which it fits.
func (rs *readings) places(s string, n int, c rune, fits func(int) bool, o Options) {
	for i := range n {
		if fits(i) {
			rs.try(s[:i]+string(c)+s[i:], o)
		}
	}
}

// opensAt reports whether the bracket that the surplus one closes may be missing at i. It
// is not within a name, and not around a single atom.
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

// closesAt reports whether the missing bracket may be missing at i, as opensAt does.
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

// nesting is 1 for an opening bracket, -1 for a closing one, and otherwise 0.
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

// isAtom reports whether s is an atom, or its negation. An equality or a comparison is
// none here: it often has brackets of its own.
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

// try reads a text with as few repairs as any before, but none of a bracket.
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

// only returns the only reading. One that is odd does not count beside one that is not.
// If several readings are left, p notes the error.
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

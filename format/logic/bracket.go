package logic

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// maxBracketed is the largest length, in bytes, of a text in which a bracket is repaired.
// Such a text is read once for each place of the bracket.
const maxBracketed = 2000

// missingBracket adds a closing bracket at the end of the text, but only once.
func (p *parser) missingBracket(closing byte) bool {
	if !p.endsAt(p.pos) || p.pos < len(p.s) && p.s[p.pos] != '.' || p.repairs.has(MissingBracket) {
		return false
	}
	p.missing, p.missingAt = closing, p.pos
	p.repairs.add(MissingBracket)
	return true
}

// bracketed reads the text of p, in which a closing bracket is missing at the end. It may
// belong anywhere. If these readings differ, the formula is nil, and p holds the error.
func (p *parser) bracketed() (*Formula, *parser) {
	s := p.s
	if !p.bracketsFit() {
		return nil, p
	}
	var rs readings
	for i := range len(s) + 1 {
		if p.closesAt(i) {
			rs.try(s[:i]+string(rune(p.missing))+s[i:], p.Options)
		}
	}
	if rs == nil { // ∀x (P(x)
		rs.try(s[:p.missingAt]+string(rune(p.missing))+s[p.missingAt:], p.Options)
	}
	f, q := rs.only(p)
	if f != nil {
		q.repairs.add(MissingBracket)
	}
	return f, q
}

// bracketsFit reports whether the text is short enough for the repair of a bracket.
func (p *parser) bracketsFit() bool {
	return len(p.s) <= maxBracketed || p.fail(p.pos, "at most "+strconv.Itoa(maxBracketed)+" bytes in a text with a bracket to repair")
}

// closesAt reports whether the missing closing bracket may belong at i. It does not belong
// within a name, or behind a single atom.
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

// only returns the only reading. A reading in which a variable leaves its quantifier counts
// only if all readings are so. If several readings are left, p holds the error.
func (rs readings) only(p *parser) (*Formula, *parser) {
	sound := slices.DeleteFunc(slices.Clone(rs), func(r one) bool { return leaves(r.f) })
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

package logic

import (
	"slices"
	"strings"
)

// tptpHead reports whether the sign at i begins a quantifier of TPTP: ![X, Y]: or
// ?[X]:.
func (p *parser) tptpHead(i int) bool {
	if p.Strict {
		return false
	}
	i = p.skipSpace(i + 1)
	if i == len(p.s) || p.s[i] != '[' {
		return false
	}
	for i++; i < len(p.s) && (class[p.s[i]]&(isName|isSpace) != 0 || p.s[i] == ','); i++ {
	}
	return i < len(p.s) && p.s[i] == ']' && p.nextIs(i+1, ':')
}

// dollarWord reads $true or $false.
func (p *parser) dollarWord(i int) (sym symbol, name string, end int) {
	word, end := p.plainName(i + 1)
	switch word {
	case "true":
		return symTrue, "", end
	case "false":
		return symFalse, "", end
	}
	return symNone, "", i
}

// withoutDollarWords removes TPTP's $true and $false, whose dollar signs are not LaTeX.
// If there are other dollar signs, it returns s.
func withoutDollarWords(s string) string {
	if !strings.Contains(s, "$true") && !strings.Contains(s, "$false") {
		return s
	}
	if rest := dollarWords.Replace(s); !strings.Contains(rest, "$") {
		return rest
	}
	return s
}

var dollarWords = strings.NewReplacer("$true", "", "$false", "")

// tptpRoles are the roles that do not change the meaning of an annotated formula.
var tptpRoles = strings.Fields(`axiom hypothesis definition assumption lemma theorem corollary conjecture
	negated_conjecture plain`)

// annotation reads "fof(name, role," before a formula. found reports whether it is there.
func (p *parser) annotation() (found, ok bool) {
	if !strings.HasPrefix(p.s[p.pos:], "fof(") || p.Strict {
		return false, true
	}
	at := p.pos
	p.pos = p.skipSpace(at + len("fof("))
	_, end := p.plainName(p.pos)
	named := end > p.pos
	p.pos = p.skipSpace(end)
	if named && p.accept(',') {
		role, end := p.plainName(p.pos)
		p.pos = p.skipSpace(end)
		if slices.Contains(tptpRoles, role) && p.accept(',') {
			return true, p.enter(at, 1)
		}
	}
	p.pos = at
	return false, true
}

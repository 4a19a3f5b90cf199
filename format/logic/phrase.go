package logic

import "strings"

// looseWords are words that begin a quantifier and are not keywords.
var looseWords = map[string]symbol{
	"exist": symExists, "thereexists": symExists, "no": symNotExists, "none": symNotExists,
	"every": symForall, "each": symForall, "foreach": symForall, "forevery": symForall,
}

// phrases also begin a quantifier. A longer phrase comes before its prefix.
var phrases = []struct {
	words string
	sym   symbol
}{
	{"there exists an", symExists},
	{"there exists a", symExists},
	{"there exists", symExists},
	{"there exist", symExists},
	{"there is an", symExists},
	{"there is a", symExists},
	{"there is", symExists},
	{"for all", symForall},
	{"for every", symForall},
	{"for each", symForall},
	{"for any", symForall},
	{"for some", symExists},
}

// hasWords reports whether the words are at offset i. It ignores case.
func (p *parser) hasWords(i int, words string) bool {
	end := i + len(words)
	return end <= len(p.s) && strings.EqualFold(p.s[i:end], words) && (end == len(p.s) || class[p.s[end]]&isName == 0)
}

// phraseAt returns the phrase at offset i and the offset behind it.
func (p *parser) phraseAt(i int) (sym symbol, end int) {
	for _, ph := range phrases {
		if p.hasWords(i, ph.words) {
			return ph.sym, i + len(ph.words)
		}
	}
	return symNone, i
}

// letterAhead reports whether a name that looks like a variable follows at i.
func (p *parser) letterAhead(i int) bool {
	name, _ := p.name(p.skipSpace(i), placeBinder)
	return name != "" && looksVariable(name) && p.variableAhead(i)
}

// quantifierPhrase decides whether the name at i begins a phrase such as "there exists
// an x", in the place of an operand.
func (p *parser) quantifierPhrase(i int, name string, end int) (symbol, string, int) {
	sym, behind := p.phraseAt(i)
	if sym == symNone {
		sym, behind = looseWords[strings.ToLower(name)], end
	}
	if sym == symNone || !p.letterAhead(behind) {
		return symNone, name, end
	}
	p.repairs.add(QuantifierPhrase)
	return sym, name, behind
}

// signAhead reports whether the sign at i is a quantifier of HOL: ?x. P(x), !x. P(x).
func (p *parser) signAhead(i int) bool {
	i = p.skipSpace(i + 1)
	name, end := p.name(i, placeBinder)
	if name == "" || !looksVariable(name) || !p.nextIs(end, '.') {
		return false
	}
	p.repairs.add(QuantifierPhrase)
	return true
}

// noneOf reads a formula that begins with "no x". It refuses "no x" behind a negation,
// since -no x. P(x) may deny that there is one or that there is none. It also refuses "no
// x" before an implication, since no x. (P(x) → Q(x)) mostly means ∀x (P(x) → ¬Q(x)).
func (p *parser) noneOf(at int, name string, end, nots int) (Op, bool) {
	if nots > 1 {
		return 0, p.fail(at, `no negation before "`+name+`"`)
	}
	p.none = true
	base := len(p.operands)
	op, ok := p.primary(symExists, name, end, 0)
	if !ok {
		return 0, false
	}
	body := p.operands[base]
	for body.Op == OpExists {
		body = body.Args[0]
	}
	if body.Op == OpImplies {
		return 0, p.failFound(at, `no implication behind "`+name+`"`, `"→"`)
	}
	return p.negated(base, op, nots, true)
}

// suchThat reads "such that" or "s.t." behind the variables of a quantifier.
func (p *parser) suchThat() bool {
	end := p.pos
	switch {
	case p.hasWords(p.pos, "such that"):
		end += len("such that")
	case p.hasWords(p.pos, "s.t."):
		end += len("s.t.")
	default:
		return false
	}
	p.repairs.add(QuantifierPhrase)
	p.pos = p.skipSpace(end)
	return true
}

package logic

import (
	"regexp"
	"slices"
	"strings"
)

// In the notation of textbooks, a predicate is a capital letter and its arguments follow it
// without brackets: ∀x (Px → ∃y Rxy). Each letter can have a number.
var (
	wordOrCommand = regexp.MustCompile(`\\?\w+`)
	oneLetter     = regexp.MustCompile(`[A-Za-z]\d*`)
	capital       = regexp.MustCompile(`^[A-Z]\d*$`)
	constant      = regexp.MustCompile(`^[a-e]\d*$`) // the usual constants
	variable      = regexp.MustCompile(`^[a-z]\d*$`)
	withBrackets  = regexp.MustCompile(`[A-Z]\d*\s*[(\[]\s*\w+\s*[,)\]]`) // P(x)
)

// maxInLetters is the largest length, in bytes, of a text that is read in the notation of
// textbooks, since patterns are slow.
const maxInLetters = 10_000

// spelledOut writes the brackets: ∀x∃yRxy becomes ∀x∃y R(x, y).
func spelledOut(s string) string {
	return wordOrCommand.ReplaceAllStringFunc(s, func(word string) string {
		letters := oneLetter.FindAllString(word, -1)
		if len(word) > 1 && wordSymbol(word) != symNone || strings.Join(letters, "") != word {
			return word
		}
		i := slices.IndexFunc(letters, capital.MatchString)
		switch {
		case len(letters) == 1 || slices.ContainsFunc(letters[i+1:], capital.MatchString):
			return word
		case i < 0:
			return strings.Join(letters, " ") + " "
		}
		return strings.Join(letters[:i], " ") + " " + letters[i] + "(" + strings.Join(letters[i+1:], ", ") + ")"
	})
}

// inLetters reads the notation of textbooks. It returns nil unless the whole text is
// consistent: each predicate always has the same number of arguments, which arities has, each
// quantifier binds a letter, and any other letter is one of a to e. bound reports whether a
// quantifier binds an argument.
func inLetters(s string, o Options) (f *Formula, p *parser, arities map[string]int, bound bool) {
	if len(s) > maxInLetters || withBrackets.MatchString(s) {
		return nil, nil, nil, false
	}
	o.Strict, o.Lenient = false, false
	p = newParser(spelledOut(s), o)
	if f = p.parse(); p.err != nil || p.vacuous {
		return nil, nil, nil, false
	}
	sig := f.Signature(true)
	for _, name := range sig.Propositions {
		sig.Predicates = append(sig.Predicates, Symbol{Name: name})
	}
	arities = map[string]int{}
	consistent := len(sig.Functions) == 0
	for _, p := range sig.Predicates {
		_, known := arities[p.Name]
		arities[p.Name] = p.Arity
		consistent = consistent && !known && capital.MatchString(p.Name)
	}
	for _, name := range sig.Constants {
		consistent = consistent && constant.MatchString(name)
	}
	for _, name := range sig.Variables {
		consistent = consistent && variable.MatchString(name)
	}
	if !consistent {
		return nil, nil, nil, false
	}
	for g := range f.Subformulas() {
		bound = bound || slices.ContainsFunc(g.Terms, func(t Term) bool { return t.Var })
	}
	return f, p, arities, bound
}

// ground reads f, the result of p without quantifiers and terms, in juxtaposed notation if
// the texts beside it show that it is: they have one of its predicates, with the same
// number of arguments, and none of its names as a proposition. Otherwise Fa is a
// proposition. ground returns f and p if it is one.
func (p *parser) ground(f *Formula, s string) (*Formula, *parser) {
	if p.Strict || p.Propositional || len(p.Beside) == 0 || !f.looksGround() {
		return f, p
	}
	g, q, arities, _ := inLetters(p.s, p.Options)
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
			shown = shown || arities[pred.Name] == pred.Arity
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
	g, q, _, bound := inLetters(f.String(), p.Options)
	switch {
	case g == nil || !bound:
		return f, p
	case p.Strict:
		p.fail(0, "predicates with brackets around their arguments")
		return nil, p
	}
	q.scoped, q.repair = p.scoped, p.repair
	return g, q
}

// firstLetter returns the first letter of s with the digits behind it.
func firstLetter(s string) string {
	n := 1
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return s[:n]
}

package logic

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// A choice is a part of a tree whose reading the rest of the text decides, or the texts
// beside it: an atom with a calledName, such as Equivalent(a, b), or an equality written as
// ==. Its terms may be formulas.
type choice struct {
	f     *Formula
	at    int        // its offset
	call  calledName // none for an equality
	mixed bool       // a connective is beside an equality
	inner bool       // brackets are around each side of an equality
}

// A use is a name that is used as a predicate or a function (applied), or as a proposition
// or a constant. Case is ignored.
type use struct {
	name    string
	applied bool
}

// uses are the certain uses of names.
type uses map[use]struct{ formula, term bool }

func (u uses) formula(name string, applied bool) {
	k := use{Fold(name), applied}
	v := u[k]
	v.formula = true
	u[k] = v
}

func (u uses) terms(ts []Term) {
	for _, t := range ts {
		if !t.Var {
			k := use{Fold(t.Name), len(t.Args) > 0}
			v := u[k]
			v.term = true
			u[k] = v
		}
		u.terms(t.Args)
	}
}

// add adds the uses in f. The terms of open formulas may be formulas, but their arguments
// are terms.
func (u uses) add(f *Formula, open map[*Formula]bool) {
	for g := range f.Subformulas() {
		switch {
		case open[g]:
			for _, t := range g.Terms {
				u.terms(t.Args)
			}
			continue
		case g.Op == OpAtom:
			u.formula(g.Name, len(g.Terms) > 0)
		}
		u.terms(g.Terms)
	}
}

// undecided returns the formulas of the choices.
func (p *parser) undecided() map[*Formula]bool {
	m := map[*Formula]bool{}
	for _, c := range p.choices {
		m[c.f] = true
	}
	return m
}

// maxBeside is the largest number of texts that are read beside a text: each of n texts reads
// the others.
const maxBeside = 100

// beside reads the texts of Options.Beside, except s, and calls visit with each formula. It
// omits texts that do not parse.
func (o Options) beside(s string, visit func(f *Formula, p *parser)) {
	texts := o.Beside[:min(len(o.Beside), maxBeside)]
	o.Beside = nil
	for _, text := range texts {
		if text == s {
			continue
		}
		if f, q, err := readOpen(text, o); err == nil {
			visit(f, q)
		}
	}
}

// decided returns f, the formula of p, with the reading of its choices, and with the names
// that the texts beside it have. s is the whole text, for errors.
func (p *parser) decided(f *Formula, s string) (*Formula, *syntax.Error) {
	if len(p.choices) > 0 {
		readings, fault := p.choose(f, s)
		if fault != nil {
			return nil, fault
		}
		f = syntax.Replace(f, func(g *Formula) (*Formula, bool) { return readings[g], readings[g] != nil })
	}
	typeset := func(r rune) bool { return '₀' <= r && r <= '₉' }
	if len(p.Beside) > 0 && (p.latex || strings.Contains(s, "_{") || strings.ContainsFunc(s, typeset)) {
		f = p.plainNames(f, s)
	}
	return f, nil
}

// choose returns the reading of each choice that is not as it is in f.
func (p *parser) choose(f *Formula, s string) (map[*Formula]*Formula, *syntax.Error) {
	own, others := newSurvey(), newSurvey()
	own.add(f, p)
	if !p.Propositional && slices.ContainsFunc(p.choices, func(c choice) bool { return p.sides(c.f.Terms, own.uses) == either }) {
		p.beside(s, others.add)
	}
	readings := map[*Formula]*Formula{}
	for _, c := range p.choices {
		kind := p.sides(c.f.Terms, own.uses)
		if kind == either {
			kind = p.sides(c.f.Terms, others.uses)
		}
		if kind == either && c.inner {
			return nil, syntaxErrorAt(s, plainOffset(s, c.at), `"=" between terms or "<->" between formulas`, `"=="`)
		}
		if kind == either {
			kind = p.usual(c, own, others)
		}
		g, expected := c.read(kind)
		switch {
		case g == nil:
			return nil, syntaxErrorAt(s, plainOffset(s, c.at), strconv.Quote(c.f.Name)+" with "+expected, strconv.Itoa(len(c.f.Terms)))
		case g == c.f:
			continue
		case p.Strict:
			return nil, syntaxErrorAt(s, plainOffset(s, c.at), "a formula", strconv.Quote(c.f.Name)+" with formulas")
		case c.mixed && kind == formulas:
			return nil, syntaxErrorAt(s, plainOffset(s, c.at), `brackets around "==" beside a connective`, "none")
		}
		if p.size += g.nodes(p.MaxSize); p.size > p.MaxSize {
			return nil, syntaxErrorAt(s, plainOffset(s, c.at), "at most "+strconv.Itoa(p.MaxSize)+" nodes", "more")
		}
		readings[c.f] = g
	}
	return readings, nil
}

// A kind says what the sides of a choice are.
type kind uint8

const (
	either kind = iota
	formulas
	terms
)

// sides returns what the terms of a choice are, by the certain uses of their names. A
// variable, a number or another name that no formula can have is a term.
func (p *parser) sides(ts []Term, u uses) kind {
	formula, term := p.Propositional, false
	for _, t := range ts {
		v := u[use{Fold(t.Name), len(t.Args) > 0}]
		if t.Var || !formulaName(t.Name) {
			return terms
		}
		formula = formula || v.formula && !v.term
		term = term || v.term && !v.formula
		if p.Universal && len(t.Args) == 0 && !v.formula {
			term = term || variableNames[p.Variables].looks(t.Name)
		}
	}
	switch {
	case formula == term:
		return either
	case formula:
		return formulas
	}
	return terms
}

// formulaName reports whether a formula can begin with the name.
func formulaName(name string) bool {
	n, end := (&parser{s: name}).name(0, placeFormula)
	return n == name && end == len(name) && !isNumber(name) && (wordSymbol(name) == symNone || len(name) == len("v"))
}

// usual returns the usual reading of a choice that no use of a name decides, and notes
// that the reading is not sure. The arguments of a call are formulas, but those of Distinct
// are terms. The sides of == are terms, but formulas if both have arguments and a text of
// the row has a call such as And(p, q). All texts of a row are looked at, so that the same
// part has the same reading in each.
func (p *parser) usual(c choice, own, others *survey) kind {
	ts, called := c.f.Terms, own.called || others.called
	names := !slices.ContainsFunc(ts, func(t Term) bool { return len(t.Args) > 0 })
	if c.call == calledDistinct {
		p.unsure = p.unsure || !called
		return terms
	}
	if c.call != calledNone { // names in a text with terms may be terms
		p.unsure = p.unsure || !called || names && (own.terms || others.terms)
		return formulas
	}
	p.unsure = p.unsure || !names || !own.terms && !others.terms // names in a text with terms are terms
	if called && len(ts[0].Args) > 0 && len(ts[1].Args) > 0 {
		return formulas
	}
	return terms
}

// A survey says what the texts of a row have, except in their choices.
type survey struct {
	uses
	terms, called bool // a term or a quantifier; a call of a connective
}

func newSurvey() *survey { return &survey{uses: uses{}} }

// add adds the formula f of p.
func (s *survey) add(f *Formula, p *parser) {
	s.uses.add(f, p.undecided())
	s.called = s.called || p.called
	for _, v := range s.uses {
		s.terms = s.terms || v.term
	}
	s.terms = s.terms || !f.IsPropositional() && len(f.Signature(false).Variables) > 0
	for _, c := range p.choices { // P(a) == b has terms
		s.terms = s.terms || slices.ContainsFunc(c.f.Terms, func(t Term) bool { return len(t.Args) > 0 })
	}
}

// read returns the formula of a choice. If the number of arguments is wrong, it returns nil
// and the right number.
func (c choice) read(k kind) (f *Formula, expected string) {
	switch {
	case k == terms && c.call == calledDistinct && len(c.f.Terms) < 2:
		return nil, "2 arguments"
	case k == terms && c.call == calledDistinct && len(c.f.Terms) > maxDistinct:
		return nil, tooManyDistinct
	case k == terms && c.call == calledDistinct:
		return pairwise(c.f.Terms, func(a, b Term) *Formula { return Not(Equal(a, b)) }), ""
	case k == terms:
		return c.f, ""
	}
	var fs []*Formula
	for _, t := range c.f.Terms {
		fs = append(fs, t.atom())
	}
	if c.call == calledNone {
		return Iff(fs[0], fs[1]), ""
	}
	return c.call.apply(fs)
}

// plainNames gives the names of f that the text writes in LaTeX, or with subscripts, the
// spelling that the texts beside it have; see Respelled.
func (p *parser) plainNames(f *Formula, s string) *Formula {
	var theirs []string
	p.beside(s, func(g *Formula, _ *parser) { theirs = slices.AppendSeq(theirs, g.Names()) })
	spelled := Respelled(slices.Collect(f.Names()), theirs)
	if len(spelled) == 0 {
		return f
	}
	for _, v := range f.Signature(false).Variables {
		maps.DeleteFunc(spelled, func(_, name string) bool { return Fold(name) == Fold(v) })
	}
	return f.spell(spelled)
}

// Respelled maps folded names of mine to names of theirs that differ from them in notation
// only (Notation), as $p_1$ does from p_1. A name for which either side has several
// candidates is left out.
func Respelled(mine, theirs []string) map[string]string {
	others, spelled := byNotation(theirs), map[string]string{}
	for key, names := range byNotation(mine) {
		if like := others[key]; len(names) == 1 && len(like) == 1 && Fold(names[0]) != Fold(like[0]) {
			spelled[Fold(names[0])] = like[0]
		}
	}
	return spelled
}

// byNotation groups different names by notation. Case is ignored.
func byNotation(names []string) map[string][]string {
	m := map[string][]string{}
	for _, name := range names {
		key := Notation(name)
		if !syntax.Among(name, m[key], Fold) {
			m[key] = append(m[key], name)
		}
	}
	return m
}

// spell returns f with other spellings of names, by the folded name.
func (f *Formula) spell(spelled map[string]string) *Formula {
	f = f.MapTerms(func(t Term) Term {
		if name := spelled[Fold(t.Name)]; !t.Var && name != "" {
			t.Name = name
		}
		return t
	})
	return syntax.Replace(f, func(g *Formula) (*Formula, bool) {
		name := spelled[Fold(g.Name)]
		return Atom(name, g.Terms...), g.Op == OpAtom && name != ""
	})
}

// Notation returns the same text for names that differ only in notation: p_1 and p1, α and
// alpha. It ignores case.
func Notation(name string) string {
	name = syntax.DropSubscript(Fold(name))
	if rest, ok := strings.CutPrefix(name, "var"); ok && IsGreek(strings.TrimRight(rest, "0123456789")) {
		return rest
	}
	if isASCII(name) {
		return name
	}
	var b strings.Builder
	for _, r := range name {
		if word := greek[r]; word != "" {
			b.WriteString(word)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// IsGreek reports whether a LaTeX command is a Greek letter, which is a name, as in \alpha.
func IsGreek(command string) bool { return commands[command] == symGreek }

// greek are the names of the letters α to ω, of which symGreek has the commands.
var greek = func() map[rune]string {
	m := map[rune]string{}
	letters := strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho . sigma tau upsilon phi chi psi omega")
	for i, word := range letters {
		m[foldRune(rune('α'+i))] = word
	}
	return m
}()

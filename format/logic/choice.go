package logic

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// A doubt is a part of a text that may be a formula or a term, such as P(a) in
// P(a) == Q(a). The parser reads it as one of both.
type doubt struct {
	use
	at   int  // its offset
	term bool // it is read as a term
}

// A use is a name that is used as a predicate or a function (applied), or as a proposition
// or a constant. Case is ignored.
type use struct {
	name    string
	applied bool
}

// doubtTerms notes that terms may be formulas, unless one of them is a variable or a number.
// If sure is true, the reading is the only sensible one where the text does not contradict.
func (p *parser) doubtTerms(at int, ts []Term, sure bool) {
	if p.Propositional || slices.ContainsFunc(ts, func(t Term) bool { return t.Var || isNumber(t.Name) }) {
		return
	}
	for _, t := range ts {
		p.doubts = append(p.doubts, doubt{use{Fold(t.Name), len(t.Args) > 0}, at, true})
	}
	p.unsure = p.unsure || !sure
}

// doubtFormulas notes that formulas may be terms, if all of them are atoms; see doubtTerms.
func (p *parser) doubtFormulas(at int, fs []*Formula, sure bool) {
	if p.Propositional || slices.ContainsFunc(fs, func(f *Formula) bool { return f.Op != OpAtom }) {
		return
	}
	for _, f := range fs {
		p.doubts = append(p.doubts, doubt{use{Fold(f.Name), len(f.Terms) > 0}, at, false})
	}
	p.unsure = p.unsure || !sure
}

func hasTerms(f *Formula) bool { return len(f.Terms) > 0 }

func hasArguments(t Term) bool { return len(t.Args) > 0 }

// decided returns f, the formula of p, with the names that the texts beside it have. If a
// text uses a name of p.doubts in the other way, it returns an error. s is the whole text.
func (p *parser) decided(f *Formula, s string) (*Formula, *syntax.Error) {
	if len(p.doubts) > 0 {
		formulas, terms, sure := map[use]bool{}, map[use]bool{}, map[use]bool{}
		add := func(g *Formula, q *parser) {
			note := func(uses map[use]bool, u use) {
				uses[u] = true
				sure[u] = sure[u] || q != p && !slices.ContainsFunc(q.doubts, func(d doubt) bool { return d.use == u })
			}
			for h := range g.Subformulas() {
				if h.Op == OpAtom {
					note(formulas, use{Fold(h.Name), len(h.Terms) > 0})
				}
				eachTerm(h.Terms, func(t Term) { note(terms, use{Fold(t.Name), len(t.Args) > 0}) })
			}
		}
		add(f, p)
		p.beside(s, add)
		for _, d := range p.doubts {
			free := p.Universal && !d.applied && variableNames[p.Variables].looks(d.name)
			if d.term && formulas[d.use] || !d.term && (terms[d.use] || free) {
				return nil, syntaxErrorAt(s, plainOffset(s, d.at), "one use of a name", strconv.Quote(d.name)+" as a formula and as a term")
			}
		}
		n := f.Counts()
		p.unsure = p.unsure || n.Predicates+n.Quantifiers == 0 // p == q, without another term
		p.unsure = p.unsure && !slices.ContainsFunc(p.doubts, func(d doubt) bool { return sure[d.use] })
	}
	typeset := func(r rune) bool { return '₀' <= r && r <= '₉' }
	if len(p.Beside) > 0 && (p.latex || strings.Contains(s, "_{") || strings.ContainsFunc(s, typeset)) {
		f = p.plainNames(f, s)
	}
	return f, nil
}

// eachTerm visits terms and their arguments, but no variables.
func eachTerm(ts []Term, visit func(Term)) {
	for _, t := range ts {
		if !t.Var {
			visit(t)
		}
		eachTerm(t.Args, visit)
	}
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
	g := &Formula{Op: f.Op, Name: f.Name, Terms: spellTerms(f.Terms, spelled)}
	if name := spelled[Fold(f.Name)]; f.Op == OpAtom && name != "" {
		g.Name = name
	}
	for _, a := range f.Args {
		g.Args = append(g.Args, a.spell(spelled))
	}
	return g
}

func spellTerms(ts []Term, spelled map[string]string) []Term {
	ts = slices.Clone(ts)
	for i, t := range ts {
		if name := spelled[Fold(t.Name)]; !t.Var && name != "" {
			ts[i].Name = name
		}
		ts[i].Args = spellTerms(t.Args, spelled)
	}
	return ts
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

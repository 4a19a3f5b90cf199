package rules

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// hole is the place of an argument in a predicate's template.
const hole = "{}"

// A gloss is what a vocabulary says a symbol means: for a predicate two
// templates, "{} reads {}" and "{} does not read {}", for a proposition or a
// constant a phrase.
type gloss struct {
	symbol             string
	arity              int // -1: a proposition or a constant
	positive, negative string
}

// glosses are those of a vocabulary that can be told: a template has a hole
// for each argument, and a word that is none of the grammar's, which "{} is
// true" has not.
func glosses(vocab *record.Vocabulary) []gloss {
	if vocab == nil {
		return nil
	}
	var gs []gloss
	for _, p := range vocab.Predicates {
		g := gloss{p.Name, int(p.Arity), tidy(p.Positive), tidy(p.Negative)}
		if g.arity == 0 || !tellable(g.positive, g.arity) {
			continue
		}
		if !tellable(g.negative, g.arity) {
			g.negative = ""
		}
		gs = append(gs, g)
	}
	for _, m := range vocab.Meanings {
		if text := tidy(m.Meaning); tellable(text, 0) {
			gs = append(gs, gloss{m.Symbol, -1, text, ""})
		}
	}
	return gs
}

func tellable(template string, arity int) bool {
	return strings.Count(template, hole) == arity && slices.ContainsFunc(patternTokens(template), func(t token) bool {
		return t.kind == tokWord && t.kw == ""
	})
}

// tidy takes white space and a full stop from the ends of a gloss.
func tidy(s string) string { return strings.TrimRight(strings.TrimSpace(s), ". ") }

// find is the gloss of a symbol, nil where there is none.
func find(gs []gloss, symbol string, arity int) *gloss {
	for i := range gs {
		if gs[i].arity == arity && logic.Fold(gs[i].symbol) == logic.Fold(symbol) {
			return &gs[i]
		}
	}
	return nil
}

// gloss is that of an atom, nil where it has none.
func (w *logicWriter) gloss(f *logic.Formula) *gloss {
	if f.Op != logic.OpAtom {
		return nil
	}
	arity := len(f.Terms)
	if arity == 0 {
		arity = -1
	}
	return find(w.style.glosses, f.Name, arity)
}

// deniesGloss reports whether the denial of an atom begins with "it is not the
// case that": its gloss has no negative form.
func (w *logicWriter) deniesGloss(f *logic.Formula) bool {
	g := w.gloss(f)
	return g != nil && g.negative == ""
}

// glossed writes an atom, or its denial, as its gloss says; false where it
// has none.
func (w *logicWriter) glossed(f *logic.Formula, yes bool) bool {
	g := w.gloss(f)
	if g == nil {
		return false
	}
	text := g.positive
	if !yes {
		if text = g.negative; text == "" {
			w.say("it is not the case that ")
			text = g.positive
		}
	}
	for _, t := range f.Terms {
		before, after, _ := strings.Cut(text, hole)
		w.phrase(before)
		w.term(t)
		text = after
	}
	w.phrase(text)
	return true
}

// phrase writes words of a gloss. Where they begin a sentence the first gets a
// capital, which the reader does not mind.
func (w *logicWriter) phrase(s string) {
	if w.cap && s != "" {
		if c := s[0]; c >= 'a' && c <= 'z' {
			w.say(s)
			return
		}
		w.cap = false
	}
	w.b = append(w.b, s...)
}

// A pattern is a gloss as the reader looks for it.
type pattern struct {
	symbol          string
	statement, name bool // what it can be; both, where a vocabulary does not tell
	yes             bool
	toks            []token // a hole is a tokHole; glue says that 's follows it
}

const tokHole kind = 255

// patternsOf cuts the glosses of a vocabulary into tokens as a text is cut.
func patternsOf(vocab *record.Vocabulary) []pattern {
	var ps []pattern
	for _, g := range glosses(vocab) {
		p := pattern{symbol: g.symbol, statement: true, yes: true, toks: patternTokens(g.positive)}
		if g.arity < 0 {
			p.statement, p.name = !lists(vocab.Constants, g.symbol), !lists(vocab.Propositions, g.symbol)
		}
		ps = append(ps, p)
		if g.negative != "" {
			ps = append(ps, pattern{symbol: g.symbol, statement: true, toks: patternTokens(g.negative)})
		}
	}
	return ps
}

func lists(names []string, symbol string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return logic.Fold(n) == logic.Fold(symbol) })
}

func patternTokens(template string) []token {
	var toks []token
	for i, part := range strings.Split(template, hole) {
		if i > 0 {
			h := token{kind: tokHole}
			if rest, ok := strings.CutPrefix(part, "'s "); ok {
				part, h.glue = rest, true
			}
			toks = append(toks, h)
		}
		cut := lex(part, reservedLogic)
		toks = append(toks, cut[:len(cut)-1]...)
	}
	return toks
}

// glossedAtom takes the longest gloss of a statement that comes next, of equal
// ones that with the fewest arguments, which says most of the words itself; nil
// where none comes.
func (r *logicReader) glossedAtom() *logic.Formula {
	start, end, arity := r.pos, r.pos, 0
	var found *logic.Formula
	for i := range r.lexicon.patterns {
		p := &r.lexicon.patterns[i]
		if !p.statement {
			continue
		}
		r.pos = start
		terms, ok := r.match(p)
		if !ok || r.pos < end || r.pos == end && (found == nil || len(terms) >= arity) {
			continue
		}
		end, arity, found = r.pos, len(terms), signed(logic.Atom(p.symbol, terms...), p.yes)
	}
	r.pos = end
	return found
}

// glossedName takes the longest gloss of a constant that comes next.
func (r *logicReader) glossedName() (string, bool) {
	start, end, name := r.pos, r.pos, ""
	for i := range r.lexicon.patterns {
		p := &r.lexicon.patterns[i]
		if !p.name {
			continue
		}
		r.pos = start
		if _, ok := r.match(p); ok && r.pos > end {
			end, name = r.pos, p.symbol
		}
	}
	r.pos = end
	return name, end > start
}

// match takes a pattern, reading a term at each hole.
func (r *logicReader) match(p *pattern) (terms []logic.Term, ok bool) {
	for i := range p.toks {
		want, have := &p.toks[i], r.tok(0)
		switch {
		case want.kind == tokHole && want.glue: // "x's" is one word
			name, ok := possessor(have)
			if !ok {
				return nil, false
			}
			terms = append(terms, logic.Constant(name))
		case want.kind == tokHole:
			t, err := r.term()
			if err != nil {
				return nil, false
			}
			terms = append(terms, t)
			continue
		case want.kind != have.kind || want.kw != have.kw:
			return nil, false
		case want.kw == "" && !strings.EqualFold(want.text, have.text):
			return nil, false
		}
		r.pos++
	}
	return terms, true
}

// possessor is the name in "x's".
func possessor(t *token) (string, bool) {
	name, ok := strings.CutSuffix(t.text, "'s")
	if !ok {
		name, ok = strings.CutSuffix(t.text, "’s")
	}
	return name, ok && t.kind == tokWord && bare(name)
}

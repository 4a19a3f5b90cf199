package rules

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
)

// A gloss is the English of a symbol in a vocabulary. A predicate has two templates,
// "{} reads {}" and "{} does not read {}". A proposition or a constant has a phrase.
type gloss struct {
	symbol             string
	arity              int  // -1: a proposition or a constant
	statement, name    bool // what it can replace; both if the symbol is not listed
	positive, negative string
}

// glosses returns the usable glosses of a vocabulary. A usable gloss has a hole for each
// argument and at least one word that is not reserved, unlike "{} is true".
func glosses(vocab *record.Vocabulary) []gloss {
	if vocab == nil {
		return nil
	}
	var gs []gloss
	for _, p := range vocab.Predicates {
		g := gloss{symbol: p.Name, arity: int(p.Arity), statement: true, positive: tidy(p.Positive), negative: tidy(p.Negative)}
		if g.arity == 0 || !usable(g.positive, g.arity) {
			continue
		}
		if !usable(g.negative, g.arity) {
			g.negative = ""
		}
		gs = append(gs, g)
	}
	for _, m := range vocab.Meanings {
		listed := func(names []string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return logic.Fold(n) == logic.Fold(m.Symbol) })
		}
		if text := tidy(m.Meaning); usable(text, 0) {
			gs = append(gs, gloss{symbol: m.Symbol, arity: -1, statement: !listed(vocab.Constants), name: !listed(vocab.Propositions), positive: text})
		}
	}
	return gs
}

func usable(template string, arity int) bool {
	return strings.Count(template, ontology.Hole) == arity && slices.ContainsFunc(patternTokens(template), func(t token) bool {
		return t.kind == tokWord && t.kw == ""
	})
}

// tidy removes white space and a full stop from the ends of a gloss.
func tidy(s string) string { return strings.TrimRight(strings.TrimSpace(s), ". ") }

// gloss returns the gloss of a symbol, or nil if there is none.
func (w *logicWriter) gloss(symbol string, arity int) *gloss {
	return ontology.Find(w.style.glosses, symbol, func(g gloss) (string, bool) { return g.symbol, g.arity == arity })
}

// glossOf returns the gloss of an atom.
func (w *logicWriter) glossOf(f *logic.Formula) *gloss {
	if f.Op != logic.OpAtom {
		return nil
	}
	return w.gloss(f.Name, pick(len(f.Terms) > 0, len(f.Terms), -1))
}

// deniesGloss reports whether the denial of an atom begins with "it is not the
// case that", because its gloss has no negative form.
func (w *logicWriter) deniesGloss(f *logic.Formula) bool {
	g := w.glossOf(f)
	return g != nil && g.negative == ""
}

// glossed writes an atom, or its denial, with its gloss.
func (w *logicWriter) glossed(f *logic.Formula, g *gloss, yes bool) {
	text := g.positive
	switch {
	case !yes && g.negative == "":
		w.say("it is not the case that ")
	case !yes:
		text = g.negative
	}
	for i, part := range strings.Split(text, ontology.Hole) {
		if i > 0 && i <= len(f.Terms) {
			w.term(f.Terms[i-1])
		}
		w.phrase(part)
	}
}

// phrase writes words of a gloss. The reader ignores their case.
func (w *logicWriter) phrase(s string) {
	if w.cap && s != "" && (s[0] < 'a' || s[0] > 'z') {
		w.cap = false
	}
	w.say(s)
}

// A pattern is a text of a gloss, as the tokens for which the reader searches.
type pattern struct {
	gloss
	yes  bool
	toks []token
}

func patternsOf(vocab *record.Vocabulary) []pattern {
	var ps []pattern
	for _, g := range glosses(vocab) {
		ps = append(ps, pattern{g, true, patternTokens(g.positive)})
		if g.negative != "" {
			ps = append(ps, pattern{g, false, patternTokens(g.negative)})
		}
	}
	return ps
}

func patternTokens(template string) []token {
	var toks []token
	for i, part := range strings.Split(template, ontology.Hole) {
		if i > 0 {
			toks = append(toks, token{kind: tokHole})
		}
		cut := lex(part, reservedLogic)
		toks = append(toks, cut[:len(cut)-1]...)
	}
	return toks
}

// longest takes the longest pattern that comes next. Of equally long patterns, it takes
// the one with the fewest arguments, because that pattern contains the most words itself.
func (r *logicReader) longest(candidate func(*pattern) bool) (found *pattern, terms []logic.Term) {
	start, end := r.pos, r.pos
	for i := range r.patterns {
		p := &r.patterns[i]
		if !candidate(p) {
			continue
		}
		r.pos = start
		ts, ok := r.match(p)
		if ok && (r.pos > end || r.pos == end && found != nil && len(ts) < len(terms)) {
			found, terms, end = p, ts, r.pos
		}
	}
	r.pos = end
	return found, terms
}

// match takes a pattern, and reads a term at each hole.
func (r *logicReader) match(p *pattern) (terms []logic.Term, ok bool) {
	for _, want := range p.toks {
		have := r.tok(0)
		switch {
		case want.kind == tokHole:
			if !r.try(func() { terms = append(terms, r.term()) }) {
				return nil, false
			}
			continue
		case want.kind != have.kind || want.kw != have.kw || want.kw == "" && !strings.EqualFold(want.text, have.text):
			return nil, false
		}
		r.pos++
	}
	return terms, true
}

package english

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
)

// A Gloss is the English of a symbol in a vocabulary. A predicate has two templates,
// "{} reads {}" and "{} does not read {}". A proposition or a constant has a phrase.
type Gloss struct {
	Symbol             string
	Arity              int  // -1: a proposition or a constant
	Statement, Name    bool // what it can replace; both if the symbol is not listed
	Positive, Negative string
}

// Glosses returns the usable glosses of a vocabulary. A usable gloss has a hole for each
// argument and at least one word that is not reserved, unlike "{} is true".
func Glosses(vocab *record.Vocabulary) []Gloss {
	if vocab == nil {
		return nil
	}
	var gs []Gloss
	for _, p := range vocab.Predicates {
		g := Gloss{Symbol: p.Name, Arity: int(p.Arity), Statement: true, Positive: tidy(p.Positive), Negative: tidy(p.Negative)}
		if g.Arity == 0 || !usable(g.Positive, g.Arity) {
			continue
		}
		if !usable(g.Negative, g.Arity) {
			g.Negative = ""
		}
		gs = append(gs, g)
	}
	return append(gs, Meanings(vocab)...)
}

// Meanings returns the usable glosses of propositions and constants.
func Meanings(vocab *record.Vocabulary) []Gloss {
	if vocab == nil {
		return nil
	}
	var gs []Gloss
	for _, m := range vocab.Meanings {
		listed := func(names []string) bool {
			return slices.ContainsFunc(names, func(n string) bool { return logic.Fold(n) == logic.Fold(m.Symbol) })
		}
		if text := tidy(m.Meaning); usable(text, 0) {
			gs = append(gs, Gloss{Symbol: m.Symbol, Arity: -1, Statement: !listed(vocab.Constants), Name: !listed(vocab.Propositions), Positive: text})
		}
	}
	return gs
}

// Find returns the gloss of a symbol, or nil if there is none.
func Find(gs []Gloss, symbol string, arity int) *Gloss {
	return ontology.Find(gs, symbol, func(g Gloss) (string, bool) { return g.Symbol, g.Arity == arity })
}

func usable(template string, arity int) bool {
	return strings.Count(template, ontology.Hole) == arity && slices.ContainsFunc(templateTokens(template, Reserved), func(t Token) bool {
		return t.Kind == Word && t.Key == ""
	})
}

// tidy removes white space and a full stop from the ends of a gloss.
func tidy(s string) string { return strings.TrimRight(strings.TrimSpace(s), ". ") }

// A Pattern is a text of a gloss, as the tokens for which a reader searches.
type Pattern struct {
	Gloss
	Yes  bool // it is the positive text
	toks []Token
}

// Patterns returns the patterns of glosses in texts with the given reserved words.
func Patterns(gs []Gloss, reserved map[string]string) []Pattern {
	var ps []Pattern
	for _, g := range gs {
		ps = append(ps, Pattern{g, true, templateTokens(g.Positive, reserved)})
		if g.Negative != "" {
			ps = append(ps, Pattern{g, false, templateTokens(g.Negative, reserved)})
		}
	}
	return ps
}

func templateTokens(template string, reserved map[string]string) []Token {
	var toks []Token
	for i, part := range strings.Split(template, ontology.Hole) {
		if i > 0 {
			toks = append(toks, Token{Kind: hole})
		}
		cut := lex(part, reserved)
		toks = append(toks, cut[:len(cut)-1]...)
	}
	return toks
}

// Longest takes the longest of the patterns that comes next, and reads an argument at
// each hole. Of equally long patterns, it takes the one with the fewest arguments,
// because that pattern contains the most words itself.
func Longest[T, A any](r *Reader[T], ps []Pattern, candidate func(*Pattern) bool, argument func() A) (found *Pattern, args []A) {
	start, end := r.pos, r.pos
	for i := range ps {
		p := &ps[i]
		if !candidate(p) {
			continue
		}
		r.pos = start
		as, ok := match(r, p, argument)
		if ok && (r.pos > end || r.pos == end && found != nil && len(as) < len(args)) {
			found, args, end = p, as, r.pos
		}
	}
	r.pos = end
	return found, args
}

// match takes a pattern.
func match[T, A any](r *Reader[T], p *Pattern, argument func() A) (args []A, ok bool) {
	for _, want := range p.toks {
		have := r.Tok(0)
		switch {
		case want.Kind == hole:
			if !r.Try(func() { args = append(args, argument()) }) {
				return nil, false
			}
			continue
		case want.Kind != have.Kind || want.Key != have.Key || want.Key == "" && !strings.EqualFold(want.Text, have.Text):
			return nil, false
		}
		r.pos++
	}
	return args, true
}

// Package gloss describes first-order formulas in English by induction on
// their structure: the translation T() of "Do LLMs Really Struggle at NL-FOL
// Translation?" (AAAI 2026). The input is a formula and a vocabulary with
// templates; the output is one sentence.
//
// An atom becomes the positive template of its predicate, with the meanings of
// the arguments in place of {}; its negation becomes the negative template. A
// connective joins the descriptions of its operands. Terms are inserted into
// templates and never replaced in a text, so that a constant a cannot change
// "a grade", as it did in the published data.
//
// The Published style is ambiguous: (A ∧ B) ∨ C and A ∧ (B ∨ C) have the same
// description. The Exact style gives different formulas different descriptions,
// unless templates or meanings contain its own words:
//
//	        Published                            Exact
//	A ∧ B   A and B                              both A and B
//	A ∨ B   A or B                               either A or B or both
//	A ⊕ B   either A or B                        either A or B but not both
//	A → B   if A, then B                         if A, then B
//	A ↔ B   if A, then B and if B, then A        it is so that A if and only if B
//	∀x A    for all x, A                         for all x, A
//	∃x A    there is x such that A               there is x such that A
//	¬A      it's false that A                    it's false that A
//
// and of three operands or more "all of the following hold: A; B; and C", "at
// least one of the following holds: A; B; or C", "an odd number of the
// following hold: A; B; and C". Each phrase of the Exact style begins with a
// word that determines what follows and how many parts it has, as in
// Łukasiewicz's prefix notation; a test reads it that way.
//
// A symbol without template or meaning is named: "Pred holds of x and y".
// Equality is "a is b" and "a is not b" in the Published style, and "a is
// identical to b" in the Exact one, where "a is b" could be a template.
//
// Package rules uses templates too, but writes for reading back, in lists and
// claims over several sentences. Candidates of a ranking need one sentence each
// that follows the formula step by step.
package gloss

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
)

// Style selects one of the two translations.
type Style string

const (
	Published Style = "published"
	Exact     Style = "exact"
)

// ParseStyle reads a style; the error lists the valid ones.
func ParseStyle(s string) (Style, error) {
	switch st := Style(s); st {
	case Published, Exact:
		return st, nil
	}
	return "", fmt.Errorf("style %q: expected published or exact", s)
}

func (s Style) String() string { return string(s) }

// Describe returns one sentence that says f, with a capital and a full stop. The
// vocabulary may be nil. Time and length are linear in f except for ↔ in the
// Published style, which repeats its sides; see MaxBytes.
func Describe(f *logic.Formula, v *record.Vocabulary, s Style) (string, error) {
	w := &writer{style: s, predicates: map[logic.Symbol]record.Predicate{}, meanings: map[string]string{}}
	w.learn(v)
	w.formula(f)
	if len(w.b) > MaxBytes {
		return "", fmt.Errorf("description of a formula: found more than %d bytes, expected fewer", MaxBytes)
	}
	return sentence(string(w.b)), nil
}

// MaxBytes bounds a description: each level of nested equivalences doubles it,
// so that a formula of a hundred signs could fill any memory.
const MaxBytes = 1 << 20

type writer struct {
	b          []byte
	style      Style
	predicates map[logic.Symbol]record.Predicate // by name as spelled, and by folded name
	meanings   map[string]string                 // likewise
}

// learn indexes a vocabulary by spelling, and without regard to case for symbols
// that the formula spells differently. The first of several entries counts.
func (w *writer) learn(v *record.Vocabulary) {
	if v == nil {
		return
	}
	for _, fold := range []func(string) string{func(s string) string { return s }, logic.Fold} {
		for _, p := range v.Predicates {
			s := logic.Symbol{Name: fold(p.Name), Arity: int(p.Arity)}
			if _, known := w.predicates[s]; !known {
				w.predicates[s] = p
			}
		}
		for _, m := range v.Meanings {
			if _, known := w.meanings[fold(m.Symbol)]; !known {
				w.meanings[fold(m.Symbol)] = strings.TrimSpace(m.Meaning)
			}
		}
	}
}

func (w *writer) say(s string) {
	if len(w.b) <= MaxBytes {
		w.b = append(w.b, s...)
	}
}

// formula writes f, and stops once the text is too long.
func (w *writer) formula(f *logic.Formula) {
	if len(w.b) > MaxBytes {
		return
	}
	switch f.Op {
	case logic.OpForall:
		w.say("for all " + f.Name + ", ")
		w.formula(f.Args[0])
	case logic.OpExists:
		w.say("there is " + f.Name + " such that ")
		w.formula(f.Args[0])
	case logic.OpImplies:
		w.both("if ", f.Args[0], ", then ", f.Args[1])
	case logic.OpIff:
		if w.style == Exact {
			w.both("it is so that ", f.Args[0], " if and only if ", f.Args[1])
			return
		}
		w.both("if ", f.Args[0], ", then ", f.Args[1])
		w.both(" and if ", f.Args[1], ", then ", f.Args[0])
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		if w.style == Exact {
			w.list(f)
		} else {
			w.chain(f)
		}
	case logic.OpNot:
		if g := f.Args[0]; g.Op == logic.OpAtom || g.Op == logic.OpEqual {
			w.literal(g, false)
			return
		}
		w.say("it's false that ")
		w.formula(f.Args[0])
	default:
		w.literal(f, true)
	}
}

// both writes two formulas with words before and between them.
func (w *writer) both(before string, a *logic.Formula, between string, b *logic.Formula) {
	w.say(before)
	w.formula(a)
	w.say(between)
	w.formula(b)
}

// chain writes operands with a word between them.
func (w *writer) chain(f *logic.Formula) {
	word := " or "
	switch f.Op {
	case logic.OpAnd:
		word = " and "
	case logic.OpXor:
		w.say("either ")
	}
	for i, g := range f.Args {
		if i > 0 {
			w.say(word)
		}
		w.formula(g)
	}
}

// exactLists are the words around the operands of the Exact style: before them,
// before the last, and after them; for two operands and for more.
var exactLists = map[logic.Op]struct{ two, more [3]string }{
	logic.OpAnd: {[3]string{"both ", "and ", ""}, [3]string{"all of the following hold: ", "and ", ""}},
	logic.OpOr:  {[3]string{"either ", "or ", " or both"}, [3]string{"at least one of the following holds: ", "or ", ""}},
	logic.OpXor: {[3]string{"either ", "or ", " but not both"}, [3]string{"an odd number of the following hold: ", "and ", ""}},
}

// list writes operands such that their end is unambiguous.
func (w *writer) list(f *logic.Formula) {
	n := len(f.Args)
	words, separator := exactLists[f.Op].more, "; "
	if n == 2 {
		words, separator = exactLists[f.Op].two, " "
	}
	w.say(words[0])
	for i, g := range f.Args {
		if i > 0 {
			w.say(separator)
		}
		if i == n-1 {
			w.say(words[1])
		}
		w.formula(g)
	}
	w.say(words[2])
}

// literal writes an atom, an equality or a truth constant, or its negation.
func (w *writer) literal(f *logic.Formula, yes bool) {
	switch f.Op {
	case logic.OpTrue:
		w.say("a tautology holds")
	case logic.OpFalse:
		w.say("a contradiction holds")
	case logic.OpEqual:
		is := pick(yes, " is ", " is not ")
		if w.style == Exact {
			is += "identical to "
		}
		w.say(w.term(f.Terms[0]) + is + w.term(f.Terms[1]))
	default:
		w.say(w.atom(f, yes))
	}
}

func (w *writer) atom(f *logic.Formula, yes bool) string {
	if len(f.Terms) == 0 {
		return w.proposition(f.Name, yes)
	}
	p, ok := lookup(w.predicates, f.Name, func(name string) logic.Symbol { return logic.Symbol{Name: name, Arity: len(f.Terms)} })
	template, prefix := p.Positive, ""
	if !yes {
		if template = p.Negative; template == "" && p.Positive != "" {
			template, prefix = p.Positive, "it's false that "
		}
	}
	terms := make([]string, len(f.Terms))
	for i, t := range f.Terms {
		terms[i] = w.term(t)
	}
	if !ok || strings.Count(template, ontology.Hole) != len(terms) {
		return f.Name + pick(yes, " holds of ", " does not hold of ") + strings.Join(terms, " and ")
	}
	return prefix + fill(strings.TrimSpace(template), terms)
}

// fill inserts the terms into a template with as many holes.
func fill(template string, terms []string) string {
	parts := strings.Split(template, ontology.Hole)
	for i, t := range terms {
		parts[i] += t
	}
	return strings.Join(parts, "")
}

func (w *writer) proposition(name string, yes bool) string {
	m, _ := lookup(w.meanings, name, func(s string) string { return s })
	switch {
	case m == "":
		return name + pick(yes, " is true", " is false")
	case yes:
		return m
	}
	return "it's false that " + m
}

// term describes a term: a variable by its name, a constant by its meaning or
// name, a function by its arguments.
func (w *writer) term(t logic.Term) string {
	if len(t.Args) == 0 {
		if m, _ := lookup(w.meanings, t.Name, func(s string) string { return s }); m != "" && !t.Var {
			return m
		}
		return t.Name
	}
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = w.term(a)
	}
	open := "the " + t.Name + " of "
	switch len(args) {
	case 1:
		return open + args[0]
	case 2:
		return open + "both " + args[0] + " and " + args[1]
	}
	return open + "all of " + strings.Join(args, "; ") + " together"
}

// lookup finds a name as spelled, or else folded.
func lookup[K comparable, V any](m map[K]V, name string, key func(string) K) (V, bool) {
	v, ok := m[key(name)]
	if !ok {
		v, ok = m[key(logic.Fold(name))]
	}
	return v, ok
}

func pick(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

// sentence gives s a capital, unless it begins with a name such as p1 or x, and
// a full stop, unless it ends in a mark.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	r, size := utf8.DecodeRuneInString(s)
	if word, _, _ := strings.Cut(s, " "); word == strings.ToLower(word) && strings.IndexFunc(word, unicode.IsDigit) < 0 && len([]rune(word)) > 1 {
		s = string(unicode.ToUpper(r)) + s[size:]
	}
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

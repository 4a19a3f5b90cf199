package ontology

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

// MaxBytes bounds a description. Each level of nested equivalences doubles the
// description.
const MaxBytes = 1 << 20

// Describe returns one sentence that describes f, by induction on its structure: the
// translation T() of the NL-FOL paper. The vocabulary may be nil.
//
// An atom becomes the positive template of its predicate, in which the meanings of the
// arguments replace {}; its negation becomes the negative template. A connective joins
// the descriptions of its operands. A symbol without a template or a meaning is named:
// "Pred holds of x and y". Terms are inserted into templates and never replaced in a
// text. So a constant a cannot change "a grade", as it did in the published data.
//
//	A ∧ B   A and B
//	A ∨ B   A or B
//	A ⊕ B   either A or B
//	A → B   if A, then B
//	A ↔ B   if A, then B and if B, then A
//	∀x A    for all x, A
//	∃x A    there is x such that A
//	¬A      it's false that A
//	a = b   a is b
//
// Different formulas may have one description, as in the data of the paper.
func Describe(f *logic.Formula, v *record.Vocabulary) (string, error) {
	if v == nil {
		v = new(record.Vocabulary)
	}
	w := &writer{vocabulary: v}
	w.formula(f)
	if len(w.b) > MaxBytes {
		return "", fmt.Errorf("description of a formula: found more than %d bytes, expected fewer", MaxBytes)
	}
	return sentence(string(w.b)), nil
}

type writer struct {
	b          []byte
	vocabulary *record.Vocabulary
}

func (w *writer) say(s string) { w.b = append(w.b, s...) }

// formula writes f. It stops when the text is too long.
func (w *writer) formula(f *logic.Formula) {
	if len(w.b) > MaxBytes {
		return
	}
	switch f.Op {
	case logic.OpForall:
		w.joined(f.Args, words{before: "for all " + f.Name + ", "})
	case logic.OpExists:
		w.joined(f.Args, words{before: "there is " + f.Name + " such that "})
	case logic.OpImplies:
		w.joined(f.Args, words{before: "if ", between: ", then "})
	case logic.OpIff:
		w.joined(f.Args, words{before: "if ", between: ", then "})
		w.joined([]*logic.Formula{f.Args[1], f.Args[0]}, words{before: " and if ", between: ", then "})
	case logic.OpAnd, logic.OpOr, logic.OpXor:
		w.joined(f.Args, chains[f.Op])
	case logic.OpNot:
		if g := f.Args[0]; g.Op == logic.OpAtom || g.Op == logic.OpEqual {
			w.say(w.literal(g, false))
			return
		}
		w.joined(f.Args, words{before: "it's false that "})
	default:
		w.say(w.literal(f, true))
	}
}

// words are the words around and between operands.
type words struct{ before, between string }

func (w *writer) joined(operands []*logic.Formula, s words) {
	w.say(s.before)
	for i, g := range operands {
		if i > 0 {
			w.say(s.between)
		}
		w.formula(g)
	}
}

var chains = map[logic.Op]words{
	logic.OpAnd: {between: " and "},
	logic.OpOr:  {between: " or "},
	logic.OpXor: {before: "either ", between: " or "},
}

// literal describes an atom, an equality or a truth constant, or its negation.
func (w *writer) literal(f *logic.Formula, yes bool) string {
	switch f.Op {
	case logic.OpTrue:
		return "a tautology holds"
	case logic.OpFalse:
		return "a contradiction holds"
	case logic.OpEqual:
		return w.term(f.Terms[0]) + english.Pick(yes, " is ", " is not ") + w.term(f.Terms[1])
	}
	if len(f.Terms) == 0 {
		if m := w.meaning(f.Name); m != "" {
			return english.Pick(yes, "", "it's false that ") + m
		}
		return f.Name + english.Pick(yes, " is true", " is false")
	}
	return w.atom(f, yes)
}

// atom describes an atom with arguments, or its negation.
func (w *writer) atom(f *logic.Formula, yes bool) string {
	terms := w.terms(f.Terms)
	template, before := "", ""
	p := Find(w.vocabulary.Predicates, f.Name, func(p record.Predicate) (string, bool) { return p.Name, p.Arity == int64(len(terms)) })
	switch {
	case p == nil:
	case yes:
		template = p.Positive
	case p.Negative != "":
		template = p.Negative
	case p.Positive != "":
		template, before = p.Positive, "it's false that "
	}
	parts := strings.Split(strings.TrimSpace(template), Hole)
	if len(parts) != len(terms)+1 {
		return f.Name + english.Pick(yes, " holds of ", " does not hold of ") + strings.Join(terms, " and ")
	}
	for i, t := range terms {
		parts[i] += t
	}
	return before + strings.Join(parts, "")
}

func (w *writer) meaning(name string) string {
	m := Find(w.vocabulary.Meanings, name, func(m record.Meaning) (string, bool) { return m.Symbol, true })
	if m == nil {
		return ""
	}
	return strings.TrimSpace(m.Meaning)
}

func (w *writer) terms(terms []logic.Term) []string {
	all := make([]string, len(terms))
	for i, t := range terms {
		all[i] = w.term(t)
	}
	return all
}

// term describes a term: a variable by its name, a constant by its meaning or
// name, a function by its arguments.
func (w *writer) term(t logic.Term) string {
	args := w.terms(t.Args)
	switch len(args) {
	case 0:
		if m := w.meaning(t.Name); m != "" && !t.Var {
			return m
		}
		return t.Name
	case 1:
		return "the " + t.Name + " of " + args[0]
	case 2:
		return "the " + t.Name + " of both " + args[0] + " and " + args[1]
	}
	return "the " + t.Name + " of all of " + strings.Join(args, "; ") + " together"
}

// sentence capitalizes s, unless s begins with a name such as p1 or x. It adds a full
// stop, unless s ends with a punctuation mark.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	r, size := utf8.DecodeRuneInString(s)
	if word, _, _ := strings.Cut(s, " "); word == strings.ToLower(word) && strings.IndexFunc(word, unicode.IsDigit) < 0 && len([]rune(word)) > 1 {
		s = string(unicode.ToUpper(r)) + s[size:]
	}
	if strings.LastIndexAny(s, ".!?") == len(s)-1 {
		return s
	}
	return s + "."
}

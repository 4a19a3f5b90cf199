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

// Style is which of the two translations.
type Style string

// The styles.
const (
	Published Style = "published"
	Exact     Style = "exact"
)

// ParseStyle reads a style; the error lists those there are.
func ParseStyle(s string) (Style, error) {
	switch st := Style(s); st {
	case Published, Exact:
		return st, nil
	}
	return "", fmt.Errorf("style %q: expected published or exact", s)
}

func (s Style) String() string { return string(s) }

// Tell tells f as one sentence, with a capital and a full stop. The vocabulary
// may be nil. Time and length are linear in f but for ↔ in Published, which
// tells its sides twice; see MaxBytes.
func Tell(f *logic.Formula, v *record.Vocabulary, s Style) (string, error) {
	w := &writer{style: s, predicates: map[logic.Symbol]record.Predicate{}, meanings: map[string]string{}}
	w.learn(v)
	w.formula(f)
	if len(w.b) > MaxBytes {
		return "", fmt.Errorf("telling of a formula: found more than %d bytes, expected fewer", MaxBytes)
	}
	return sentence(string(w.b)), nil
}

// MaxBytes bounds a telling: equivalences within equivalences double it, and a
// formula of a hundred signs could fill any memory.
const MaxBytes = 1 << 20

type writer struct {
	b          []byte
	style      Style
	predicates map[logic.Symbol]record.Predicate // as spelled, and folded where no other is spelled so
	meanings   map[string]string                 // likewise
}

// learn indexes a vocabulary by spelling and, for what is not spelled as the
// formula has it, without regard to case; the first of several counts.
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

// formula tells f; it stops where the telling is too long.
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
		w.conditional(f.Args[0], f.Args[1])
	case logic.OpIff:
		w.equivalence(f.Args[0], f.Args[1])
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

func (w *writer) conditional(a, b *logic.Formula) {
	w.say("if ")
	w.formula(a)
	w.say(", then ")
	w.formula(b)
}

func (w *writer) equivalence(a, b *logic.Formula) {
	if w.style == Exact {
		w.say("it is so that ")
		w.formula(a)
		w.say(" if and only if ")
		w.formula(b)
		return
	}
	w.conditional(a, b)
	w.say(" and ")
	w.conditional(b, a)
}

// chain tells operands with a word between them.
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

// list tells operands such that it is plain where they end.
func (w *writer) list(f *logic.Formula) {
	open, last, end := "all of the following hold: ", "and ", ""
	two := len(f.Args) == 2
	switch {
	case f.Op == logic.OpAnd && two:
		open = "both "
	case f.Op == logic.OpOr && two:
		open, last, end = "either ", "or ", " or both"
	case f.Op == logic.OpOr:
		open, last = "at least one of the following holds: ", "or "
	case f.Op == logic.OpXor && two:
		open, last, end = "either ", "or ", " but not both"
	case f.Op == logic.OpXor:
		open = "an odd number of the following hold: "
	}
	w.say(open)
	for i, g := range f.Args {
		switch {
		case i == 0:
		case two:
			w.say(" " + last)
		case i == len(f.Args)-1:
			w.say("; " + last)
		default:
			w.say("; ")
		}
		w.formula(g)
	}
	w.say(end)
}

// literal tells an atom, an equality or a constant truth, or its denial.
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

// fill puts the terms into the places of a template, which has as many. What
// is put in is not looked at again: it may have {} of its own.
func fill(template string, terms []string) string {
	var b strings.Builder
	for _, t := range terms {
		before, after, _ := strings.Cut(template, ontology.Hole)
		b.WriteString(before)
		b.WriteString(t)
		template = after
	}
	b.WriteString(template)
	return b.String()
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

// term is a variable's name, a constant's meaning or name, or a function's
// value.
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

// lookup finds what is known of a name, as it is spelled or else folded.
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

// sentence gives s a capital, unless it begins with a name that has a sign in
// it, and a full stop, unless it ends in a mark of its own.
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

package prompt

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// A Vocabulary is the part of a formula's symbols that a prompt lists. Each list
// is sorted by name, p2 before p10, so that it does not reveal the formula's
// order.
type Vocabulary struct {
	record.Vocabulary
	Functions     []record.Predicate
	FreeVariables []string
}

// names are the lists of names by their labels in a prompt.
func (v *Vocabulary) names() map[string]*[]string {
	return map[string]*[]string{
		"Propositions": &v.Propositions, "Objects": &v.Constants, "Variables": &v.Variables,
		"Free variables": &v.FreeVariables, "Alphabet": &v.Alphabet,
	}
}

// symbols are the lists of symbols with arities by their labels in a prompt.
func (v *Vocabulary) symbols() map[string]*[]record.Predicate {
	return map[string]*[]record.Predicate{"Predicates": &v.Predicates, "Functions": &v.Functions}
}

// Empty reports whether there is nothing to list.
func (v Vocabulary) Empty() bool {
	return len(v.Propositions)+len(v.Predicates)+len(v.Functions)+len(v.Constants)+
		len(v.Variables)+len(v.FreeVariables)+len(v.Alphabet)+len(v.Meanings) == 0
}

// vocabularyOf lists the symbols of the row's formula or, without one that
// parses, those of the row's vocabulary. Meanings always come from the latter.
func vocabularyOf(row *record.Row) Vocabulary {
	given := record.Vocabulary{}
	if row.Vocabulary != nil {
		given = *row.Vocabulary
	}
	v := Vocabulary{Vocabulary: given}
	if row.FS != "" {
		if row.Formalism == record.Regex {
			if e, err := regex.Parse(row.FS, regex.Options{}); err == nil {
				v = Vocabulary{Vocabulary: record.Vocabulary{Alphabet: alphabet(e, given.Alphabet)}}
			}
		} else if f, err := logic.Parse(row.FS, logic.Options{}); err == nil {
			v = ofFormula(f, given)
		}
	}
	v.sort()
	return v
}

// ofFormula lists the symbols of f. A free name of f is a free variable if the
// given vocabulary lists it as a variable, else an object.
func ofFormula(f *logic.Formula, given record.Vocabulary) Vocabulary {
	s := f.Signature(false)
	var v Vocabulary
	v.Propositions, v.Variables = s.Propositions, s.Variables
	for _, p := range s.Predicates {
		v.Predicates = append(v.Predicates, gloss(p, given.Predicates))
	}
	for _, f := range s.Functions {
		v.Functions = append(v.Functions, record.Predicate{Name: f.Name, Arity: int64(f.Arity)})
	}
	for _, c := range s.Constants {
		if containsName(given.Variables, c) {
			v.FreeVariables = append(v.FreeVariables, c)
		} else {
			v.Constants = append(v.Constants, c)
		}
	}
	for _, m := range given.Meanings {
		if containsName(v.Propositions, m.Symbol) || containsName(v.Constants, m.Symbol) {
			v.Meanings = append(v.Meanings, m)
		}
	}
	return v
}

// gloss is predicate p with its templates in the given vocabulary.
func gloss(p logic.Symbol, given []record.Predicate) record.Predicate {
	for _, g := range given {
		if logic.Fold(g.Name) == logic.Fold(p.Name) && g.Arity == int64(p.Arity) {
			return record.Predicate{Name: p.Name, Arity: g.Arity, Positive: g.Positive, Negative: g.Negative}
		}
	}
	return record.Predicate{Name: p.Name, Arity: int64(p.Arity)}
}

func containsName(names []string, name string) bool {
	return slices.ContainsFunc(names, func(s string) bool { return logic.Fold(s) == logic.Fold(name) })
}

// alphabet is the given alphabet and the single symbols of e, without the members
// of ranges such as [a-z].
func alphabet(e *regex.Expr, given []string) []string {
	symbols := slices.Clone(given)
	for e := range e.Subexpressions() {
		for _, r := range e.Class {
			if s := string(r.Lo); r.Lo == r.Hi && !slices.Contains(symbols, s) {
				symbols = append(symbols, s)
			}
		}
	}
	return symbols
}

// bareName matches names without meaning.
var bareName = regexp.MustCompile(`(?i)^(pred|prop|[a-z])_?[0-9]*$`)

// english reports whether a predicate is named by a word.
func (v Vocabulary) english() bool {
	return slices.ContainsFunc(v.Predicates, func(p record.Predicate) bool { return !bareName.MatchString(p.Name) })
}

// glossed reports whether the vocabulary has meanings.
func (v Vocabulary) glossed() bool {
	return len(v.Meanings) > 0 || slices.ContainsFunc(v.Predicates, func(p record.Predicate) bool { return p.Positive != "" })
}

// within is the part of v that c allows.
func (v Vocabulary) within(c Context, f record.Formalism) Vocabulary {
	if c == ContextAuto {
		words := slices.ContainsFunc(v.Propositions, func(p string) bool { return !bareName.MatchString(p) })
		switch {
		case v.glossed() || f == record.Regex:
			c = ContextFull
		case v.english() || words:
			c = ContextPredicates
		default:
			c = ContextNone
		}
	}
	switch c {
	case ContextFull, ContextOntology:
		return v
	case ContextPredicates:
		part := Vocabulary{Functions: v.Functions}
		for _, p := range v.Predicates {
			part.Predicates = append(part.Predicates, record.Predicate{Name: p.Name, Arity: p.Arity})
		}
		part.Propositions = v.Propositions
		return part
	}
	return Vocabulary{}
}

// sort sorts copies of the lists: the row keeps its own.
func (v *Vocabulary) sort() {
	for _, names := range v.names() {
		*names = slices.Clone(*names)
		slices.SortStableFunc(*names, logic.CompareNames)
	}
	for _, symbols := range v.symbols() {
		*symbols = slices.Clone(*symbols)
		slices.SortStableFunc(*symbols, func(a, b record.Predicate) int {
			return cmp.Or(logic.CompareNames(a.Name, b.Name), cmp.Compare(a.Arity, b.Arity))
		})
	}
	v.Meanings = slices.Clone(v.Meanings)
	slices.SortStableFunc(v.Meanings, func(a, b record.Meaning) int { return logic.CompareNames(a.Symbol, b.Symbol) })
}

// glosses are lines with meanings, "p1: it is raining", and with the templates of
// predicates, "reads/2: {} reads {}; not: {} does not read {}".
func glosses(v Vocabulary) []string {
	var lines []string
	for _, p := range v.Predicates {
		if p.Positive == "" {
			continue
		}
		line := fmt.Sprintf("%s/%d: %s", p.Name, p.Arity, p.Positive)
		if p.Negative != "" {
			line += glossNot + p.Negative
		}
		lines = append(lines, line)
	}
	for _, m := range v.Meanings {
		lines = append(lines, m.Symbol+": "+m.Meaning)
	}
	return lines
}

const glossNot = "; not: "

// arities lists symbols as name/arity.
func arities(symbols []record.Predicate) string {
	s := make([]string, len(symbols))
	for i, p := range symbols {
		s[i] = fmt.Sprintf("%s/%d", p.Name, p.Arity)
	}
	return list(s)
}

func list(names []string) string { return strings.Join(names, ", ") }

// ordered sorts names by their first place in a text; those that it does not contain
// are last.
func ordered(text string, names []string) []string {
	places := map[string]int{}
	for i, word := range wordLike.FindAllString(text, -1) {
		if _, seen := places[word]; !seen {
			places[word] = i
		}
	}
	place := func(name string) int {
		if i, found := places[name]; found {
			return i
		}
		return len(text)
	}
	names = slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return names
}

var wordLike = regexp.MustCompile(`[\pL\pN_]+`)

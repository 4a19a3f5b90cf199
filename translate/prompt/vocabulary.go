package prompt

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// A Vocabulary is the part of a formula's symbols that a prompt lists. Each list
// is sorted by name, p2 before p10, so that it does not reveal the formula's
// order.
type Vocabulary syntax.Symbols

// names returns the lists of names by their labels in a prompt.
func (v *Vocabulary) names() map[string]*[]string {
	return map[string]*[]string{
		"Propositions": &v.Propositions, "Objects": &v.Constants, "Variables": &v.Variables,
		"Free variables": &v.FreeVariables, "Alphabet": &v.Alphabet,
	}
}

// symbols returns the lists of symbols with arities by their labels in a prompt.
func (v *Vocabulary) symbols() map[string]*[]record.Predicate {
	return map[string]*[]record.Predicate{"Predicates": &v.Predicates, "Functions": &v.Functions}
}

// Empty reports whether there is nothing to list.
func (v Vocabulary) Empty() bool {
	return len(v.Propositions)+len(v.Predicates)+len(v.Functions)+len(v.Constants)+
		len(v.Variables)+len(v.FreeVariables)+len(v.Alphabet)+len(v.Meanings) == 0
}

// vocabularyOf returns the symbols of the row's formula or, if no formula parses, those
// of the row's vocabulary. Meanings always come from the row's vocabulary.
func vocabularyOf(row *record.Row) Vocabulary {
	given := record.Vocabulary{}
	if row.Vocabulary != nil {
		given = *row.Vocabulary
	}
	v := Vocabulary{Vocabulary: given}
	if l, ok := formalism.Of(row.Formalism).(lister); ok && row.FS != "" {
		if t, err := l.Parse(row.FS, formalism.Limits{}); err == nil {
			v = Vocabulary(l.Symbols(t, given))
		}
	}
	v.sort()
	return v
}

// A lister is a language that lists the symbols of a formula, with their meanings in the
// vocabulary of its row.
type lister interface {
	formalism.Language
	Symbols(formalism.Tree, record.Vocabulary) syntax.Symbols
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

// within returns the part of v that c allows.
func (v Vocabulary) within(c Context) Vocabulary {
	if c == ContextAuto {
		words := slices.ContainsFunc(v.Propositions, func(p string) bool { return !bareName.MatchString(p) })
		switch {
		case v.glossed() || len(v.Alphabet) > 0:
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

// sort replaces the lists by sorted copies, so that the row's lists stay as they are.
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

// glosses returns lines with meanings, "p1: it is raining", and with the templates of
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

// parameters lists predicates with their parameters, as AutoEval's prompts do:
// likes(?p0, ?p1).
func parameters(symbols []record.Predicate) string {
	s := make([]string, len(symbols))
	for i, p := range symbols {
		names := make([]string, p.Arity)
		for k := range names {
			names[k] = fmt.Sprintf("?p%d", k)
		}
		s[i] = p.Name + "(" + list(names) + ")"
	}
	return list(s)
}

func list(names []string) string { return strings.Join(names, ", ") }

// ordered sorts names by their first place in a text. Names that the text does not
// contain are last.
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

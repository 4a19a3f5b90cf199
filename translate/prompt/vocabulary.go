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

// A Vocabulary is what a prompt lists of a formula's symbols. Each list is
// sorted by name, p2 before p10, so that it tells nothing of the formula's
// order.
type Vocabulary struct {
	record.Vocabulary
	Functions     []record.Predicate
	FreeVariables []string
}

// Empty says that there is nothing to list.
func (v Vocabulary) Empty() bool {
	return len(v.Propositions)+len(v.Predicates)+len(v.Functions)+len(v.Constants)+
		len(v.Variables)+len(v.FreeVariables)+len(v.Alphabet)+len(v.Meanings) == 0
}

// vocabularyOf lists the symbols of the row's formula, or, where there is none
// that parses, those of the row's vocabulary. Meanings come from the latter in
// either case.
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

// ofFormula lists the symbols of f. A name that is free in f and listed as a
// variable in the given vocabulary is a free variable, else an object.
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

// gloss is predicate p with the templates that the given vocabulary has for it.
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

// alphabet is the given alphabet and the symbols that e names one by one; the
// members of a range such as [a-z] are left to the expression.
func alphabet(e *regex.Expr, given []string) []string {
	symbols := slices.Clone(given)
	var walk func(*regex.Expr)
	walk = func(e *regex.Expr) {
		for _, r := range e.Class {
			if s := string(r.Lo); r.Lo == r.Hi && !slices.Contains(symbols, s) {
				symbols = append(symbols, s)
			}
		}
		for _, a := range e.Args {
			walk(a)
		}
	}
	walk(e)
	return symbols
}

// bareName are the names that carry no meaning of their own.
var bareName = regexp.MustCompile(`(?i)^(pred|prop|[a-z])_?[0-9]*$`)

// english says whether predicates are named by words.
func (v Vocabulary) english() bool {
	return slices.ContainsFunc(v.Predicates, func(p record.Predicate) bool { return !bareName.MatchString(p.Name) })
}

// glossed says whether the vocabulary gives meanings.
func (v Vocabulary) glossed() bool {
	return len(v.Meanings) > 0 || slices.ContainsFunc(v.Predicates, func(p record.Predicate) bool { return p.Positive != "" })
}

// within is the part of v that c tells.
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
		told := Vocabulary{Functions: v.Functions}
		for _, p := range v.Predicates {
			told.Predicates = append(told.Predicates, record.Predicate{Name: p.Name, Arity: p.Arity})
		}
		told.Propositions = v.Propositions
		return told
	}
	return Vocabulary{}
}

// sort puts the lists in order. They are copied first: the row keeps its own.
func (v *Vocabulary) sort() {
	for _, names := range []*[]string{&v.Propositions, &v.Constants, &v.Variables, &v.FreeVariables, &v.Alphabet} {
		*names = slices.Clone(*names)
		slices.SortStableFunc(*names, compareNames)
	}
	for _, symbols := range []*[]record.Predicate{&v.Predicates, &v.Functions} {
		*symbols = slices.Clone(*symbols)
		slices.SortStableFunc(*symbols, func(a, b record.Predicate) int {
			return cmp.Or(compareNames(a.Name, b.Name), cmp.Compare(a.Arity, b.Arity))
		})
	}
	v.Meanings = slices.Clone(v.Meanings)
	slices.SortStableFunc(v.Meanings, func(a, b record.Meaning) int { return compareNames(a.Symbol, b.Symbol) })
}

// compareNames orders names by what stands before their digits, then by number.
func compareNames(a, b string) int {
	stemA, numA := stem(a)
	stemB, numB := stem(b)
	return cmp.Or(cmp.Compare(stemA, stemB), cmp.Compare(len(numA), len(numB)), cmp.Compare(numA, numB), cmp.Compare(a, b))
}

// stem splits a name before its last digits, of which leading zeros are
// dropped, so that longer means greater.
func stem(name string) (stem, number string) {
	stem = strings.TrimRight(name, "0123456789")
	return stem, strings.TrimLeft(name[len(stem):], "0")
}

// glosses are the lines that tell meanings: "p1: it is raining", and for a
// predicate the templates, "reads/2: {} reads {}; not: {} does not read {}".
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

// arities are symbols as name/arity.
func arities(symbols []record.Predicate) string {
	s := make([]string, len(symbols))
	for i, p := range symbols {
		s[i] = fmt.Sprintf("%s/%d", p.Name, p.Arity)
	}
	return list(s)
}

func list(names []string) string { return strings.Join(names, ", ") }

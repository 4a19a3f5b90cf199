package formalism

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/edit"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
)

var (
	propositional = formulas(record.Propositional, "propositional logic", "ksat", "plogic")
	firstOrder    = formulas(record.FirstOrder, "first-order logic", "fol", "fol-english", "folio", "fol_human") // the last is AutoEval's name for fol-english
)

// Logical reports whether the trees of a formalism are formulas of package logic.
func Logical(f record.Formalism) bool { return f == record.Propositional || f == record.FirstOrder }

// formulas returns the syntax of formulas of logic.
func formulas(name record.Formalism, title string, datasets ...string) *Syntax {
	return &Syntax{
		Name: name, Title: title, Datasets: datasets,
		Parse: func(text string, l Limits) (Tree, error) {
			f, err := logic.Parse(text, logic.Options{MaxDepth: l.Depth, MaxSize: l.Size})
			return f, err
		},
		Same: liftSame(logic.Same),
		Size: lift(func(f *logic.Formula) int { return count(f.Subformulas()) }),
		Fold: logic.Fold,
		Formal: func(line string) bool {
			return strings.ContainsAny(line, "0123456789∧∨¬⊕→↔∀∃&|~!<>=(\\")
		},
		Operators: lift(func(f *logic.Formula) int { return f.Counts().Operators }),
		Measure: func(row *record.Row, t Tree) error {
			measureFormula(row, t.(*logic.Formula))
			return nil
		},
		Vocabulary: lift(func(f *logic.Formula) *record.Vocabulary {
			s := f.Signature(false)
			v := &record.Vocabulary{Propositions: s.Propositions, Constants: s.Constants, Variables: s.Variables}
			for _, p := range s.Predicates {
				v.Predicates = append(v.Predicates, record.Predicate{Name: p.Name, Arity: int64(p.Arity)})
			}
			return v
		}),
		Symbols:  func(t Tree, given record.Vocabulary) Symbols { return symbolsOf(t.(*logic.Formula), given) },
		Features: lift(formulaFeatures),
		Edits: func(t Tree, o EditOptions) iter.Seq[edit.Site[Tree]] {
			from := o.From.(*logic.Formula)
			options := edit.Options{Set: o.Set, Fold: o.Fold, Names: from.Signature(o.Invent), Invent: o.Invent}
			if !o.Invent {
				options.Literals = edit.Literals(from)
			}
			return liftSites(edit.Formula(t.(*logic.Formula), options), func(f *logic.Formula) Tree { return f })
		},
	}
}

func measureFormula(row *record.Row, f *logic.Formula) {
	n := f.Counts()
	row.Depth = cmp.Or(row.Depth, record.Int(n.Depth))
	row.NumOperators = record.Int(n.Operators)
	row.NumAnd, row.NumOr, row.NumNot = record.Int(n.And), record.Int(n.Or), record.Int(n.Not)
	row.NumImplies, row.NumIff, row.NumXor = record.Int(n.Implies), record.Int(n.Iff), record.Int(n.Xor)
	row.NumQuantifiers = record.Int(n.Quantifiers)
	row.NumPredicates, row.NumPropositions = record.Int(n.Predicates), record.Int(n.Propositions)
}

// symbolsOf lists the symbols of f. A free name of f is a free variable if the given
// vocabulary lists it as a variable, otherwise a constant.
func symbolsOf(f *logic.Formula, given record.Vocabulary) Symbols {
	s := f.Signature(false)
	var v Symbols
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

// gloss returns predicate p with its templates in the given vocabulary.
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

func formulaFeatures(f *logic.Formula) []Feature {
	n, s := f.Counts(), f.Signature(false)
	var names []string
	for _, name := range slices.Concat(s.Propositions, s.Constants) {
		names = append(names, logic.Fold(name))
	}
	for _, symbol := range slices.Concat(s.Predicates, s.Functions) {
		names = append(names, logic.Fold(symbol.Name))
	}
	slices.Sort(names)
	return []Feature{
		{"names", strings.Join(slices.Compact(names), " ")},
		{"quantifiers", fmt.Sprint(n.Quantifiers)},
		{"negations", fmt.Sprint(n.Not)},
		{"number of atoms", fmt.Sprint(n.Predicates, n.Propositions, n.Equalities)},
		{"connectives", fmt.Sprint(n.And, n.Or, n.Xor, n.Implies, n.Iff)},
	}
}

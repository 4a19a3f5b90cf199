package language

import (
	"iter"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// The languages of logic.
var (
	Propositional = &Language{syntax.NewLabel(record.Propositional, "propositional logic", "ksat", "plogic")}
	FirstOrder    = &Language{syntax.NewLabel(record.FirstOrder, "first-order logic", "fol", "fol-english", "folio", "fol_human")} // the last is AutoEval's name for fol-english
)

// A Language is propositional or first-order logic. Its trees are formulas of package
// logic.
type Language struct{ syntax.Label }

// Parse reads a formula.
func (*Language) Parse(text string, l syntax.Limits) (syntax.Tree, error) {
	return syntax.TreeOf(logic.Parse(text, logic.Options{Limits: l}))
}

// Same reports whether two formulas are the same tree.
func (*Language) Same(a, b syntax.Tree) bool { return logic.Same(formula(a), formula(b)) }

// Size returns the number of nodes.
func (*Language) Size(t syntax.Tree) int { return syntax.Count(formula(t).Subformulas()) }

// Fold ignores the case of names.
func (*Language) Fold(text string) string { return logic.Fold(text) }

// Formal reports whether a line may be a formula.
func (*Language) Formal(line string) bool {
	return strings.ContainsAny(line, "0123456789∧∨¬⊕→↔∀∃&|~!<>=(\\")
}

// CountOperators returns the number of operators to which the rates of builtin:noisy
// apply.
func (*Language) CountOperators(t syntax.Tree) int { return formula(t).Counts().Operators }

// Measure sets the counts of a row, and its depth if it has none.
func (*Language) Measure(row *record.Row, t syntax.Tree) error {
	n := formula(t).Counts()
	n.Set(row)
	row.NumQuantifiers = record.Int(n.Own)
	row.NumPredicates, row.NumPropositions = record.Int(n.Predicates), record.Int(n.Propositions)
	return nil
}

// Columns lists the counts that Measure sets, except depth.
func (*Language) Columns() []string {
	return append(syntax.Counts{}.Columns(), "num_quantifiers", "num_predicates", "num_propositions")
}

// Vocabulary lists the symbols of a formula as written.
func (*Language) Vocabulary(t syntax.Tree) *record.Vocabulary {
	s := formula(t).Signature(false)
	v := &record.Vocabulary{Propositions: s.Propositions, Constants: s.Constants, Variables: s.Variables}
	for _, p := range s.Predicates {
		v.Predicates = append(v.Predicates, record.Predicate{Name: p.Name, Arity: int64(p.Arity)})
	}
	return v
}

// Edits lists the single edits of a formula.
func (*Language) Edits(t syntax.Tree, o syntax.EditOptions) iter.Seq[syntax.Site] {
	from := formula(o.From)
	choice := options{set: o.Set, fold: o.Fold, names: from.Signature(o.Invent), invent: o.Invent}
	if !o.Invent {
		choice.literals = literalsOf(from)
	}
	return choice.sites(formula(t))
}

// Leak returns the first leak of a formula in a description.
func (*Language) Leak(fs, nl string) english.Leak { return english.FormulaLeak(fs, nl) }

// Reads reports whether a text that names no formalism is a formula, beside the other text
// of its pair.
func (l *Language) Reads(text, beside string) bool {
	f, err := logic.Parse(text, logic.Options{Beside: []string{text, beside}})
	return err == nil && (l == FirstOrder || f.IsPropositional())
}

func formula(t syntax.Tree) *logic.Formula { return t.(*logic.Formula) }

func tree(f *logic.Formula) syntax.Tree { return f }

// Symbols lists the symbols of a formula for a prompt, with their meanings in the
// vocabulary of its row. A free name is a free variable if the vocabulary lists it as a
// variable, otherwise a constant.
func (*Language) Symbols(t syntax.Tree, given record.Vocabulary) syntax.Symbols {
	s := formula(t).Signature(false)
	var v syntax.Symbols
	v.Propositions, v.Variables = s.Propositions, s.Variables
	for _, p := range s.Predicates {
		v.Predicates = append(v.Predicates, gloss(p, given.Predicates))
	}
	for _, f := range s.Functions {
		v.Functions = append(v.Functions, record.Predicate{Name: f.Name, Arity: int64(f.Arity)})
	}
	for _, c := range s.Constants {
		if syntax.Among(c, given.Variables, logic.Fold) {
			v.FreeVariables = append(v.FreeVariables, c)
		} else {
			v.Constants = append(v.Constants, c)
		}
	}
	v.Meanings = syntax.MeaningsOf(given, slices.Concat(v.Propositions, v.Constants), logic.Fold)
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

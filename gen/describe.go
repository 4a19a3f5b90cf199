package gen

import (
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

// CountFormula sets a row's counts of operators, quantifiers and symbols.
func CountFormula(row *record.Row, f *logic.Formula) {
	n := f.Counts()
	row.NumOperators = record.Int(n.Operators)
	row.NumAnd, row.NumOr, row.NumNot = record.Int(n.And), record.Int(n.Or), record.Int(n.Not)
	row.NumImplies, row.NumIff, row.NumXor = record.Int(n.Implies), record.Int(n.Iff), record.Int(n.Xor)
	row.NumQuantifiers = record.Int(n.Quantifiers)
	row.NumPredicates, row.NumPropositions = record.Int(n.Predicates), record.Int(n.Propositions)
}

// MeasureRegex sets the size of the minimal automaton of e in a row. The error
// is an exceeded limit.
func MeasureRegex(row *record.Row, e *regex.Expr) error {
	size, err := automata.Measure(e, automata.Limits{})
	if err != nil {
		return err
	}
	row.DFAStates, row.DFAEdges = record.Int(size.States), record.Int(size.Edges)
	row.DFADensity = record.Float(size.Density)
	return nil
}

// FormulaVocabulary lists the symbols of a signature.
func FormulaVocabulary(s logic.Signature) *record.Vocabulary {
	v := &record.Vocabulary{Propositions: s.Propositions, Constants: s.Constants, Variables: s.Variables}
	for _, p := range s.Predicates {
		v.Predicates = append(v.Predicates, record.Predicate{Name: p.Name, Arity: int64(p.Arity)})
	}
	return v
}

// RegexVocabulary lists the symbols of e.
func RegexVocabulary(e *regex.Expr) *record.Vocabulary {
	v := new(record.Vocabulary)
	for _, r := range automata.Symbols(e) {
		v.Alphabet = append(v.Alphabet, string(r))
	}
	return v
}

package convert

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

// describe fills in what follows from a row's formula: its id, the counts and
// the vocabulary. A formula that does not parse gives the row an error and
// nothing else. A vocabulary that is there is kept, since it may hold meanings.
func describe(row *record.Row) {
	if row.FS == "" {
		return
	}
	if row.ID == "" {
		row.ID = record.FormulaID(row.Dataset, row.FS)
	}
	switch row.Formalism {
	case record.Regex:
		describeRegex(row)
	case record.Propositional, record.FirstOrder:
		describeFormula(row)
	default:
		fail(row, "formalism", fmt.Sprintf("formalism: found %q, expected propositional, first_order or regex", row.Formalism))
	}
}

// fail gives the row an error, if it has none from before.
func fail(row *record.Row, kind, message string) {
	if row.Error == nil {
		row.Error = &record.Error{Stage: "convert", Kind: kind, Message: message}
	}
}

func describeFormula(row *record.Row) {
	f, err := logic.Parse(row.FS, logic.Options{})
	if err != nil {
		fail(row, "syntax", fmt.Sprintf("fs: %v", err))
		return
	}
	n := f.Counts()
	if row.Depth == nil {
		row.Depth = record.Int(n.Depth)
	}
	row.NumOperators = record.Int(n.Operators)
	row.NumAnd, row.NumOr, row.NumNot = record.Int(n.And), record.Int(n.Or), record.Int(n.Not)
	row.NumImplies, row.NumIff = record.Int(n.Implies), record.Int(n.Iff)
	row.NumQuantifiers = record.Int(n.Quantifiers)
	row.NumPredicates, row.NumPropositions = record.Int(n.Predicates), record.Int(n.Propositions)
	if row.Vocabulary == nil {
		row.Vocabulary = vocabulary(f.Signature(false))
	}
}

func vocabulary(s logic.Signature) *record.Vocabulary {
	v := &record.Vocabulary{Propositions: s.Propositions, Constants: s.Constants, Variables: s.Variables}
	for _, p := range s.Predicates {
		v.Predicates = append(v.Predicates, record.Predicate{Name: p.Name, Arity: int64(p.Arity)})
	}
	return v
}

func describeRegex(row *record.Row) {
	e, err := regex.Parse(row.FS, regex.Options{})
	if err != nil {
		fail(row, "syntax", fmt.Sprintf("fs: %v", err))
		return
	}
	if row.Depth == nil {
		row.Depth = record.Int(e.Depth())
	}
	if row.Vocabulary == nil {
		row.Vocabulary = &record.Vocabulary{Alphabet: alphabet(e)}
	}
	size, err := automata.Measure(e, automata.Limits{})
	if err != nil {
		fail(row, "resource", fmt.Sprintf("fs: measuring the minimal automaton: %v", err))
		return
	}
	row.DFAStates, row.DFAEdges = record.Int(size.States), record.Int(size.Edges)
	row.DFADensity = record.Float(size.Density)
}

// maxAlphabet bounds the symbols that are listed one by one; [^a] has a million.
const maxAlphabet = 256

// alphabet lists the symbols of an expression in their order, none if there are
// too many.
func alphabet(e *regex.Expr) []string {
	seen := map[rune]bool{}
	var visit func(e *regex.Expr) bool
	visit = func(e *regex.Expr) bool {
		for _, r := range e.Class {
			if r.Hi-r.Lo >= maxAlphabet {
				return false
			}
			for c := r.Lo; c <= r.Hi; c++ {
				seen[c] = true
			}
		}
		return len(seen) <= maxAlphabet && !slices.ContainsFunc(e.Args, func(a *regex.Expr) bool { return !visit(a) })
	}
	if !visit(e) {
		return nil
	}
	symbols := make([]string, 0, len(seen))
	for c := range seen {
		symbols = append(symbols, string(c))
	}
	slices.SortFunc(symbols, cmp.Compare[string])
	return symbols
}

package edit

import (
	"slices"

	"github.com/truthloop/truthloop/format/record"
)

// A form is one way to edit a tree.
type form struct {
	kind         record.Diagnosis // the mistake that the edit makes
	noise        record.Diagnosis // the kind of noise that draws it; empty: none
	perturbation Perturbation     // the kind of perturbation; empty: none
	drawn        bool             // never searched: other forms cover it
}

// searched returns the form of edits of kind k that only a search tries.
func searched(k record.Diagnosis) form { return form{kind: k} }

// where returns f if noise and perturbations draw the edit, otherwise the searched form
// of the same kind.
func (f form) where(drawn bool) form {
	if drawn {
		return f
	}
	return searched(f.kind)
}

// The forms that noise and perturbations draw from.
var (
	dropNegation       = form{record.NegationDropped, record.NegationDropped, "", false}
	dropNegationOfAtom = form{record.NegationDropped, record.NegationDropped, Negation, false}
	addNegationToAtom  = form{record.NegationAdded, "", Negation, false}
	moveNegation       = form{record.NegationMisplaced, record.NegationMisplaced, "", false}         // into an operand, out of a quantifier, to the next operand
	swapAndOr          = form{record.OperatorSwapped, record.OperatorSwapped, "", false}             // A ∧ B ∧ C becomes A ∨ B ∨ C
	splitChain         = form{record.OperatorSwapped, "", Operator, true}                            // A ∧ B ∧ C becomes A ∨ (B ∧ C)
	swapQuantifier     = form{record.QuantifierSwapped, record.QuantifierSwapped, Quantifier, false} // ∀x A becomes ∃x A
	moveBound          = form{record.ScopeWrong, record.ScopeWrong, "", false}                       // to the next operand or piece, or to the first
	renamePredicate    = form{record.SymbolRenamed, record.SymbolRenamed, Predicate, false}
	renameConstant     = form{record.SymbolRenamed, record.SymbolRenamed, Constant, false}
	renameSymbol       = form{record.SymbolRenamed, record.SymbolRenamed, "", false} // a proposition, or a symbol of a regular expression
	swapConstant       = form{record.ConstantVariable, record.ConstantVariable, "", false}
	swapArguments      = form{record.ArgumentOrder, "", Arguments, false}
	dropArgument       = form{record.Arity, record.PartLost, "", false}
	dropLiteral        = form{record.PartLost, record.PartLost, "", false}           // of a chain, or a symbol of a sequence
	moveStar           = form{record.StarMisplaced, record.StarMisplaced, "", false} // to a neighbour, or to the last piece of the group
	starToPlus         = form{record.StarPlus, record.StarPlus, "", false}
	swapTemporal       = form{record.TemporalSwapped, record.TemporalSwapped, "", false} // G A becomes F A
	swapUntil          = form{record.UntilSwapped, record.UntilSwapped, "", false}       // A U B becomes A W B
	dropTemporal       = form{record.TemporalDropped, record.TemporalDropped, "", false} // X A becomes A
	swapSides          = form{record.ArgumentOrder, record.ArgumentOrder, "", false}     // A U B becomes B U A
)

// A Perturbation is a kind of edit of the NL-FOL tasks, as their rows name it.
type Perturbation string

// The perturbations. The first three are the published ones.
const (
	Operator   Perturbation = "operator"   // a sign becomes another of ∧ ∨ → ↔; the chain splits there
	Quantifier Perturbation = "quantifier" // ∀ becomes ∃, or the reverse
	Negation   Perturbation = "negation"   // ¬ is added or removed before an atom
	Constant   Perturbation = "constant"   // a constant becomes another one
	Predicate  Perturbation = "predicate"  // a predicate becomes another one of its arity
	Arguments  Perturbation = "arguments"  // two arguments of an atom are swapped
)

// A Set is a set of forms of edits.
type Set func(form) bool

// OfKinds returns the set of all edits of the kinds; a search for a repair uses
// it.
func OfKinds(kinds ...record.Diagnosis) Set {
	return func(f form) bool { return !f.drawn && slices.Contains(kinds, f.kind) }
}

// OfNoise returns the set of edits from which noise of the kinds is drawn.
func OfNoise(kinds ...record.Diagnosis) Set {
	return func(f form) bool { return slices.Contains(kinds, f.noise) }
}

// OfPerturbations returns the set of edits of the kinds of perturbation.
func OfPerturbations(ps ...Perturbation) Set {
	return func(f form) bool { return slices.Contains(ps, f.perturbation) }
}

// Inverse returns the kind of the edits that undo edits of the given kind.
func Inverse(kind record.Diagnosis) record.Diagnosis {
	switch kind {
	case record.NegationDropped:
		return record.NegationAdded
	case record.NegationAdded:
		return record.NegationDropped
	case record.PartLost:
		return record.PartAdded
	case record.PartAdded:
		return record.PartLost
	case record.TemporalDropped:
		return record.TemporalAdded
	case record.TemporalAdded:
		return record.TemporalDropped
	}
	return kind
}

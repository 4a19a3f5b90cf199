package syntax

import (
	"slices"

	"github.com/truthloop/truthloop/format/record"
)

// A Form is one way to edit a tree.
type Form struct {
	Kind         record.Diagnosis // the mistake that the edit makes
	Noise        record.Diagnosis // the kind of noise that draws it; empty: none
	Perturbation Perturbation     // the kind of perturbation; empty: none
	Drawn        bool             // never searched: other forms cover it
}

// Searched returns the form of edits of kind k that only a search tries.
func Searched(k record.Diagnosis) Form { return Form{Kind: k} }

// Where returns f if noise and perturbations draw the edit, otherwise the searched form
// of the same kind.
func (f Form) Where(drawn bool) Form {
	if drawn {
		return f
	}
	return Searched(f.Kind)
}

// Noisy returns the form of edits of kind k that noise of this kind draws.
func Noisy(k record.Diagnosis) Form { return Form{Kind: k, Noise: k} }

// The forms of several languages that noise and perturbations draw from.
var (
	DropNegation = Noisy(record.NegationDropped)
	MoveNegation = Noisy(record.NegationMisplaced) // into an operand, out of a quantifier, to the next operand
	SwapAndOr    = Noisy(record.OperatorSwapped)   // A ∧ B ∧ C becomes A ∨ B ∨ C
	MoveBound    = Noisy(record.ScopeWrong)        // to the next operand or piece, or to the first
	RenameSymbol = Noisy(record.SymbolRenamed)     // a proposition, or a symbol of a regular expression
	DropLiteral  = Noisy(record.PartLost)          // of a chain, or a symbol of a sequence
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
type Set func(Form) bool

// OfKinds returns the set of all edits of the kinds; a search for a repair uses
// it.
func OfKinds(kinds ...record.Diagnosis) Set {
	return func(f Form) bool { return !f.Drawn && slices.Contains(kinds, f.Kind) }
}

// OfNoise returns the set of edits from which noise of the kinds is drawn.
func OfNoise(kinds ...record.Diagnosis) Set {
	return func(f Form) bool { return slices.Contains(kinds, f.Noise) }
}

// OfPerturbations returns the set of edits of the kinds of perturbation.
func OfPerturbations(ps ...Perturbation) Set {
	return func(f Form) bool { return slices.Contains(ps, f.Perturbation) }
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

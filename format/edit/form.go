package edit

import "slices"

// A form is one way to edit a tree.
type form struct {
	kind         Kind
	noise        Kind         // the kind of noise that draws it; 0: none
	perturbation Perturbation // the kind of perturbation; empty: none
	drawn        bool         // never searched: other forms cover it
}

// searched is the form of the edits of a kind that only a search tries.
func searched(k Kind) form { return form{kind: k} }

// The forms that noise and perturbations draw from.
var (
	dropNegation       = form{NegationDropped, NegationDropped, "", false}
	dropNegationOfAtom = form{NegationDropped, NegationDropped, Negation, false}
	addNegationToAtom  = form{NegationAdded, 0, Negation, false}
	moveNegation       = form{NegationMisplaced, NegationMisplaced, "", false}         // in, out of a quantifier, to the next operand
	swapAndOr          = form{OperatorSwapped, OperatorSwapped, "", false}             // A ∧ B ∧ C becomes A ∨ B ∨ C
	splitChain         = form{OperatorSwapped, 0, Operator, true}                      // A ∧ B ∧ C becomes A ∨ (B ∧ C)
	swapQuantifier     = form{QuantifierSwapped, QuantifierSwapped, Quantifier, false} // ∀x A becomes ∃x A
	moveBound          = form{Scope, Scope, "", false}                                 // to the next operand or piece, or to the first
	renamePredicate    = form{SymbolRenamed, SymbolRenamed, Predicate, false}
	renameConstant     = form{SymbolRenamed, SymbolRenamed, Constant, false}
	renameSymbol       = form{SymbolRenamed, SymbolRenamed, "", false} // a proposition, or a symbol of a regular expression
	swapConstant       = form{ConstantVariable, ConstantVariable, "", false}
	swapArguments      = form{ArgumentOrder, 0, Arguments, false}
	dropArgument       = form{Arity, PartLost, "", false}
	dropLiteral        = form{PartLost, PartLost, "", false}           // of a chain, or a symbol of a sequence
	moveStar           = form{StarMisplaced, StarMisplaced, "", false} // to a neighbour, or to the last piece of the group
	starToPlus         = form{StarPlus, StarPlus, "", false}
)

// A Perturbation is a kind of edit of the NL-FOL tasks, as their rows name it.
type Perturbation string

// The perturbations. The first three are the published ones.
const (
	Operator   Perturbation = "operator"   // a sign becomes another of ∧ ∨ → ↔; the chain splits there
	Quantifier Perturbation = "quantifier" // ∀ becomes ∃, or the reverse
	Negation   Perturbation = "negation"   // ¬ goes in or out before an atom
	Constant   Perturbation = "constant"   // a constant becomes another
	Predicate  Perturbation = "predicate"  // a predicate becomes another of its arity
	Arguments  Perturbation = "arguments"  // two arguments of an atom are swapped
)

// A Set is a set of forms of edits.
type Set func(form) bool

// OfKinds is the set of edits of some kinds, for a search.
func OfKinds(kinds ...Kind) Set {
	return func(f form) bool { return !f.drawn && slices.Contains(kinds, f.kind) }
}

// OfNoise is the set of edits that noise of a kind draws from.
func OfNoise(kind Kind) Set { return func(f form) bool { return kind != 0 && f.noise == kind } }

// OfPerturbations is the set of edits of some kinds of perturbation.
func OfPerturbations(ps ...Perturbation) Set {
	return func(f form) bool { return slices.Contains(ps, f.perturbation) }
}

// Package perturb makes the candidates of the NL-FOL tasks out of a formula φ:
// formulas that differ from it by one edit, formulas that mean the same and are
// written otherwise, and its negation. A formula, a source of randomness and a
// means to prove relations flow in; a Set of candidates flows out, each with
// its role and with what was proved of it.
//
// The tasks are those of "Do LLMs Really Struggle at NL-FOL Translation?" (AAAI
// 2026). For "most similar" a set is φ and up to 8 perturbations; for "ranking"
// φ, one equivalent φ_eq, up to 3 perturbations, ¬φ, and the negation normal
// form of ¬φ.
//
// # Edits
//
// An edit changes the tree in one place: a connective or a quantifier becomes
// another, a negation goes in or out before an atom; where asked for, a
// constant or a predicate becomes another of the vocabulary, or two arguments
// change places. In a chain of k operands there are k−1 places to change an
// operator, and the chain divides there: of A ∧ B ∧ C, (A ∧ B) ∨ C and
// A ∨ (B ∧ C). The published sets were edited in their text, where a changed
// sign also moves what the signs beside it apply to.
//
// Rewrites are laws: De Morgan's with those of the quantifiers, double negation
// with the inner one driven to the atoms, commutativity, distributivity, and
// the expansion of → and ↔; each at any subformula.
//
// # Proof
//
// That an edit changes the meaning, and that a rewrite does not, is not taken
// for granted: Options.Relate is asked of every candidate before it enters a
// set. About one edit in a hundred leaves the meaning as it is (∀x P(a) and
// ∃x P(a)); it is passed over, and the next one tried. Of the published sets,
// made without proof, 32 of 737 have such a perturbation, and 9 have a wrong
// equivalent. Edits equivalent to ¬φ do not enter rankings, where ¬φ has a rank
// of its own. What cannot be decided is passed over as well, and counted.
//
// This package does not import package verify, since what generates knows
// nothing of solvers; whoever calls it joins the two.
package perturb

// Package perturb makes the candidates of the NL-FOL tasks ("Do LLMs Really
// Struggle at NL-FOL Translation?", AAAI 2026) from a formula φ.
//
// A formula, random numbers and a function that proves relations flow in. A Set
// flows out: candidates with their roles and proofs. For the task "most similar" a
// set is φ and up to 8 perturbations. For "ranking" it is φ, one equivalent
// formula, up to 3 perturbations, ¬φ, and the negation normal form of ¬φ.
//
// A perturbation is φ with one edit (package edit). In a chain of k operands a
// sign has k−1 places, and the chain splits there: A ∧ B ∧ C becomes (A ∧ B) ∨ C
// or A ∨ (B ∧ C). The published sets were edited as text, where a changed sign
// can also change the scope of other signs.
//
// An equivalent formula is φ with one law applied to one subformula.
//
// # Proof
//
// Options.Relate proves the relation of every candidate before it enters a set.
// About one edit in a hundred keeps the meaning (∀x P(a) and ∃x P(a)); it is
// skipped. The published sets were made without proof: 32 of 737 have such a
// perturbation, and 9 have an equivalent that is wrong. In rankings an edit that
// is equivalent to ¬φ is skipped, since ¬φ has its own rank. Candidates without a
// proof are skipped and counted.
//
// The proof is a parameter because package gen imports no solver.
package perturb

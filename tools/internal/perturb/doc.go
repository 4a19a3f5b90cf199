// Package perturb is the program perturb; see docs/candidates.md. The input is rows with
// a formula φ. For the NL-FOL tasks ("Do LLMs Really Struggle at NL-FOL Translation?",
// AAAI 2026), the output is the same rows with a set of candidates: formulas from which a
// model chooses the meaning of a sentence.
//
// For the task most-similar, a set contains φ and up to 8 perturbations. For the task
// ranking, it contains φ, one equivalent formula, up to 3 perturbations, ¬φ, and the
// negation normal form of ¬φ.
//
// A perturbation is φ with one edit (package edit). If the edit changes a connective in
// a chain of k operands, it changes one of the k−1 connectives, and the chain splits
// there: A ∧ B ∧ C becomes (A ∧ B) ∨ C or A ∨ (B ∧ C). The sets that the paper published
// were edited as text. In such an edit, a changed connective can also change the scope
// of other connectives. The equivalent formula is φ with one law, such as De Morgan's,
// applied to one subformula.
//
// For the task pairs, a row becomes two rows. In the first, fs_out is φ with one law
// applied. In the second, fs_out also has one edit. So one half of the pairs is
// equivalent, for every number of operators. The law is the same in both rows, so only
// the edit distinguishes them, and a judge must find it. For regular expressions, laws
// and edits keep the notation of AutoEval, and automata prove the verdicts of the
// pairs.
//
// Package verify proves the relation of every candidate to φ. Three kinds of candidates
// are dropped:
//
//   - perturbations that are equivalent to φ, such as ∃x P(a) for ∀x P(a). They are about
//     one edit in a hundred.
//   - in rankings, perturbations that are equivalent to ¬φ, since ¬φ has its own rank
//   - candidates whose relation is not proved
//
// The sets that the paper published were made without proofs. In 32 of the 737 sets for
// most-similar, a perturbation is equivalent to φ. In 9 of the 737 sets for ranking, the
// equivalent formula is not equivalent to φ, and 15 perturbations are equivalent to φ.
package perturb

// Package perturb is the program perturb; see docs/candidates.md. The input is rows with
// a formula φ. The output is the same rows with a set of candidates for the NL-FOL tasks
// ("Do LLMs Really Struggle at NL-FOL Translation?", AAAI 2026).
//
// For the task most-similar, a set contains φ and up to 8 perturbations. For the task
// ranking, it contains φ, one equivalent formula, up to 3 perturbations, ¬φ, and the
// negation normal form of ¬φ.
//
// A perturbation is φ with one edit (package edit). In a chain of k operands, the edit
// changes one of the k−1 connectives, and the chain splits there: A ∧ B ∧ C becomes
// (A ∧ B) ∨ C or A ∨ (B ∧ C). The published sets were edited as text, where a changed
// connective can also change the scope of other connectives. An equivalent formula is φ
// with one law, such as De Morgan's, applied to one subformula.
//
// For the task pairs, a row becomes two rows. In both, fs_out is φ with one law applied;
// in the second, it also has one edit. So the share of equivalent pairs is one half for
// every number of operators, and a judge must find the edit: both texts differ from φ in
// the same law. Laws and edits of regular expressions keep the paper's notation, and
// automata prove the verdicts.
//
// Package verify proves the relation of every candidate to φ. Three kinds of candidates
// are dropped: perturbations that are equivalent to φ, such as ∃x P(a) for ∀x P(a),
// which is about one edit in a hundred; in rankings, perturbations that are equivalent to
// ¬φ, since ¬φ has its own rank; and candidates whose relation is not proved. The
// published sets were made without proof: in 32 of 737 sets, a perturbation is
// equivalent to the original, and in 9 sets, the equivalent formula is not equivalent.
package perturb

// Package perturb is the program perturb; see docs/howto/candidates.md. The input is rows with
// a formula φ. The output depends on the task. The tasks most-similar and ranking are
// those of Brunello et al., "Do LLMs Really Struggle at NL-FOL Translation?", AAAI 2026.
// For these tasks, the output is the same rows, each with a set of candidates: formulas
// from which a model chooses the meaning of a sentence, or which it ranks.
//
// For the task most-similar, a set contains φ and up to 8 perturbations. For the task
// ranking, a set contains φ, one equivalent formula, up to 3 perturbations, ¬φ, and the
// negation normal form of ¬φ. The equivalent formula is φ with one law, such as De
// Morgan's, applied to one subformula.
//
// A perturbation is φ with one edit (package syntax). An edit can change one of the k−1
// connectives in a chain of k operands. Then the chain splits there: A ∧ B ∧ C becomes
// (A ∧ B) ∨ C or A ∨ (B ∧ C). This package edits the syntax tree, so A → B ∨ C can become
// A ∧ (B ∨ C). An edit of the text, as by Brunello et al., gives (A ∧ B) ∨ C.
//
// For the task pairs, a row becomes two rows. In the first row, fs_out is φ with one law
// applied. In the second row, fs_out is that of the first row with one edit. So half of
// the pairs are equivalent. In both rows, the text of fs_out differs from that of fs. So
// a judge cannot infer the verdict from the similarity of the texts.
//
// Package verify proves the relation of every candidate to φ. Three kinds of candidates
// are dropped:
//
//   - perturbations that are equivalent to φ, such as ∃x P(a) for ∀x P(a). About one edit
//     in a hundred gives such a perturbation
//   - in rankings, perturbations that are equivalent to ¬φ, since ¬φ has its own rank
//   - candidates whose relation is not proved
//
// The sets of Brunello et al. were made without proofs. In 32 of the 737 sets for
// most-similar, at least one perturbation is equivalent to φ. In 9 of the 737 sets for
// ranking, the "equivalent formula" is not equivalent to φ. In 15 other sets for ranking,
// a perturbation is equivalent to φ.
package perturb

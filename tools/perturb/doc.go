// Package perturb is the program perturb; see docs/howto/candidates.md. The input is rows with
// a formula φ. For the tasks most-similar and ranking of Brunello et al., "Do LLMs Really
// Struggle at NL-FOL Translation?", AAAI 2026, the output is the same rows, each with a set of
// candidates. For the task pairs, a row becomes two rows with a formula each: one equivalent
// to φ, and one that is not.
//
// A perturbation is φ with one edit (package syntax) of the tree. It can change one of the k−1
// connectives in a chain of k operands. Then the chain splits there: A ∧ B ∧ C becomes
// (A ∧ B) ∨ C or A ∨ (B ∧ C), and A → B ∨ C can become A ∧ (B ∨ C). An edit of the text, as by
// Brunello et al., gives (A ∧ B) ∨ C.
//
// Package verify proves the relation of every candidate to φ. Candidates whose relation is
// not proved are dropped, and so are perturbations that are equivalent to φ, such as ∃x P(a)
// for ∀x P(a), about one edit in a hundred. In rankings, so are those equivalent to ¬φ, which
// has its own rank. In both fs_out of a pair, the text differs from that of φ by the same
// law, so a judge cannot infer the verdict from the similarity of the texts.
package perturb

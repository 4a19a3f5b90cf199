// Package perturb is the program perturb; see tools/perturb. It makes the candidates of
// the NL-FOL tasks ("Do LLMs Really Struggle at NL-FOL Translation?", AAAI 2026) from a
// formula φ.
//
// For the task most-similar the candidates are φ and up to 8 perturbations. For ranking
// they are φ, one equivalent formula, up to 3 perturbations, ¬φ, and the negation normal
// form of ¬φ.
//
// A perturbation is φ with one edit (package edit). In a chain of k operands one of the
// k−1 signs changes, and the chain splits there: A ∧ B ∧ C becomes (A ∧ B) ∨ C or
// A ∨ (B ∧ C). The published sets were edited as text, where a changed sign can also
// change the scope of other signs. An equivalent formula is φ with one law applied to
// one subformula.
//
// Package verify proves the relation of every candidate to φ. About one edit in a
// hundred keeps the meaning, such as ∃x P(a) for ∀x P(a); it is skipped. In rankings an
// edit that is equivalent to ¬φ is skipped, too, since ¬φ has its own rank. So is every
// candidate without a proof. The published sets were made without proof: 32 of 737 have
// a perturbation that keeps the meaning, and 9 have a wrong equivalent.
package perturb

// Package explain says why two formulas are equivalent or not: in words, and by
// the single edit that repairs a wrong one.
//
// # In words
//
// A Case flows in: the two texts, and the columns that verify wrote. A few lines
// of text flow out: the two formulas, the verdict and the relation in a sentence,
// the witness or the certificate in words, and the smallest part in which the two
// differ. No engine is asked: package check evaluates the witness again.
//
// The smallest part depends on the two trees alone. The search starts at the
// roots. If both nodes have the same operator, it removes the operands that both
// have, in any order if the operator is symmetric, and with bound variables
// renamed. If one pair of operands remains, it continues there. So the part is
// where the texts differ; the meanings may also differ elsewhere. An edit
// distance between trees (Zhang and Shasha, "Simple fast algorithms for the
// editing distance between trees", SIAM Journal on Computing 18(6), 1989) was
// rejected: it gives many small edits where a person wants one place to look at.
//
// # Repairs
//
// A Repairer takes two formulas that are proved to differ. It returns the single
// edit of the second that makes it equivalent to the first, with the mistake that
// the edit undoes (record.Diagnosis).
//
// It generates edits (package edit) and tests them in two passes. The first pass
// accepts only an edit that gives the first formula itself, up to the order of
// operands and the names of bound variables: such an edit most likely undoes what
// the model did. The second pass accepts an edit that gives an equivalent
// formula. A candidate is first evaluated on every counterexample found so far,
// which refutes nearly all (counterexample-guided synthesis, Solar-Lezama et al.,
// "Combinatorial sketching for finite programs", ASPLOS 2006). The rest go to the
// fast engines, without SAT and provers. So a repair is proved, like any verdict.
// That no repair exists is not proved: the diagnosis "other" means that none was
// found within the bounds, as for a mistake that takes two edits.
package explain

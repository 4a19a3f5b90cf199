// Package metrics counts verified rows and turns the counts into rates: how
// often a model's formula parses (syntactic compliance), and how often it
// means what the original meant (accuracy). These are the assessments A2 and
// A3 of AutoEval (∀uto∃∨∧L, ICLR 2025, Sec. 3).
//
// Rows flow in one at a time; what is kept grows with the groups, not with the
// rows. Every row counts in exactly one class:
//
//	equivalent      proved to mean the same
//	not_equivalent  refuted by a witness
//	unknown         neither, within the limits
//	noncompliant    fs_out does not parse
//	error           there was nothing to verify, or no verdict at all
//
// The rates of a group of n rows:
//
//	compliance     (equivalent + not_equivalent + unknown) / (n − error)
//	accuracy_low   equivalent / n
//	accuracy_high  (equivalent + unknown) / n
//
// Rows with a verdict on entailment instead are counted, and are in no rate.
// Rows with an error stay in the denominator of accuracy: dropping them would
// let a model gain by failing. An unknown row is out of the lower bound and in
// the upper one; it is not a wrong answer. Intervals are Wilson's (E. B.
// Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209), which keep their level for
// rates near 0 and 1 where the normal interval does not (L. D. Brown et al.,
// Stat. Sci. 16, 2001, p. 101); the interval of accuracy reaches from the lower
// end for the lower bound to the upper end for the upper one.
//
// Mean and standard deviation over batches treat each batch of a group as one
// measurement, as the paper's figures do; the deviation is the sample's (n−1).
//
// A Summary has further columns on demand; those that look at formulas (pass@k,
// majority, clustered errors, bootstrap) keep three counts a formula and group,
// and the bound of false positives keeps a hash a description.
// Beside it stand Judges, which sets what LLM judges said against the formal
// verdict (A4), a Comparison of models or prompts on the same formulas, and
// Dataset, which describes the formulas whatever became of them.
package metrics

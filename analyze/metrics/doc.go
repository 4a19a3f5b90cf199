// Package metrics counts verified rows and turns the counts into rates: how often
// a model's formula parses (syntactic compliance), and how often it means what the
// original meant (accuracy). These are the assessments A2 and A3 of AutoEval
// (∀uto∃∨∧L, ICLR 2025, Sec. 4).
//
// Rows flow in one at a time. Memory grows with the groups, not with the rows.
// Every row counts in exactly one class:
//
//	equivalent      proved to mean the same
//	not_equivalent  refuted by a witness
//	unknown         neither, within the limits
//	noncompliant    fs_out does not parse
//	error           there was nothing to verify, or there is no verdict
//
// The rates of a group of n rows:
//
//	compliance     (equivalent + not_equivalent + unknown) / (n − error)
//	accuracy_low   equivalent / n
//	accuracy_high  (equivalent + unknown) / n
//
// Rows with a verdict on entailment are counted, but in no rate. Rows with an
// error stay in the denominator of accuracy: otherwise a model would gain by
// failing. An unknown row counts as wrong in the lower bound and as right in the
// upper one. Intervals are Wilson's (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927,
// p. 209), which keep their level for rates near 0 and 1, unlike the normal
// interval (L. D. Brown et al., Stat. Sci. 16, 2001, p. 101). The interval of
// accuracy reaches from the lower end of the interval of accuracy_low to the
// upper end of that of accuracy_high.
//
// For the mean and the standard deviation over batches, each batch of a group is
// one measurement, as in the paper's figures. The deviation is that of a sample
// (n−1).
//
// Groups divides rows into groups, for all tables. A Summary is the main table.
// Its sets of columns (Set) are computed on demand; the sets that need each
// formula keep three counts for each formula and group. Judges compares LLM
// judges with the formal verdict (A4), a Comparison compares models or prompts on
// the same formulas, Dataset describes the formulas, and Rankings scores the
// NL-FOL tasks.
package metrics

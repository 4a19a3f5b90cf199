// Package metrics counts verified rows and turns the counts into rates: how often
// a model's formula parses (syntactic compliance), and how often it is equivalent
// to the original formula (accuracy). These are the assessments A2 and A3 of
// AutoEval (∀uto∃∨∧L, ICLR 2025, Sec. 4).
//
// The input is one row at a time. Memory grows with the groups and, for some
// columns, with the formulas, but not with the rows. Every row is in exactly one
// of these classes, except rows with a verdict on entailment, which are counted
// separately:
//
//	equivalent      proved to mean the same
//	not_equivalent  refuted by a witness
//	unknown         neither proved nor refuted before a limit of time or work
//	noncompliant    fs_out does not parse
//	error           nothing to verify, or not yet verified (the row has no verdict)
//	gold_error      fs does not parse: a fault of the data. No rate counts these rows,
//	                but Options.CountGold puts them into the class error
//
// A group has these rates. n is the number of its rows in these classes, without
// gold_error:
//
//	compliance           (equivalent + not_equivalent + unknown) / n
//	compliance_answered  (equivalent + not_equivalent + unknown) / (n − error)
//	accuracy_low         equivalent / n
//	accuracy_high        (equivalent + unknown) / n
//
// Rows with an error stay in the denominators of compliance and accuracy: otherwise
// a model would gain by failing, for example if its answers are cut off. An unknown
// row counts as wrong in accuracy_low and as right in accuracy_high. compliance,
// accuracy_low and accuracy_high have the denominator n, so accuracy_high never
// exceeds compliance. AutoEval computes compliance in the same way: the number of
// formulas that parse, divided by the number of all formulas that the model should
// write (Sec. 4).
//
// The intervals are Wilson's (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209).
// Their coverage stays near the nominal level for rates near 0 and 1. The coverage of
// the normal interval does not (L. D. Brown et al., Stat. Sci. 16, 2001, p. 101). The
// interval of accuracy reaches from the lower end of the interval of accuracy_low to
// the upper end of the interval of accuracy_high.
//
// For the mean and the standard deviation over batches, each batch of a group is
// one measurement, as in the figures of AutoEval. The standard deviation has the
// denominator b − 1 for b batches.
//
// Groups divides rows into groups, for all tables. A Summary is the main table. A
// value of the type Set names extra columns, which are computed only on request. For
// the values Samples, Clustered and Bootstrapped, a group keeps three counts for each
// formula: all rows, equivalent rows and unknown rows. Judges compares LLM judges with
// the verdicts (assessment A4). A Comparison compares models or prompts on the same
// formulas. A Dataset describes the formulas. Rankings scores the rows of the program
// rank, for its tasks most-similar and ranking (docs/candidates.md). Reasonings scores
// the rows of the program reason: answers to reasoning benchmarks. TaskOf returns
// the task of a row, which determines the type that counts the row. Suspicions
// finds formulas that no model gets right. Horizons finds the complexity at which
// the accuracy falls to a given share (docs/horizon.md). A Crossing estimates, for
// each model, how often its descriptions and how often its formulas are right. The
// rows of a Crossing have, for each description, formulas of several models
// (docs/who.md).
package metrics

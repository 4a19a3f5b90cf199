// Package metrics counts verified rows and turns the counts into rates: how often
// a model's formula parses (syntactic compliance), and how often it is equivalent
// to the original formula (accuracy). These are the assessments A2 and A3 of
// AutoEval (∀uto∃∨∧L, ICLR 2025, Sec. 4).
//
// The input is one row at a time. Memory grows with the number of groups and, for some
// columns, with the number of formulas, but not with the number of rows. Rows with a
// verdict on entailment are counted separately. Every other row is in exactly one of
// these classes:
//
//	equivalent      proved to mean the same
//	not_equivalent  refuted by a witness
//	unknown         neither proved nor refuted before a limit of time or work
//	noncompliant    fs_out does not parse
//	error           nothing to verify, or not yet verified (the row has no verdict)
//	gold_error      fs does not parse: a fault of the data. No rate counts these rows.
//	                Options.CountGold puts them into the class error instead
//
// A group has four rates. In their definitions, n is the number of rows in the group
// that are in one of the classes above, except gold_error:
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
// exceeds compliance. AutoEval (Sec. 4) computes compliance in the same way: as the
// number of formulas that parse, divided by the number of formulas that the model was
// asked for.
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
// Groups divides rows into groups, for all tables. A Summary is the main table. Extra
// columns are computed only on request; a Set names several of them. For the sets
// Samples, Clustered and Bootstrapped, a Summary keeps three counts for each formula: all
// rows, equivalent rows and unknown rows. The other types make other tables:
//
//   - Judges compares LLM judges with the verdicts (assessment A4 of AutoEval).
//   - A Comparison compares models or prompts on the same formulas.
//   - A Dataset describes the formulas.
//   - Rankings scores the rows of the program rank (docs/candidates.md).
//   - Reasonings scores the rows of the program reason (docs/reasoning.md).
//   - Suspicions finds formulas that no model gets right.
//   - Horizons finds the complexity at which the accuracy falls to a given share
//     (docs/horizon.md).
//   - A Crossing estimates, for each model, how often its descriptions are right and how
//     often its formulas are. Each description needs formulas by several models
//     (docs/who.md).
//
// Rows of rank, of reason and of the loop have different tasks. TaskOf returns the task of
// a row, which determines which type counts the row.
package metrics

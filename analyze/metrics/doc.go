// Package metrics counts verified rows and turns the counts into rates: how often a
// model's formula parses (syntactic compliance), and how often it is equivalent to the
// original formula (accuracy). These are the assessments A2 and A3 of AutoEval
// (∀uto∃∨∧L, ICLR 2025, Sec. 4).
//
// The input is one row at a time. The output is a table with a line for each group of
// rows. Memory does not grow with the number of rows. It grows with the number of groups
// and, for some columns, with the number of formulas. Rows with a verdict on entailment are counted
// separately. Every other row is in exactly one of these classes:
//
//	equivalent      proved to mean the same
//	not_equivalent  refuted by a witness
//	unknown         neither proved nor refuted before a limit of time or work
//	noncompliant    fs_out does not parse
//	error           nothing to verify, or not yet verified (the row has no verdict)
//	gold_error      fs does not parse: a fault of the data. No rate counts these rows.
//	                Options.CountGold puts them into the class error instead
//
// A group has four rates. n is the number of its rows in the classes above, except
// gold_error:
//
//	compliance           (equivalent + not_equivalent + unknown) / n
//	compliance_answered  (equivalent + not_equivalent + unknown) / (n − error)
//	accuracy_low         equivalent / n
//	accuracy_high        (equivalent + unknown) / n
//
// Rows with an error stay in n: otherwise a model would gain by failing. AutoEval
// (Sec. 4) computes compliance in the same way.
//
// The intervals are Wilson's (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, p. 209). The
// interval of accuracy begins where that of accuracy_low begins, and ends where that of
// accuracy_high ends.
//
// A Summary is the main table. A Set is a named set of extra columns, which are computed
// only on request. Groups divides rows into groups, for all tables. The other tables are:
//
//   - Judges compares LLM judges with the verdicts (assessment A4 of AutoEval).
//   - A Comparison compares models or prompts on the same formulas.
//   - A Dataset describes the formulas.
//   - Rankings scores the rows of the program rank (docs/howto/candidates.md).
//   - Reasonings scores the rows of the program reason (docs/howto/reasoning.md).
//   - Horizons finds the complexity at which the accuracy falls to a given share
//     (docs/explanation/horizon.md).
//   - A Crossing estimates how often the descriptions and the formulas of each model are
//     right (docs/explanation/stages.md).
package metrics

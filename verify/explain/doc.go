// Package explain explains a verdict on two formulas in words. It also searches
// for a repair: an edit that makes a wrong formula equivalent to the right one.
//
// # In words
//
// The input is a Case: the texts of the two formulas, and the columns that the
// program verify wrote. The output is a few lines of text:
//
//   - the two formulas;
//   - the verdict and the relation in a sentence;
//   - the witness or the certificate in words;
//   - the smallest part in which the two formulas differ.
//
// No engine runs for an explanation, but package check evaluates the witness again.
//
// The smallest part is found by comparing the syntax trees, not the meanings. The order
// of the operands of a symmetric operator and the names of bound variables do not count
// as differences.
//
// # Repairs
//
// The input of a Repairer is two formulas that are proved to differ: the right one
// and the wrong one. The output is a Repair: an edited form of the wrong formula
// that is equivalent to the right one, and the mistake that the edit undoes
// (record.Diagnosis). A Repairer tries these changes, in this order:
//
//  1. the text of the wrong formula, read with other scopes of quantifiers and operators;
//  2. single edits (package syntax) that give the right formula, up to the order of
//     operands and the names of bound variables. Such an edit most likely undoes what
//     the model did;
//  3. single edits that give any formula equivalent to the right one;
//  4. the same change in several places, such as another name for a predicate.
//
// Nearly all edited formulas are refuted by evaluation on counterexamples: the witness
// of the verdict, and those found for earlier edits (counterexample-guided synthesis,
// Solar-Lezama et al., "Combinatorial sketching for finite programs", ASPLOS 2006).
// Fast engines, without SAT and provers, decide the others.
//
// So a repair is proved, like any verdict. The absence of a repair is not proved: the
// diagnosis "other" means that the search found no repair within its bounds. For example,
// it finds no repair if two different edits are needed.
//
// # Rejected alternatives
//
// The edit distance of trees (Zhang and Shasha, SIAM Journal on Computing 18(6), 1989)
// gives many small edits, but a person wants one place to look at.
package explain

// Package explain explains a verdict on two formulas in words. It also searches
// for a repair: an edit that makes a wrong formula equivalent to the right one.
//
// # In words
//
// The input is a Case: the texts of the two formulas, and the columns that the
// program verify wrote. The output is a few lines of text. They have the two
// formulas, the verdict and the relation in a sentence, the witness or the
// certificate in words, and the smallest part in which the two formulas differ.
// No engine runs for an explanation, but package check evaluates the witness again.
//
// The smallest part depends only on the syntax trees of the two formulas. The
// search compares two nodes, and starts at the roots. It ignores the order of operands
// if the operator is symmetric, and it ignores the names of bound variables. If the
// nodes have different operators or no operands, they are the result. Otherwise, the
// search removes the operands that both nodes have; if their order matters, it removes
// only the common first and last ones. The operands that remain determine what follows:
//
//   - one operand of each node: the search continues with these two;
//   - none of one node, in propositional or first-order logic: the two nodes are the
//     result;
//   - others: the operands that remain are the result.
//
// In temporal logic, the search only compares operands in the same position; if more
// than one differs, the two nodes are the result.
//
// The result is the place where the syntax trees differ. It does not follow that the
// meanings differ only in this place.
//
// Rejected: an edit distance between trees (Zhang and Shasha, "Simple fast
// algorithms for the editing distance between trees", SIAM Journal on Computing
// 18(6), 1989). It gives many small edits, but a person wants one place to look at.
//
// # Repairs
//
// The input of a Repairer is two formulas that are proved to differ: the right one
// and the wrong one. The output is a Repair: an edited form of the wrong formula
// that is equivalent to the right one, and the mistake that the edit undoes
// (record.Diagnosis).
//
// A Repairer first reads the text of the wrong formula with other scopes of its
// quantifiers and operators. If one of these readings is equivalent to the right
// formula, it is the repair.
//
// Then a Repairer generates single edits of the wrong formula (package edit), and
// tests the edited formulas. It does this twice. The first pass accepts only an edited
// formula that is the right one, up to the order of operands and the names of
// bound variables: its edit most likely undoes what the model did. The second pass
// accepts any edited formula that is equivalent to the right one.
//
// If no single edit is found, a Repairer looks for a mistake that is made in the same
// way in several places. It tries these changes, in this order:
//
//   - turn variables of quantifiers into constants;
//   - exchange predicates and constants whose names have exchanged their roles:
//     Deane(stew) becomes stew(Deane);
//   - change the order of the arguments of a symbol in all places (package align);
//   - use other names (package align).
//
// Each edited formula is first evaluated on counterexamples: the witness of the
// verdict, and those found for earlier edits. This refutes nearly all edited formulas
// (counterexample-guided synthesis, Solar-Lezama et al., "Combinatorial sketching
// for finite programs", ASPLOS 2006). The fast engines, without SAT and provers,
// decide the rest. So a repair is proved, like any verdict. The absence of a repair
// is not proved: the diagnosis "other" means that the search found no repair within
// its bounds. An example is a mistake that only two different edits undo.
package explain

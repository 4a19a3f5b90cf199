// Package prop answers questions about Boolean functions: whether two are
// equivalent, whether one implies the other, and on which assignment they differ.
//
// A formula is a literal of a Graph, an and-inverter graph with n-ary
// conjunctions and exclusive ors (Kuehlmann and Krohm, "Equivalence checking
// using cuts and heaps", DAC 1997, use the binary form). Nodes are hash-consed,
// sorted and flattened, and negation is a bit of the edge. Formulas that differ
// by order, nesting, double negation, De Morgan's laws, repetition or a constant
// become one literal. This alone decides many equivalent pairs. Shared parts are
// evaluated once.
//
// If the literals differ, Compare uses the cheapest complete procedure:
//
//   - Up to MaxTableAtoms leaves: the truth table, 512 rows at a time. It stops at
//     the first difference. If the relation is asked for, it stops when both
//     directions are refuted.
//   - Above: random simulation, which finds most differences, and then SAT on the
//     miter of the two (Brand, "Verification of large synthesized designs", ICCAD
//     1993), one question per direction, with a limit on conflicts.
//
// Disagree returns the share of all assignments on which two functions differ. It
// counts them in the truth table, or estimates the share from a sample.
//
// All results are reproducible: the simulation has a fixed seed, and the limit of
// package sat is a number of conflicts, not a time.
//
// Rejected: binary decision diagrams, whose size depends on the order of the
// variables; the graph and the table are faster at the sizes that occur.
package prop

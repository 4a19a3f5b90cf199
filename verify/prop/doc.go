// Package prop answers questions about Boolean functions: whether two are
// equivalent, whether one implies the other, and on which assignment they differ.
//
// Formulas flow in as literals of a Graph, an and-inverter graph with n-ary
// conjunctions and exclusive ors (Kuehlmann and Krohm, "Equivalence checking
// using cuts and heaps", DAC 1997, use the binary form). Nodes are hash-consed,
// sorted and flattened, and negation is a bit of the edge. Formulas that differ
// by order, nesting, double negation, De Morgan's laws, repetition or a constant
// become one literal. Many equivalent pairs end there, and shared parts are
// evaluated once.
//
// Compare then uses the cheapest complete procedure:
//
//   - Up to MaxTableAtoms leaves: the truth table, 512 rows at a time. It stops at
//     the first difference, or, if the relation is asked for, when both directions
//     are refuted.
//   - Above: random simulation, which finds most differences, and then SAT on the
//     miter of the two (Brand, "Verification of large synthesized designs", ICCAD
//     1993), one question per direction, with a limit on conflicts.
//
// Disagree computes the share of all assignments on which two functions differ,
// by the same table or from a sample.
//
// Everything is deterministic: the simulation has a fixed seed, and package sat
// counts its work in conflicts.
//
// Rejected: binary decision diagrams, whose size depends on the order of the
// variables; the graph and the table are faster at the sizes that occur.
package prop

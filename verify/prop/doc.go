// Package prop answers questions about Boolean functions: whether two are
// equivalent, whether one implies the other, and on which assignment they differ.
//
// A formula is represented by a literal of a Graph: a node, or the negation of a
// node. A Graph is an and-inverter graph with n-ary conjunctions and exclusive ors
// (Kuehlmann and Krohm, "Equivalence checking using cuts and heaps", DAC 1997, use
// the binary form). Equal nodes are stored once (hash-consing). Nested nodes of one
// operator are flattened, and operands are sorted. Negation is a bit of the edge. So
// formulas that differ only by order, nesting, double negation, De Morgan's laws,
// repetition or a constant become one literal. This alone decides many equivalent
// pairs. Shared parts are evaluated once.
//
// A leaf is an input of the graph, such as an atom. There are two implications: from
// each function to the other. If the literals of the functions differ, Compare uses
// the cheapest complete procedure. It stops as soon as one implication is refuted, or
// both if Options.Relation is set:
//
//   - Up to MaxTableAtoms leaves: the truth table, 512 rows at a time.
//   - Above MaxTableAtoms leaves: random simulation, which finds most differences.
//     Then SAT on the miter of the two functions, the circuit that is true where
//     they differ (Brand, "Verification of large synthesized designs", ICCAD 1993).
//     Each implication that is not refuted yet is one question, with a limit on the
//     conflicts of the solver.
//
// Disagree returns the share of all assignments on which two functions differ. It
// counts these assignments in the truth table, or estimates the share from a sample.
//
// All results are reproducible: the simulation has a fixed seed, and the limit of
// package sat is a number of conflicts, not a time.
//
// Rejected: binary decision diagrams. Their size depends on the order of the
// variables. The graph and the table are faster for formulas of usual size.
package prop

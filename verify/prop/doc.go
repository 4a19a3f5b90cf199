// Package prop compares two Boolean functions. It decides whether they are equivalent
// and whether one implies the other, and finds an assignment on which they differ.
//
// A Graph represents formulas. It is an and-inverter graph whose nodes are conjunctions
// and exclusive ors of any number of operands. (Kuehlmann and Krohm, "Equivalence
// checking using cuts and heaps", DAC 1997, use nodes with two operands.) A literal is a
// node or the negation of a node; each formula becomes a literal. Equal nodes are stored
// and evaluated once (hash-consing). Nested nodes of one operator are flattened, and
// operands are sorted. Negation is a bit of the edge. So formulas that differ only by
// order, nesting, double negation, De Morgan's laws, repetition or a needless constant
// (p & true is p) become the same literal. This alone decides many equivalent pairs.
//
// Compare examines two implications: the first function implies the second, and the
// reverse. It stops as soon as one of the two is refuted, unless Options.Relation asks
// for both. A leaf is an input of the graph, such as an atom. If the literals of the two
// functions differ, the number of leaves determines the procedure:
//
//   - Up to MaxTableAtoms leaves: the truth table, 512 assignments at a time.
//   - Above MaxTableAtoms leaves: random simulation, which finds most differences.
//     Then SAT on the miter, the circuit of both functions (Brand, "Verification of
//     large synthesized designs", ICCAD 1993). For each implication that is not
//     refuted yet, the solver searches for an assignment that refutes it. The number
//     of the solver's conflicts is limited.
//
// All results are reproducible: the simulation has a fixed seed, and the work of package
// sat is limited by a number of conflicts, not by time.
//
// Binary decision diagrams were rejected. Their size depends on the order of the
// variables, and they are slower than the graph and the table for formulas of usual size.
package prop

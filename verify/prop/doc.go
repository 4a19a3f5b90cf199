// Package prop decides questions about Boolean functions: are two equivalent,
// does one imply the other, on which assignment do they differ.
//
// Formulas flow in as literals of a Graph, an and-inverter graph with n-ary
// conjunctions and exclusive ors (Kuehlmann and Krohm, "Equivalence checking
// using cuts and heaps", DAC 1997, call the binary form AIG). Nodes are
// hash-consed, sorted and flattened, and negation is a bit of the edge, so that
// formulas which differ by order, nesting, double negation, De Morgan's laws,
// repetition or a constant become one literal: many equivalent pairs end there,
// and of the others shared parts are evaluated once.
//
// Compare then asks the cheapest complete procedure:
//
//   - Up to MaxTableAtoms leaves, the whole truth table, 64 rows to a word and
//     8 words at a time, which keeps the values of some hundred nodes in the
//     first-level cache. From one block of words to the next only those nodes
//     are evaluated again that a leaf which changes can reach. It ends at the
//     first difference, or, where the relation is asked for, when both
//     directions are refuted.
//   - Beyond, random simulation, which finds nearly every difference that a
//     model's slip makes, and then SAT on the miter of the two (Brand,
//     "Verification of large synthesized designs", ICCAD 1993), one question
//     per direction, with a limit on conflicts.
//
// Disagree counts instead of deciding: on what share of all assignments two
// functions differ, by the same table, or from a sample.
//
// Everything is deterministic: the simulation's patterns come from a fixed
// seed, and package sat counts its work in conflicts.
//
// Rejected: binary decision diagrams (their order matters and the graph plus
// table is faster at the sizes that occur) and a truth table per formula kept
// whole (12 atoms and 80 nodes are 40 KB, which leaves the cache).
package prop

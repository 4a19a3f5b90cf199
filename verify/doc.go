// Package verify decides whether two formulas, or two regular expressions, are
// equivalent, and whether premises entail a conclusion.
//
// Two texts and their formalism flow in. A Result flows out: a three-valued
// verdict with its reason, the engine that gave it, the relation of the two
// sides, a witness for every inequivalence and a certificate for every
// equivalence.
//
// A Verifier parses both sides and asks engines in turn, the cheapest first:
//
//   - propositional formulas, and first-order formulas without quantifiers and
//     equalities, which are Boolean functions of their ground atoms: package
//     prop, which is exact for any number of atoms;
//   - other first-order formulas: package fol, and then the provers of
//     Options.Provers (package prover) for what is still open;
//   - regular expressions: package automata, which is exact.
//
// No engine is trusted with an inequivalence: package check evaluates both sides
// on the witness by the definitions. If they do not differ, the verdict is
// unknown with the reason witness_rejected. A verdict of equivalence needs a
// complete procedure, or a proof of both directions. A proof that a prover
// reports is accepted.
//
// A Panel decides each pair with several sets of engines independently, and
// returns the reason disagreement if their results contradict each other.
//
// Package explain describes a verdict to a person, and finds the single edit that
// repairs a wrong formula.
//
// Limits bound the work (nodes, instances, conflicts, states, the units of a
// prover), so that a verdict does not depend on the machine. Options.Timeout is a
// second limit, on the time.
package verify

// Package verify decides whether two formulas, or two regular expressions, mean
// the same, and whether premises entail a conclusion.
//
// Two texts and their formalism flow in, a Result flows out: a three-valued
// verdict with its reason, the engine that gave it, the relation of the two, a
// witness for every inequivalence and a certificate for every equivalence.
//
// A Verifier parses both sides and asks engines in turn, the cheapest first:
//
//   - propositional formulas, and first-order formulas without quantifiers and
//     equalities, which are Boolean functions of their ground atoms: package
//     prop, exact for any number of atoms;
//   - first-order formulas: package fol, and where it leaves a direction open,
//     a Prover (Z3, in worker processes of its own), if there is one, and then
//     the Externals (package prover), if there are any;
//   - regular expressions: package automata, exact.
//
// No engine is trusted with an inequivalence: package check evaluates both
// sides on the witness, by the definitions, and unless they differ the verdict
// is unknown with the reason "witness_rejected". Equivalence is said only after
// a complete procedure or a proof in both directions; an external prover's word
// is taken for one, its model is checked, its claim that there is one is not. What is left is unknown,
// with one of the reasons below.
//
// A Panel has several sets of engines decide the same pairs independently, and
// says "disagreement" where their results contradict each other.
//
// What a verdict means to a person is told by package explain; which mistake
// may have led to it, and what edit takes that back, is found by package repair.
//
// Limits are of work (nodes, instances, conflicts, states, the prover's own
// resource units), so that a verdict does not depend on the machine. The clock
// stands behind them: Options.Timeout ends a pair that takes far too long.
package verify

// Package verify decides whether two formulas or two regular expressions are
// equivalent. It also decides whether premises entail a conclusion.
//
// The input is two texts (the left and the right side) and their formalism. The
// output is a Result: the verdict with its reason, the engine that decided, the
// relation of the two sides, and the evidence. The evidence for the verdict
// not_equivalent is a witness. The evidence for the verdict equivalent is a certificate.
//
// For entailment, the input is premises and a conclusion: propositional or first-order
// formulas. The verdict is true if the premises entail the conclusion, false if they
// entail its negation, and uncertain if it is proved that they entail neither. Premises
// that contradict each other entail both; then the verdict is true.
//
// A Verifier parses both sides. Then engines run in turn, the cheapest first. Which
// engines run depends on the formulas:
//
//   - Propositional formulas, and first-order formulas without quantifiers and
//     equalities, are Boolean functions of their ground atoms. Package prop decides
//     them by complete procedures.
//   - Package fol decides other first-order formulas. It decides two directions:
//     whether the left side implies the right side, and whether the right side
//     implies the left side. If it leaves a direction undecided, the provers of
//     Options.Provers are asked (package prover).
//   - Package temporal decides formulas of linear temporal logic by a complete procedure.
//   - Package automata decides regular expressions by a complete procedure.
//
// An engine that reports a difference is not trusted: package check evaluates both
// sides on the witness. If both sides have the same value, the verdict is unknown with
// the reason witness_rejected. The verdict equivalent needs a complete procedure, or a
// proof of both directions. The proof of a prover is accepted without a check.
//
// Package explain describes a verdict in words, and searches for an edit that repairs
// a wrong formula. Package align searches for a mapping of names under which formulas
// are equivalent.
//
// Each engine has a limit of work, so that a verdict does not depend on the machine.
// Depending on the engine, work is counted in nodes, instances, conflicts, states, or a
// prover's own units. Options.Timeout also limits the time; if it ends a search, the
// verdict does depend on the machine.
package verify

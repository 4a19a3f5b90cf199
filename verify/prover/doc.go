// Package prover asks theorem provers that are separate programs: Z3, cvc5 and E.
// An axiom and a conjecture, both closed formulas, flow in; whether the axiom
// entails the conjecture flows out, with the prover's word for a proof, or with a
// finite structure that it claims is a countermodel.
//
// # Questions
//
// A question is SMT-LIB 2.6 for Z3 and cvc5, and FOF of the TPTP for E. It goes
// to the program's standard input. Symbols are numbered (p0, f1), and so are
// variables: names of formulas may hold anything, also what ends a comment, and
// the languages quote differently.
//
// # Answers
//
// A proof is the prover's word: unsat of an SMT solver, or the status Theorem,
// Unsatisfiable or ContradictoryAxioms of the SZS ontology. A model is a claim
// that the caller checks. A countermodel that E claims but does not show
// (CounterSatisfiable) is a hint: Answer.Claimed. All other output is no answer.
//
// # Processes
//
// Each process has its own process group. Its standard output and error are read up
// to a limit. The whole group is killed when the time has passed, when the output
// is too long, and when the process ends: provers fork, and E has been seen to
// run three seconds past its own limit. On Linux its memory, stack and core dumps
// are limited too, and the kernel kills it when this program dies. Hence a crash,
// a leak or a hang costs one question.
//
// Z3 stays: a process answers many questions, with a (reset) between them, which
// gives the next question a new term manager and so makes its work independent of
// the questions before (TestZ3Independence). cvc5 and E run once per question,
// which takes some 20 ms; they are asked last.
//
// Limits of work come before the clock (Z3's and cvc5's rlimit, E's counter of
// terms), so that one version of a prover gives the same answers on any machine.
package prover

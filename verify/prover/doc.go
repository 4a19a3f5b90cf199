// Package prover asks theorem provers that are separate programs: Z3, cvc5 and E.
// An axiom and a conjecture, both closed formulas, flow in. An answer flows out:
// whether the axiom entails the conjecture, with the status that the prover
// reports for its proof, or with a finite structure that the prover claims is a
// countermodel.
//
// # Questions
//
// A question is SMT-LIB 2.6 for Z3 and cvc5, and FOF of the TPTP for E. It goes
// to the program's standard input. Symbols are numbered (p0, f1), and so are
// variables: names of formulas may contain any characters, and the languages
// quote them in different ways.
//
// # Answers
//
// A prover's report of a proof is believed: unsat from an SMT solver, or the
// status Theorem, Unsatisfiable or ContradictoryAxioms of the SZS ontology. A
// model is a claim, which the caller checks. A countermodel that E claims but
// does not show (CounterSatisfiable) is a hint: Answer.Claimed. Any other output
// counts as no answer.
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
// A Z3 process answers many questions, with a (reset) between them. The reset
// makes the work on a question independent of earlier questions
// (TestZ3Independence). cvc5 and E run once per question, which takes some 20 ms;
// they are asked last.
//
// Limits of work come before the clock (Z3's and cvc5's rlimit, E's counter of
// terms), so that one version of a prover gives the same answers on any machine.
package prover

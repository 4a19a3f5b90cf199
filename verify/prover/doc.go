// Package prover asks theorem provers that are separate programs: Z3, cvc5 and E.
// The input is an axiom and a conjecture, both closed formulas. The output is an
// answer: whether the axiom entails the conjecture. With the answer yes comes the
// status that the prover reports for its proof. With the answer no comes a finite
// structure that the prover claims is a countermodel.
//
// # Questions
//
// A question is SMT-LIB 2.6 for Z3 and cvc5, and FOF of the TPTP for E. It is
// written to the program's standard input. Numbered names such as p0 and f1 replace
// the names of symbols and variables: names in formulas may contain any
// characters, and the two languages quote them in different ways.
//
// # Answers
//
// If a prover reports a proof, the answer is yes without a check. Such a report is
// unsat from an SMT solver, or the status Theorem, Unsatisfiable or
// ContradictoryAxioms of the SZS ontology. The caller must check a countermodel. If
// a prover claims that a countermodel exists but does not show it, the answer is
// unknown, and Answer.Claimed is set; E does so by the status CounterSatisfiable.
// With any other output, the answer is unknown.
//
// # Processes
//
// On Unix, each process has its own process group. The standard output and error of
// the process are read up to a limit. The whole group is killed when the time has
// passed, when the output is too long, and when the process ends: provers fork, and
// E has been seen to run three seconds past its own limit. On Windows, only the
// process itself is killed. On Linux, the memory, the stack and the core dumps of
// the process are also limited, and the kernel kills the process when this program
// dies. So a crash, a memory leak or a hang affects one question only.
//
// A Z3 process answers many questions, with a (reset) between them. The reset
// makes the work on a question independent of earlier questions
// (TestZ3Independence). Each question to cvc5 or E starts a new process. The start
// takes some 20 ms, so these two provers are asked last.
//
// Limits on the work (Z3's and cvc5's rlimit, E's counter of terms) normally end a
// question before the limit on the time does. So one version of a prover gives the
// same answers on any machine.
package prover

// Package prover asks theorem provers that are separate programs: Z3, cvc5 and E.
// The input is an axiom and a conjecture, both closed formulas. The output is the
// answer to the question whether the axiom entails the conjecture: yes or unknown. The
// answer yes includes the status that the prover reports for its proof.
//
// # Questions
//
// A question to Z3 or cvc5 is written in SMT-LIB 2.6, and a question to E in the
// language FOF of the TPTP. It is sent to the standard input of the prover. Numbered
// names such as p0 and f1 replace the names of symbols and variables: names in formulas
// may contain any characters, and the two languages quote them in different ways.
//
// # Answers
//
// If a prover reports a proof, the answer is yes, and nothing checks the proof. Z3 and
// cvc5 report a proof by the result unsat, and E by the status Theorem, Unsatisfiable
// or ContradictoryAxioms of the SZS ontology. With any other output, the answer is unknown.
// Answer.Claimed is set if the prover claims that a countermodel exists: Z3 and cvc5 by the
// result sat, and E by the status CounterSatisfiable or Satisfiable. Models are not read:
// package fol searches for a countermodel itself, and the three provers write them in three
// ways.
//
// # Processes
//
// On Unix, each process has its own process group. The standard output and error of
// the process are read up to a limit. The whole group is killed when the time limit is
// reached, when the output is too long, and when the process ends, because provers
// start processes of their own. On Windows, only the process itself is killed. On Linux,
// the kernel limits the memory, the stack and the core dumps of the process, and kills
// the process when this program dies. So a prover that crashes, hangs or leaks memory
// affects one question only.
//
// Each question starts a new process, so it is independent of earlier questions. The start
// takes 0.02 to 0.09 s, and only few questions are left for provers. A user's checker answers
// many questions in one process.
//
// Limits on the work normally end a question before the limit on the time does. For Z3
// and cvc5, the limit on the work is rlimit, and for E, it is a number of terms. So one
// version of a prover gives the same answers on any machine.
package prover

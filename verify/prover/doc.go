// Package prover asks theorem provers that are programs of their own, where they
// are installed: E, Vampire, cvc5, Prover9 and Mace4. Two closed formulas flow
// in, an axiom and a conjecture; whether the one entails the other flows out, with
// the prover's word for a proof, or with a finite structure that it says is a
// countermodel.
//
// A question is written as the prover reads it (package tptp or smtlib) and goes
// to its standard input: there are no files to clean up. What comes back is not
// trusted further than it must be. A proof is the prover's word: the status
// Theorem, Unsatisfiable or ContradictoryAxioms of the SZS ontology (Sutcliffe,
// "The SZS ontologies for automated reasoning software", LPAR workshops 2008),
// unsat of an SMT solver, or Prover9's "THEOREM PROVED". A countermodel is
// nothing before the caller has checked it; a claim that there is one, without
// it (E and Vampire saturate, and say CounterSatisfiable), is a hint and no
// more: Answer.Claimed. All else is no answer, with the prover's own words.
//
// Each question is a process in a group of its own, whose memory is limited
// before it gets the question, and whose standard output and error are read up
// to a limit. When the clock has run out, when it says too much, and when it has
// ended, the whole group is killed: E that was told to stop after five seconds
// has been seen to run for eight, and provers fork. Limits of work come before
// the clock where a prover has any that it keeps (E's counter of terms, cvc5's
// rlimit, Prover9's given clauses, Mace4's domain size), so that one version of
// a prover says the same on any machine. Another version may say more or less:
// provers are asked only where a user asks for them.
//
// What was rejected: Vampire's models, whose syntax changes between versions
// (its claim is taken for what a hint is worth); a prover that stays and answers
// many questions (none of these offers one that a crash or a leak would not
// spoil, and a process takes some 20 ms, where the question is one that all
// other engines left open).
package prover

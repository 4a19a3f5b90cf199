// Package repair looks for the mistake that made one formula out of another:
// the single edit of the second that makes it mean what the first means.
//
// Two formulas that were proved to differ flow in; the edited formula flows
// out, with the kind of mistake that the edit takes back. The kinds are closed
// (record.Diagnosis) and follow the error analysis of the AutoEval paper (Karia
// et al., "∀uto∃∨∧L", ICLR 2025, section 4 and its appendix): negations dropped
// or put elsewhere, operators and quantifiers swapped, scope told wrongly, names
// and arguments confused, stars misplaced, parts lost.
//
// The search is of generate and test, in two passes: an edit that gives back the
// first formula itself, up to the order of operands and the names of bound
// variables, is what happened, and comes before one that gives a formula of its
// meaning. Each pass goes in rounds of kinds, local ones first, so that of
// several repairs the simplest explanation wins; within a round from the root,
// left to right. A candidate is first evaluated on every
// counterexample met so far, which settles nearly all (counterexample-guided
// synthesis, Solar-Lezama et al., "Combinatorial sketching for finite programs",
// ASPLOS 2006); those that pass are put to the engines that decide fast, with
// neither SAT nor a prover. So a repair is proved, as any verdict is; that there
// is none is not: a pair whose mistake takes two edits, or lies beyond the
// bounds, is "other".
package repair

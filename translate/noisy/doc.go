// Package noisy makes the mistakes that language models make when they
// translate formulas, at rates that are known. Wrapped around a translator
// that makes none, it gives a model whose accuracy a pipeline should find:
// what a run measures can be held against what was done.
//
// What flows in is a formula with a key; what flows out is the same with a few
// edits, and the kinds of those edits. A translator into English errs by
// telling the edited formula. The kinds
// are those of the error analysis of the AutoEval paper (Karia et al.,
// "∀uto∃∨∧L", ICLR 2025, section 4 and its appendix): negations dropped or put
// elsewhere, scope told wrongly, ∧ and ∨ confused, names and constants
// confused, the Kleene star misplaced, prose and lost parentheses that no
// parser takes. The paper gives no rates; DefaultRates are ours.
//
// Each kind is drawn on its own: with probability rate one place of those
// where the kind can be applied is edited. A formula without such a place
// (nothing denied, no quantifier) is left alone and the kind not counted. Some
// edits happen to keep the meaning, such as a quantifier swapped that binds
// nothing or a name changed under a tautology, so a rate bounds the share of
// wrong answers from above and is not that share.
//
// Edits are made on the syntax tree, so that they are what their kind says and
// the result is a formula. Only Prose and ParenthesesLost work on the
// text of a formula, as the last of all, and are meant to make it noncompliant.
// Editing English was rejected: a word replaced in a sentence may make it mean
// anything.
//
// Every draw depends on the seed, the key and the kind alone, by a hash, never
// on a shared source of random numbers: whatever the order, the number of
// workers or the other kinds' rates, one key gives one answer.
package noisy

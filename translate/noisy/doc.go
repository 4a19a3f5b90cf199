// Package noisy makes the mistakes of language models in formulas, at known rates.
// Around a translator without mistakes it gives a model whose accuracy is known,
// so that the measurements of a pipeline can be checked.
//
// A formula and a key flow in; the formula with a few edits flows out, and the
// kinds of those edits. A translator into English errs by describing the edited
// formula. Editing English was rejected: one replaced word may give a sentence any
// meaning.
//
// The kinds follow the error analysis of the AutoEval paper (Karia et al.,
// "∀uto∃∨∧L", ICLR 2025, section 4 and its appendix). The paper gives no rates;
// DefaultRates are ours. Most kinds edit the syntax tree (package edit), so the
// result is a formula. ParenthesesLost and Prose edit the text, last of all, and
// make it noncompliant.
//
// Each kind is drawn independently: with the probability of its rate one place is
// edited. A formula without such a place stays as it is, and the kind does not
// count. Some edits keep the meaning, such as a swapped quantifier that binds
// nothing. So a rate is an upper bound of the share of wrong answers.
//
// Every draw depends only on the seed, the key and the kind, by a hash. So a key
// has one answer, whatever the order, the workers and the rates of other kinds.
package noisy

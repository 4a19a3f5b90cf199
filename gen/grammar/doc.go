// Package grammar reads context-free grammars and draws derivations from them. The
// input is the text of a grammar. The output is derivations, as trees of productions.
//
// # Files
//
// A grammar is a text file with one rule on a line:
//
//	# Propositional formulas.
//	S -> '(' S '∧' S ')' | '(' '¬' S ')'
//	   | '¬' v | v
//
// docs/explanation/generator.md describes the notation, the placeholders v, p, f and Σ,
// which the generator (package gen) fills from the vocabulary, and the faults that Parse
// finds. Several rules may have the same left side. The arrow is ->, → or ::=.
//
// # Depth
//
// A branching production has a nonterminal on its right side; a terminal production has
// none. Each step of a derivation except the last applies one branching production. The
// last step applies a terminal production to every nonterminal that is left. The depth
// of a derivation is the number of its steps. In the grammar above, ¬v has depth 1, and
// (¬v), derived through (¬S), has depth 2. The AutoEval paper (Karia et al., "∀uto∃∨∧L",
// ICLR 2025) counts depth like this in its data.
//
// # Draws
//
// Algorithm 1 of the paper builds a tree of partial derivations. Level i has at most
// Options.N of them, each of i branching steps. They are drawn from
// all possible next steps of the level before. Every derivation up to Options.Depth has a
// positive probability. But long quantifier prefixes are rare: a quantifier leaves one
// nonterminal and ∧ leaves two, so derivations with ∧ have more possible next steps, and
// more of them are drawn. Options.Strata names properties that are counted in each partial
// derivation, such as the number of quantifiers. As far as possible, a level has equally
// many partial derivations for each combination of values of these properties.
//
// # Rejected alternatives
//
// Unlike EBNF, a grammar has no operators for repetition. Each of them would stand for a
// nonterminal that the file does not show. The productions of this nonterminal would count
// in the depth.
// A draw that gives every derivation of a depth the same probability (Flajolet,
// Zimmermann and Van Cutsem, 1994) would differ from the paper's data.
package grammar

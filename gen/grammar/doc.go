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
// A name without quotes is a nonterminal. The left side of the first rule is the start
// symbol. Text in single or double quotes is a terminal. Alternatives are separated by |.
// A line that begins with | continues the rule above. Several rules may have the same
// left side. ε is the empty string. # begins a comment. The arrow is ->, → or ::=.
//
// Four names are not nonterminals but placeholders. The generator (package gen) fills
// them from the vocabulary:
//
//	v  a proposition
//	p  a predicate applied to objects and to variables in scope
//	f  a new variable; its scope is the rest of the production
//	Σ  a symbol of the alphabet
//
// Parse reports all faults at once, with file, line and column: a symbol without a
// rule, a symbol that no derivation uses, a symbol that derives no finite string, and
// an alternative that is written twice.
//
// Rejected: the operators of EBNF, such as repetition. Each of them stands for a
// nonterminal that the file does not show. Its productions would count in the depth.
//
// # Depth
//
// A branching production has a nonterminal on its right side; a terminal production
// has none. An open nonterminal is one that no production has replaced yet. A derivation
// begins with the start symbol. Each step except the last applies one branching
// production to one open nonterminal. The last step applies a terminal production to
// every open nonterminal. The depth of a derivation is the number of its steps, so it is
// the number of its branching productions plus one. In the grammar above, ¬v has depth
// 1, and (¬v), derived through (¬S), has depth 2. In the k-SAT grammar
// (data/grammars/ksat.cfg), a formula of c clauses takes c − 1 branching productions for
// its ∧ and c for its clauses, so its depth is 2c. The AutoEval paper (Karia et al.,
// "∀uto∃∨∧L", ICLR 2025), called the paper below, counts depth like this in its data.
//
// For each nonterminal, the smallest number of branching steps in a derivation from it is
// computed as a least fixed point (D. E. Knuth, A generalization of Dijkstra's algorithm,
// Information Processing Letters 6, 1977, 1-5). Grammars are too small to need the
// priority queue of Knuth's algorithm.
//
// # Levels
//
// The method Levels is Algorithm 1 of the paper. It builds a tree, level by level. A node
// of level i is a partial derivation of i branching steps. Level 0 has one node, the
// start symbol. The next level is made in three steps; n is the parameter n of the paper:
//
//  1. A continuation of a node is the node with one more step, which applies a branching
//     production to one of its open nonterminals. Each node offers at most n
//     continuations.
//  2. From the continuations of all nodes of the level, n are drawn without replacement.
//     Equal derivations count once.
//  3. The drawn continuations are the nodes of the next level.
//
// Some nodes also have leaves, which are complete derivations. If all open nonterminals
// of a node have terminal productions, the last step can complete the node in one or
// more ways. At most n of these completions are chosen. They are the leaves of the node.
//
// An open nonterminal without terminal productions needs a branching production sooner
// or later. If a node has several such nonterminals, only one of them, chosen at random,
// offers continuations. If all of them did, the same derivation would be offered again
// and again, in different orders of its steps.
//
// Only drawn nodes are built. A leaf is stored as its node and a number. A hash of the
// seed, the node and the number determines the terminal productions of the leaf. A node
// is drawn only if it can be completed within the depth, and with a number of
// quantifiers in the range given to NewSpace.
//
// Every derivation within the depth has a positive probability. At each level, the next
// step of the derivation is offered and drawn with positive probability. At the end, its
// completion is chosen with positive probability.
//
// If the nodes of a level are drawn uniformly, most of them come from nodes that offer
// many continuations. A quantifier prefix offers few, so long prefixes become rare. With
// Options.Strata, the n nodes of a level are divided evenly among the values of chosen
// counts, such as the number of quantifiers.
//
// # Walks
//
// A walk draws one derivation of a given depth. Each step is drawn uniformly from the
// possible steps after which the derivation can still have exactly this depth. If there
// is no such step, the derivation is completed with the fewest branching steps, and can
// have another depth. A walk needs memory for one derivation only.
//
// Rejected: drawing uniformly from all derivations of a depth (Flajolet, Zimmermann
// and Van Cutsem, 1994), since the paper's data is not drawn like that.
package grammar

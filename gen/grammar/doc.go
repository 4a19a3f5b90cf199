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
// A bare name is a nonterminal; the first rule defines the start symbol. Text in
// single or double quotes is a terminal. Alternatives are separated by |. A line
// that begins with | continues the rule above; several rules may share a left
// side. ε is the empty string; # begins a comment; the arrow is ->, → or ::=. Four
// names are placeholders, which the generator fills from the vocabulary:
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
// Rejected: EBNF. Each of its operators is a hidden nonterminal, and depth is counted
// in productions.
//
// # Depth
//
// A branching production has a nonterminal on its right side; a terminal production
// has none. An open nonterminal is one that no production has replaced yet. Each step
// of a derivation applies one branching production to an open nonterminal. The last
// step applies a terminal production to every open nonterminal. So the depth of a
// derivation is the number of its branching productions plus one: ¬v has depth 1, and
// (¬v) derived through (¬S) has depth 2. In the k-SAT grammar (data/grammars/ksat.cfg),
// a formula of c clauses takes c − 1 branching productions for its ∧ and c for its
// clauses, so its depth is 2c. The data of the AutoEval paper (Karia et al.,
// "∀uto∃∨∧L", ICLR 2025) counts depth like this.
//
// The smallest number of branching steps that each nonterminal needs is computed as a
// least fixed point (D. E. Knuth, A generalization of Dijkstra's algorithm,
// Information Processing Letters 6, 1977, 1-5; grammars are too small to need his
// priority queue).
//
// # Levels
//
// Levels is Algorithm 1 of the paper. Level 0 is the start symbol. The nodes of
// level i are partial derivations of i steps. A continuation of a node is one more
// step: it applies a branching production to one of the open nonterminals. Each node
// offers at most n continuations. From the continuations of all nodes, n are drawn
// without replacement; they are the next level. Equal derivations count once. If all
// open nonterminals of a node have terminal productions, the last step can complete
// the node in one or more ways. At most n of these completions are chosen. They are
// the leaves of the node.
//
// An open nonterminal without terminal productions must be expanded sooner or later.
// If a node has several of these, only one of them, chosen at random, offers
// continuations. If all of them did, a derivation would be drawn once for each order
// of its steps, and a level of k-SAT would be full of open clauses that are never
// finished.
//
// Only drawn nodes are built. A leaf is represented by its node and a number. A hash
// of the seed, the node and the number determines the completion. Nodes that cannot be
// completed within the depth, or within the range of quantifiers, are not drawn.
//
// Every derivation within the depth has a positive probability: at each level,
// the next step of the derivation is offered and drawn with positive probability. At
// the end, its completion is chosen with positive probability.
//
// If the nodes of a level are drawn uniformly, most of them come from nodes with many
// continuations, so long quantifier prefixes become rare. With Options.Strata, the n
// nodes of a level are divided evenly among the values of chosen counts, such as the
// number of quantifiers.
//
// # Walks
//
// A walk draws one derivation of a given depth. Each step is drawn uniformly from
// those steps after which exactly this depth is still possible. If there is no such
// step, the walk closes every open nonterminal with the fewest branching steps. A walk
// needs memory for one derivation only.
//
// Rejected: drawing uniformly from all derivations of a depth (Flajolet, Zimmermann
// and Van Cutsem, 1994), since the paper's data is not drawn like that.
package grammar

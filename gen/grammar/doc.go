// Package grammar reads context-free grammars and draws derivations from them. A text
// flows in, and trees of productions flow out.
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
// A branching production has a nonterminal on its right side. A derivation applies one
// branching production in each step, to any open nonterminal. In its last step it
// applies a terminal production to every open nonterminal. So the depth of a
// derivation is the number of its branching productions plus one: ¬v has depth 1, (¬v)
// derived through (¬S) has depth 2, and a k-SAT formula of c clauses has depth 2c. The
// data of the AutoEval paper (Karia et al., "∀uto∃∨∧L", ICLR 2025) counts depth like
// this.
//
// The smallest number of branching steps from each nonterminal is a least fixed point
// (D. E. Knuth, A generalization of Dijkstra's algorithm, Information Processing
// Letters 6, 1977, 1-5; grammars are too small to need his priority queue).
//
// # Levels
//
// Levels is Algorithm 1 of the paper. Level 0 is the start symbol. The nodes of
// level i are partial derivations of i steps. Each node offers at most n
// continuations. Of the continuations of all nodes, n are drawn without
// replacement; they are the next level. Equal derivations count once. If all open
// nonterminals of a node have terminal productions, the node has completions,
// which are called leaves; at most n of them are in the pool of results.
//
// A continuation is an open nonterminal with one of its branching productions. Of
// the open nonterminals without terminal productions, only one is expanded,
// chosen at random. All of them must be expanded sooner or later. If each were a
// continuation, a derivation would be drawn once for each order of its steps, and
// a level of k-SAT would be full of open clauses that are never finished.
//
// Only drawn nodes are built. A leaf is represented by its node and a number: a
// hash of both and of the seed determines the completion. Nodes that cannot be
// completed within the depth, or within the range of quantifiers, are not drawn.
//
// Every derivation within the depth has a positive probability: at each level,
// the continuation towards it is offered and drawn with positive probability, and
// so is its completion.
//
// In levels that are drawn uniformly, nodes with many continuations prevail, so
// long quantifier prefixes become rare. With Options.Strata the n nodes of a
// level are spread evenly over the values of chosen counts.
//
// # Walks
//
// A walk draws one derivation of a given depth. Each step is drawn uniformly from
// those after which exactly this depth is still possible. If there is none, the walk
// closes every open nonterminal with the fewest branching steps. It needs memory for
// one derivation only.
//
// Rejected: drawing uniformly from all derivations of a depth (Flajolet, Zimmermann
// and Van Cutsem, 1994), since the paper's data is not drawn like that.
package grammar

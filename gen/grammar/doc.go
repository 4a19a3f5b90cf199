// Package grammar reads the context-free grammars that formulas are generated
// from, and draws derivations from them.
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
// Parse reports all faults at once, with file, line and column: a symbol without
// a rule, a symbol that no derivation uses, a symbol that derives no finite
// string, and an alternative that is written twice. EBNF was rejected: each of its
// operators is a hidden nonterminal, and depth is counted in productions.
//
// # Depth
//
// A branching production, one with a nonterminal on its right side, takes one
// step, applied to any open nonterminal. When all open nonterminals have terminal
// productions, these are applied together in one last step. So the depth of a
// derivation is the number of its branching productions plus one: ¬v has depth 1,
// (¬v) by way of (¬S) has depth 2, a k-SAT formula of c clauses has depth 2c. The
// data of the AutoEval paper (Karia et al., 2024) counts depth like this.
//
// For every nonterminal the smallest and the largest number of branching steps
// follow by fixed-point iteration (D. E. Knuth, A generalization of Dijkstra's
// algorithm, Information Processing Letters 6, 1977, 1-5; rules are too few for
// his priority queue).
//
// # Levels
//
// Levels is Algorithm 1 of the paper. Level 0 holds the start symbol, and level i
// partial derivations of i steps. From each node at most n ways on are taken, and
// of all these n, drawn without replacement, make the next level; equal
// derivations count once. A node whose open nonterminals all have terminal
// productions has leaves, its completions, of which at most n are in the pool.
//
// A way on is an open nonterminal and one of its branching productions. Of the
// nonterminals without terminal productions one is taken, at random. They must all
// be expanded anyway, in any order; to take all would draw a derivation as often
// as it has orders, and would fill a k-SAT level with open clauses that are never
// finished.
//
// Only drawn nodes are built. A leaf is a node and a number: a hash of both and of
// the seed decides which completion it is. Nodes that cannot be completed within
// the depth, or within the range of quantifiers, are not taken.
//
// Every derivation within the depth has a positive probability: some way on from
// each of its nodes leads towards it, is among the ways offered, and is drawn with
// positive probability into the next level, as its completion is into the pool.
//
// Uniform levels are dominated by nodes with many ways on, so long quantifier
// prefixes die out. With Options.Strata the n nodes of a level are spread evenly
// over the values of chosen counts.
//
// # Walks
//
// A walk draws one derivation of a given depth. Each step is drawn uniformly from
// those after which the depth can still be met exactly. Where there is none, the
// walk closes every nonterminal by productions of minimum height. It needs memory
// for one derivation.
//
// Drawing uniformly from all derivations of a depth (Flajolet, Zimmermann and Van
// Cutsem, 1994) was rejected: the paper's data is not drawn like that.
package grammar

// Package derivation draws derivations of a context-free grammar: from a tree
// of partial derivations that is grown level by level, as Algorithm 1 of the
// AutoEval paper (Karia et al., 2024) has it, or by a random walk.
//
// # Depth
//
// A branching production, one with a nonterminal on its right side, takes a
// step of its own, applied to any one of the nonterminals there are. When all
// that are left have terminal productions, these are applied at once, in one
// last step. The depth of a derivation is the number of its steps, which is
// the number of its branching productions and one, in whatever order they were
// applied: ¬v is of depth 1, (¬v) by way of (¬S) of depth 2, a k-SAT formula
// of c clauses of depth 2c. The data of the paper's own generator is so.
//
// # Levels
//
// Level 0 holds the start symbol. The nodes of level i are partial derivations
// of i steps. Of each node at most n ways to go on are taken, and of all of
// these n, drawn without replacement, make the next level, two that are the
// same derivation counting once. A node of level i whose nonterminals all have
// terminal productions has leaves, its completions; at most n of these, of
// depth i+1, are in the pool that formulas are drawn from.
//
// A way to go on is a nonterminal and one of its branching productions. Those
// nonterminals that have terminal productions may all be expanded or left for
// the last step. Those that have none must be expanded some time and in any
// order, so that of a node one of them is taken, at random: to take all would
// draw each derivation as often as it has orders, and leave a k-SAT level to
// conjunctions of so many open clauses that hardly any is ever finished.
//
// Nothing is built that is not drawn. A node points to the node before it and
// holds its open nonterminals; ways to go on are numbered, and a leaf is a
// node and a number; from a hash of both and of the seed follows which of the
// node's completions it is. Nodes that cannot be completed within the depth are
// not taken.
//
// Every derivation of a depth within the limit has a non-zero chance. The start
// is on level 0. Suppose that some steps of the derivation have led to a node of
// level i. If the node has nonterminals that must be expanded, the derivation
// expands the one that is taken; if not, it expands any other or is one of the
// node's leaves. In either case its next step is among the ways to go on, is
// kept with positive probability where these are more than n (every n of them
// have the same), can be completed within the depth, and is drawn into level
// i+1 with positive probability, since at least one way is. So is, in the end,
// the completion among the leaves, and the leaf from the pool. Where a range of
// quantifiers is asked for, only steps are left out after which no derivation
// in the range is possible.
//
// # Strata
//
// Uniform levels are dominated by what has most ways to go on: a prenex prefix
// has two nonterminals fewer to offer than a matrix of the same depth has, so
// long prefixes die out. With Options.Strata the n nodes of a level are spread
// evenly over the values of chosen counts instead, which is what categories
// made of several metrics need.
//
// # Walk
//
// A walk draws a derivation of a given depth alone: each step is drawn
// uniformly from those after which the depth can still be met exactly, by the
// fewest and the most steps that the open nonterminals need (package grammar).
// Where there is none it closes every nonterminal by productions of minimum
// height, so it always ends. It needs memory for one derivation, and any
// derivation of the depth has a non-zero chance: each of its steps is one of
// those drawn from.
//
// Drawing uniformly from all derivations of a depth (by counting them, as in
// Flajolet, Zimmermann and Van Cutsem, 1994) was rejected: it is not what the
// paper's data is drawn from.
package derivation

// Package gen generates datasets of formulas from context-free grammars.
//
// The input is a Config. The output is rows, batch by batch. Each batch has its own
// seed, so batches can be made in parallel. The number of workers does not change the
// rows. A batch is made in four steps:
//
//  1. Package grammar draws derivations, by Algorithm 1 of the AutoEval paper (Karia
//     et al., "∀uto∃∨∧L", ICLR 2025) or by random walks.
//  2. The derivation is written as text. Each placeholder of the grammar is filled with
//     a symbol, drawn uniformly from the vocabulary of the formula. If variables are in
//     scope, an argument of a predicate is one of them with the probability
//     Config.BindProbability. Any other argument is an object.
//  3. The text is parsed, and its complexity is counted on the syntax tree. The column
//     fs of a logical formula is the printed tree. The column fs of a regular expression
//     is the derived text, with the grammar's parentheses.
//  4. The formula is added to its category. A category is the set of formulas with the
//     same values of Config.Metrics, which are columns such as num_operators. A category
//     takes up to Config.SampleCount formulas that pass the filters, and no text twice.
//
// The rows of a batch are sorted by category. Batches and rows are numbered from 0.
//
// The depth of a row is the depth of its derivation, as in the paper's data. The depth is
// not a property of the formula: the same formula has depth 1 if it is derived as ¬p9,
// and depth 2 if it is derived as (¬p9).
//
// # Vocabulary
//
// The plain vocabulary is that of the paper: propositions p1, p2, ..., predicates
// pred1, pred2, ... and objects p1, p2, .... The English vocabulary has verbs as
// predicates and first names as objects. As in the paper's data, the arities of
// predicates, the verbs and the names are drawn anew for each formula.
//
// Verbs come from a word list (data/vocabularies/verbs.txt or the user's own) or
// from VerbNet's class files. A predicate of one argument is an intransitive verb, a
// predicate of more arguments a transitive one: sleep(ann) and chase(ann, bob) occur,
// sleep(ann, bob) does not. Names come from gofakeit. No name is a verb or a keyword
// of the parser of formulas.
//
// # Which formulas can occur
//
// Unless a filter drops it, every text that the grammar derives within Config.Depth has
// a positive probability. This follows from three facts:
//
//   - Every derivation has a positive probability (see package grammar).
//   - Every choice of symbols for the placeholders has a positive probability.
//   - A category that is not full takes every new formula.
//
// # Categories
//
// Algorithm 1 builds a tree of derivations. Its leaves are complete derivations, and
// its inner nodes are incomplete derivations (see package grammar). The leaves are not
// listed: a batch with the paper's parameters has 1.6 million leaves (40 levels of 200
// nodes with up to 200 leaves each), and uses about 2,000 of them.
//
// A family is the set of leaves whose parent is the same inner node. The grammar
// determines the values that a metric such as num_operators can have in a family. So
// formulas for a category are drawn only from families that can have the values of the
// category. Metrics of automata, such as dfa_states, are known only from the text, so
// their categories draw from all families. A category ends when it is full, or after
// Config.Attempts draws in a row without a new formula. If there are several metrics, or
// a range of quantifiers, each level of the tree takes its nodes from all combinations of
// their values in turn. So rare combinations occur, too.
//
// With random walks, no category is chosen before the draw. First the depth of the walk
// is drawn, then a walk of this depth, and the values of its formula give the category.
// A depth is no longer drawn when its last n walks gave no new formula; batch.vainWalks
// computes n.
package gen

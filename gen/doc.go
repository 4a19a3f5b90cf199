// Package gen generates datasets of formulas from context-free grammars.
//
// The input is a Config. The output is rows, batch by batch. Each batch has its own
// seed. So batches are made in parallel, and the number of workers does not change
// them. A batch is made in four steps:
//
//  1. Package grammar draws derivations, by Algorithm 1 of the AutoEval paper (Karia
//     et al., "∀uto∃∨∧L", ICLR 2025) or by random walks.
//  2. The derivation is written as text. Each placeholder is filled with a symbol,
//     drawn uniformly from the vocabulary of the formula. An argument of a predicate
//     is an object or, with BindProbability, a variable in scope.
//  3. The text is parsed, and complexity is counted on the tree. The fs of a logical
//     formula is its printed form. The fs of a regular expression is the derived
//     text, with the grammar's parentheses.
//  4. The formula is added to a category. A metric is a column such as num_operators;
//     each combination of the values of the chosen metrics is a category. A category
//     takes up to SampleCount formulas that pass the filters, and no text twice.
//
// The rows of a batch are sorted by category. Batches and rows are numbered from 0.
//
// The depth of a row is the depth of its derivation, as in the paper's data. It is
// not a property of the formula: ¬p9 has depth 1 or, derived as (¬p9), depth 2.
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
// Every text that the grammar derives within Depth has a positive probability,
// unless a filter drops it. There are three reasons. Every derivation has a positive
// probability (see package grammar). Every choice of symbols for the placeholders of a
// derivation has a positive probability. A category that is not full takes every new
// formula.
//
// # Categories
//
// Algorithm 1 builds a tree of derivations. Its leaves are complete derivations, and
// its inner nodes are incomplete ones (see package grammar). The leaves are not
// listed: a batch with the paper's parameters has 1.6 million leaves and uses 2,000. A
// family is the set of leaves of one inner node. Formulas for a category are
// drawn from those families whose productions predict the values of the category. A
// category ends when it is full, or after Attempts draws in a row without a new
// formula. Metrics of automata, such as dfa_states, are known only from the text, so
// their categories draw from all families. With several metrics, or a range of
// quantifiers, each level of Algorithm 1 is divided evenly among the values, so that
// rare combinations occur.
//
// A random walk is not drawn for a category. First the depth of the walk is drawn,
// then a walk of this depth. If a number of walks of one depth in a row give no new
// formula, this depth is no longer drawn; batch.vainWalks gives the number.
package gen

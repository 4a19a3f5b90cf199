// Package gen generates datasets of formulas from context-free grammars.
//
// A Config flows in, and rows flow out, batch by batch. Each batch has its own seed.
// So batches are drawn in parallel, and the number of workers does not change them. A
// batch is made in four steps:
//
//  1. Package grammar draws derivations, by Algorithm 1 of the AutoEval paper (Karia
//     et al., "∀uto∃∨∧L", ICLR 2025) or by random walks.
//  2. The derivation is written as text. Each placeholder is filled with a symbol,
//     drawn uniformly from the vocabulary of the formula. An argument of a predicate
//     is an object or, with BindProbability, a variable in scope.
//  3. The text is parsed, and complexity is counted on the tree. The fs of a logical
//     formula is its printed form. The fs of a regular expression is the derived
//     text, with the grammar's parentheses.
//  4. The formula enters the category of its values of the metrics. A category takes
//     up to SampleCount formulas that pass the filters, and no text twice.
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
// unless a filter drops it. Every derivation has one (see package grammar), every
// filling of a derivation has one, and a category that is not full takes every new
// formula.
//
// # Categories
//
// The leaves of Algorithm 1's tree are not listed: a batch with the paper's
// parameters has 1.6 million and uses 2,000. A category draws from the families of
// leaves whose productions predict its values. It ends when it is full, or after
// Attempts draws in a row without a new formula. Metrics of automata are known only
// from the text, so their categories draw from all families. With several metrics,
// or a range of quantifiers, the levels of Algorithm 1 are stratified, so that rare
// combinations occur.
package gen

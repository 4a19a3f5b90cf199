// Package gen generates datasets of formulas. Formulas are drawn from a
// context-free grammar, sorted into categories of complexity, and filled with
// words.
//
// A Config flows in, rows flow out, batch by batch. Each batch has its own seed,
// so batches are independent: they are drawn in parallel, and are the same
// whatever the number of workers. A batch is made in four steps:
//
//  1. Package grammar draws derivations, by Algorithm 1 of the AutoEval paper
//     (Karia et al., 2024) or by random walks.
//  2. The derivation is written as text. Each placeholder is filled uniformly
//     from the vocabulary of the formula (package vocabulary). An argument of a
//     predicate is an object, or with BindProbability a variable in scope.
//  3. The text is parsed, and complexity is counted on the tree. The fs of a
//     logical formula is its printed form; the fs of a regular expression is the
//     derived text, with the grammar's parentheses.
//  4. The values of the metrics determine the category of the formula. A category takes up to SampleCount formulas that pass the filters, each text once.
//
// Rows of a batch are sorted by category. Batches and rows are numbered from 0.
//
// The depth of a row is the depth of its derivation, as in the paper's data. It
// is not a property of the formula: ¬p9 has depth 1 or, derived as (¬p9), depth
// 2.
//
// # Which formulas can occur
//
// Every text that the grammar derives within Depth has a positive probability,
// unless a filter drops it: every derivation has one (package grammar), every
// filling of a derivation has one, and a category that is not full takes every
// new formula.
//
// # Categories
//
// Algorithm 1 has 1.6 million leaves in a batch with the paper's parameters, of
// which 2,000 are used. So leaves are not listed. Instead, a category draws
// leaves from families whose productions predict its values, until it is full or
// until Attempts draws in a row give nothing new. The sizes of automata are known
// only from the finished text, so categories by these draw from all families.
// With several metrics, or a range of quantifiers, the levels of Algorithm 1 are
// stratified; otherwise frequent combinations would leave no room for rare ones.
package gen

// Package gen generates datasets of formulas from context-free grammars.
//
// The input is a Config. The output is rows, batch by batch. Each batch has its own
// seed, so batches can be made in parallel. The number of workers does not change the
// rows. A batch is made in four steps:
//
//  1. Package grammar draws derivations, by Algorithm 1 of the AutoEval paper (Karia
//     et al., "∀uto∃∨∧L", ICLR 2025).
//  2. The derivation is written as text. Each placeholder of the grammar is filled with
//     a symbol, drawn uniformly from the vocabulary of the formula. An argument of a
//     predicate is a variable in scope with the probability BindProbability.
//     Otherwise it is an object.
//  3. The text is parsed, and its complexity is counted on the syntax tree. The column
//     fs of a logical formula is the printed tree. The column fs of a regular expression
//     is the derived text, with the grammar's parentheses.
//  4. The formula is added to its category. A category is the set of formulas with the
//     same values of Config.Metrics, which are columns such as num_operators. A category
//     takes up to Config.SampleCount formulas that pass the filters, and no text twice.
//
// The rows of a batch are sorted by category. Batches and rows are numbered from 0.
//
// The depth of a row is the depth of its derivation (package grammar), as in the paper's
// data. So the same formula can have different depths.
//
// # Vocabulary
//
// The plain vocabulary is that of the paper: predicates are named pred1, pred2, ...;
// propositions and objects are both named p1, p2, .... The English vocabulary has verbs as
// predicates and first names as objects. The verbs are those of a list of ours, and
// not those of VerbNet, which the paper takes. As in the paper's data, the arities of
// predicates, the verbs and the names are drawn anew for each formula.
//
// # Which formulas can occur
//
// Unless a filter drops it, every text that the grammar derives within Config.Depth has
// a positive probability. Every derivation (see package grammar) and every choice of
// symbols can be drawn, and a category that is not full takes every new formula.
//
// Each draw is meant for one category. A category that is not full is given
// up after Config.Attempts successive draws that found no new formula for it.
package gen

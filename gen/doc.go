// Package gen generates datasets: formulas drawn from a context-free grammar,
// sorted into categories of complexity, and filled with words, one row each.
//
// # What flows
//
// A Config in, rows out, batch after batch. A batch is drawn with a seed of
// its own, derived from the config's seed, the dataset's name and the batch's
// number by SHA-256, so batches are independent, may be drawn in parallel, and
// are the same whatever the number of workers.
//
//  1. Package derivation draws derivations: from Algorithm 1 of the AutoEval
//     paper (Karia et al., 2024) or by random walks.
//  2. A derivation is written out. Each placeholder is filled uniformly from
//     the formula's vocabulary (package vocabulary); each argument of a
//     predicate is an object, and with a probability one of the variables in
//     scope instead.
//  3. The text is parsed by package logic or regex, and its complexity counted
//     on what was parsed. A logical formula's fs is its printed form, which
//     reads back as the same formula; a regular expression's is the derived
//     text itself, with the parentheses that the grammar put.
//  4. The values of the metrics make the formula's category. Each category
//     takes up to SampleCount formulas; a text that the batch has already, and
//     what the filters drop, does not count.
//
// Within a batch rows are sorted by category, ascending, and numbered from 0.
// Batches are numbered from 0 too.
//
// # Depth
//
// The depth of a row is that of its derivation, as package derivation explains
// and the data of the paper's generator has it; it is no property of the
// formula: ¬p9 is of depth 1 or, derived as (¬p9), of depth 2. All other counts
// are of the formula.
//
// # Which formulas can occur
//
// Every expression that the grammar derives within Depth, filled from the
// vocabulary in any way, has a non-zero chance to occur: package derivation
// argues it of derivations; every filling of a derivation has one; and a
// category that is not full takes whatever comes first. Filters apart, which
// drop formulas on purpose.
//
// # Categories
//
// Algorithm 1's leaves are not listed: a category draws from the families of
// leaves that can fall into it, as their productions tell, until it is full or
// Attempts draws in a row have brought nothing new. Metrics that only the
// finished text shows (of automata) are drawn for blindly until that happens. A
// leaf may be filled several times where a category has fewer leaves than it
// takes formulas.
//
// Where the metrics are several, or a range of quantifiers is given, the levels
// of Algorithm 1 are stratified, so that rare combinations are not crowded out.
//
// Drawing the formulas of a category from all derivations at once was
// rejected, as was listing all leaves (1.6 million a batch at the paper's
// parameters, of which 2,000 are used).
package gen

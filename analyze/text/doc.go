// Package text computes scores that compare texts or formulas as written. For a
// sentence and its reference sentence, the scores are BLEU as sacrebleu and as NLTK
// compute it, ROUGE-1, -2 and -L, and chrF. For a formula and the right formula,
// they are the edit distance of the syntax trees, BLEU of the symbols, and LE: the
// score of logical equivalence of Yang and others (2023), the paper of the dataset
// MALLS.
//
// Results of papers are comparable if the papers use the same library. So this
// package follows the libraries. Where a library departs from the paper that
// defines the score, a comment says so. Tests compare the scores with those of the
// libraries, to 1e-9: sacrebleu 2.6.0, NLTK 3.10.4, rouge-score 0.1.2, zss 1.2.0.
//
// No score measures meaning: p → q and ¬p ∨ q are equivalent, but far apart as
// trees; p ∧ q and p ∨ q are not equivalent, but close; and LE ignores quantifiers.
// The scores are compared with verdicts. They do not replace verdicts.
package text

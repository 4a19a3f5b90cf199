// Package text computes scores that compare texts or formulas as written.
//
// The scores of a sentence and its reference sentence are BLEU as sacrebleu computes it, and
// ROUGE-L. The scores of a formula and the right formula are BLEU of the symbols as NLTK
// computes it, and LE. LE is the score of logical equivalence of Yang and others (2023), in
// the paper of the dataset MALLS.
//
// The scores of two papers are comparable only if both papers use the same library. So
// this package computes what common libraries compute. If a library departs from the
// paper that defines the score, a comment says so. Tests compare the scores with those of
// the libraries, to 1e-9: sacrebleu 2.6.0, NLTK 3.10.4, rouge-score 0.1.2.
//
// No score measures meaning. p → q and ¬p ∨ q are equivalent, but share few symbols. p ∧ q
// and p ∨ q are not equivalent, but share most. LE ignores quantifiers. So the scores do not replace verdicts. The program metrics computes how
// the scores correlate with verdicts.
package text

// Package text compares a sentence with a reference by the scores that papers on
// translation report: BLEU as sacrebleu and as NLTK compute it, ROUGE-1, -2 and
// -L, and chrF.
//
// Each score is a function of one sentence and one reference. Tests compare it
// with the library that made its numbers comparable, to 1e-9: sacrebleu 2.6.0,
// NLTK 3.10.4, rouge-score 0.1.2. Where these depart from the papers, this
// package follows the library and says so. No score says whether two sentences
// mean the same: they are here to be compared with verdicts, which do.
package text

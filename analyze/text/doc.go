// Package text computes the scores that papers report beside proofs: of a sentence
// against a reference, BLEU as sacrebleu and as NLTK compute it, ROUGE-1, -2 and -L,
// and chrF; of a formula against the right one, the edit distance of their trees,
// BLEU of their symbols, and LE.
//
// Papers are comparable if they use the same library, so this package follows the
// libraries also where they depart from the paper of the score, and says so.
// Tests compare each score with its library, to 1e-9: sacrebleu 2.6.0, NLTK
// 3.10.4, rouge-score 0.1.2, zss 1.2.0.
//
// No score measures meaning: p → q and ¬p ∨ q are far apart as trees, p ∧ q and
// p ∨ q are close, and LE ignores quantifiers. The scores are there to be compared
// with verdicts, not to replace them.
package text

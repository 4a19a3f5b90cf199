// Package text compares a sentence with a reference by the figures that papers
// on translation report: BLEU as sacrebleu and as NLTK compute it, ROUGE-1, -2
// and -L, chrF, and METEOR with exact and stem matches and, where WordNet is at
// hand (package wordnet), synonyms.
//
// Each is a function of one sentence and one reference, and is held in tests
// against the library that made its numbers comparable, to 1e-9: sacrebleu
// 2.6.0, NLTK 3.10.4, rouge-score 0.1.2. The details in which these depart from
// the papers are theirs, and are named where they are followed. None of them
// says whether two sentences mean the same; that is what the rest of truthloop
// is for, and the figures are here to be compared with it.
//
// BERTScore, which needs a model, is in package bertscore.
package text

// Package vocabulary draws the words that fill the placeholders of a grammar, and
// the English meanings of symbols.
//
// The plain vocabulary is that of the AutoEval paper: propositions p1, p2, ...,
// predicates pred1, pred2, ... and objects p1, p2, .... The English vocabulary has
// verbs as predicates and first names as objects. As in the paper's data, the
// arities of predicates, the verbs and the names are drawn anew for each formula.
//
// Verbs come from a word list (data/vocabularies/verbs.txt or the user's own) or
// from VerbNet's class files. A predicate of one argument is an intransitive verb,
// one of more arguments a transitive verb: sleep(ann) and chase(ann, bob) occur,
// sleep(ann, bob) does not. Names come from gofakeit. No name is a verb or a word
// that the parser of formulas reads as an operator.
package vocabulary

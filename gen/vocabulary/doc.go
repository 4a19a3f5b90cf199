// Package vocabulary holds the words that fill a grammar's placeholders.
//
// The plain vocabulary is that of the AutoEval paper: propositions p1, p2, ...,
// predicates pred1, pred2, ... and objects p1, p2, .... The English one has
// verbs for predicates and first names for objects. What may differ from formula
// to formula is drawn for each anew, as the paper's data has it: the arity of
// every predicate, and in English which verbs and which names there are.
//
// Verbs come from a word list, data/vocabularies/verbs.txt or one's own, or from
// a directory of VerbNet's class files. Where it is known whether a verb takes an
// object, a predicate of one argument is a verb that need not and one of more
// arguments a verb that can, so that sleep(ann) and chase(ann, bob) occur and
// sleep(ann, bob) does not. Names come from gofakeit. No name is also a verb or
// a word that the parser of formulas reads as an operator.
package vocabulary

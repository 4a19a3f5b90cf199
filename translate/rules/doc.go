// Package rules translates formulas and regular expressions into English, and
// this English back, by rules and without mistakes. So a pipeline with this
// package as its model must measure an accuracy of 100%; a lower accuracy shows a
// fault of the pipeline.
//
// The input of Informalize is a formula with its formalism, and the output is a
// description in English. Formalize makes a formula from a description, and gets
// nothing else from Informalize. Both take a vocabulary. Both are deterministic, and
// their time is linear in the length of the texts that they read and write.
//
// # Scope
//
// Descriptions have no brackets, and "A and B or C" is ambiguous. Informalize shows
// the scope of the operators by the first of these devices that suffices:
//
//   - the end of the sentence. In "for every x, A and B", the quantifier extends up to
//     there, so it binds x in A and in B;
//   - words that mark a group, as in "either A or B". They are unambiguous
//     anywhere, like the prefix notation of Łukasiewicz;
//   - a list for long operands: "all three of the following hold: first, A;
//     second, B; third, C";
//   - a claim, which is a name for a part of the formula: "claim A does not hold". A
//     later sentence defines it: "Claim A says that ...".
//
// So no sentence nests deeply, even if the formula does. A regular expression is
// described by the pieces of its strings, in order: "a 1, then zero or more 0s". A
// formula of linear temporal logic is described step by step: "at some step, p is true".
// The comments of logicWriter, regexWriter and temporalWriter have the details.
//
// # Symbols
//
// Symbols are written as they are, or as verbs ("bob loves x1"). The vocabulary may
// have glosses, the English of its symbols, such as "{} regularly drinks coffee". A
// gloss replaces its symbol. Formalize needs the same vocabulary. A gloss can be
// ambiguous, so Informalize checks each description that has glosses: if Formalize makes
// another formula from it, Informalize uses fewer glosses, and in the end none.
//
// # What is read
//
// Formalize reads more than Informalize writes, such as other words for the
// connectives. The comments of logicReader, temporalReader and regexReader, and of
// their methods, contain the grammar. For a text outside the grammar, or for one that
// nests too deeply or defines too large a formula, the error is a *ReadError.
//
// # Rejected alternatives
//
// Descriptions have no brackets in words ("open bracket") and no numbered paragraphs,
// because nobody writes like this. They have no "former" and no "respectively", because
// these words cannot be nested. The phrases of descriptions do not vary: with varied
// phrases, the score of a model that reads them would depend on chance.
package rules

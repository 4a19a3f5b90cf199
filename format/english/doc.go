// Package english has what the controlled English of all formalisms shares: words,
// sentences, definitions, leaks, and the Boolean connectives of statements: a Describer
// writes them, and Statements reads them.
//
// The packages language beside the syntax trees, such as format/logic/language, use it to
// write the English of a formula and to read it again, by rules and without mistakes. So a
// pipeline with the model builtin:rules must measure an accuracy of 100%; a lower accuracy
// shows a fault of the pipeline. What a package writes, it reads as the same tree. It reads
// nothing else: a sentence has one form, and no paraphrases. Both directions are
// deterministic, and their time is linear in the length of the texts.
//
// The words are in a table, a Lexicon, which both directions use. So a further natural
// language is a further table: German, French and Spanish have one, without words for
// first-order logic. What follows about English holds for them, too.
//
// # Scope
//
// Descriptions have no brackets, and "A and B or C" is ambiguous. The scope of operators
// is shown by the first of these devices that suffices:
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
// So no sentence nests deeply, even if the formula does.
//
// # Symbols
//
// Symbols are written as they are, in quotation marks if they could be misread.
//
// # Leaks
//
// If a description contains the formula, a model can copy it, and nothing is measured. The
// package of each formalism finds such formal syntax; see Leak.
//
// # Rejected alternatives
//
// Symbols are not replaced by the meanings that a vocabulary gives them: such meanings are
// free text, which may be ambiguous or contain words of the grammar; package ontology
// describes formulas by them. The phrases of descriptions do not vary: with varied
// phrases, the score of a model that reads them would depend on chance. Paraphrases that
// are read but never written were dropped: no reader by rules understands the sentences
// that people write.
package english

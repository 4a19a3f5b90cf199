// Package rules translates formulas and regular expressions into English, and
// this English back, by rules and without mistakes. So a pipeline with this
// package as its model must measure an accuracy of 100%; a lower accuracy shows a
// fault of the pipeline.
//
// The input of Informalize is a formula with its formalism, and the output is a
// description in English. The input of Formalize is a description, and the output
// is a formula. Both take a vocabulary. Formalize gets nothing from Informalize
// but the description. Both are deterministic, and their time is linear in the
// length of the texts that they read and write.
//
// # Statements
//
// The difficulty is scope: descriptions have no brackets, and "A and B or C" is
// ambiguous. Informalize shows the scope by one of four devices. It uses the first
// one of this list that suffices:
//
//   - an open chain, "A, B, and C", at the end of a sentence;
//   - words that open and close a group: "either A or B", "both A and B", "it is
//     not the case that". These are unambiguous anywhere, like the prefix notation
//     of Łukasiewicz. "A and B or else C" also shows the scope: "and also" and "or
//     else" bind less than "and" and "or";
//   - a list for long operands, "all three of the following hold: first, A;
//     second, B; third, C". A sentence has at most one list;
//   - a claim, which is a name for a part of the formula: "claim A does not hold". A
//     later sentence defines it: "Claim A says that ...". So no sentence nests deeply,
//     even if the formula does. If a claim is mentioned inside a quantifier, this
//     quantifier binds the variables in the definition of the claim.
//
// Symbols are written as they are. A name that is a reserved word, or not a word,
// is written in quotation marks “ ” with the escapes of Go. Predicates are
// written as verbs, as in "bob loves x1", if two conditions hold: all predicates of the
// vocabulary are lower-case words with at most two arguments, and at least half of them
// are verbs of data/vocabularies/verbs.txt. Rules of spelling inflect the verbs, and
// Formalize uses the same rules to find the predicate.
//
// A gloss is the English of a symbol in the vocabulary: a template such as "{}
// regularly drinks coffee", or a meaning such as "it is raining". Glosses replace
// their symbols in the description. Formalize must have the same vocabulary, and
// looks for its glosses before it reads anything else. Glosses are free text and may
// be ambiguous. So Informalize formalizes its own description before it returns it.
// If the result is another formula, Informalize writes the description again with
// fewer glosses, and in the end without any.
//
// Rejected: brackets that are spelled out ("open bracket") and numbered paragraphs,
// because nobody would write them; "the former" and "respectively", because they do not
// nest; and varied phrases, because a score would depend on chance.
//
// # Descriptions of strings
//
// A regular expression is described by the pieces of its strings, in order: "a 1,
// then zero or more 0s, then either a 0 or part A". A long piece becomes a part
// with a name, and a later sentence says what "Part A consists of". Digits are
// written as they are, and other symbols in quotation marks.
//
// # Statements about time
//
// A formula of linear temporal logic is described step by step: "p is true at every
// step", "at some step, p is true and q is false", "two steps later, ...". F G p is "at
// some step, p is true at every step from then on": "then" is the step of F. The words
// for a moment, such as "at every step", can stand in two places. Before a statement,
// they apply to everything up to the end of the sentence or list item. Behind a literal,
// they apply to the literal alone.
//
// A U B is "A until B, which does happen", and A W B is "A until B, which may never
// happen". A R B is "B up to and including the first step at which A, which may never
// happen". A M B has "does happen" instead. If the operand before "until" or "up to" is
// not a literal, it comes last: "until B, which does happen, A". Apart from that, the
// devices above show the scope. A claim is about the step at which it is mentioned.
//
// # What is read
//
// Formalize reads more than Informalize writes: an introduction; other words for
// the connectives, quantifiers and counts; atoms such as "socrates is mortal"; and
// a claim or a part defined before its mention. The comments of the methods of
// logicReader, temporalReader and regexReader contain the grammar, and the tests of paraphrases
// contain examples. Ambiguities are resolved as follows:
//
//   - "not" applies to one operand. "It is false that" applies to the chain after
//     it, up to a comma before "and". The part after "then" ends at "and if".
//     Quantifiers and lists extend as far right as possible.
//   - "and" binds closer than "or", and "or" closer than "xor". A comma between
//     operands means the same as the next of these words, or "and" if none
//     follows. Sentences are joined by "and".
//   - "A unless B" is "if not B, then A". "An odd number of" is ⊕. "Exactly one of"
//     is ⊕ for two operands. For three or more operands, it is a formula with ∧, ∨ and ¬.
//
// For a text outside the grammar, the error is a *ReadError. It has the position,
// the text that was found and what was expected. Two limits protect stack and
// memory from any text: one for the depth of nesting, and one for the size of the
// formula after the definitions of claims and parts are inserted.
package rules

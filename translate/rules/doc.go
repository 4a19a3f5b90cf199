// Package rules translates formulas and regular expressions into English, and
// this English back, by rules and without mistakes. A pipeline around it must
// measure an accuracy of 100%; anything less is a fault of the pipeline.
//
// Informalize takes a formula and its formalism, and Formalize takes the
// description. Both are deterministic, and their time is linear in the length of
// the texts that they read and write. Formalize gets nothing from Informalize but
// the English.
//
// # Statements
//
// The difficulty is scope. Brackets are not allowed, and "A and B or C" is
// ambiguous. The writer uses the simplest of four devices that suffices:
//
//   - an open chain, "A, B, and C", at the end of a sentence;
//   - words that open and close a group, "either A or B", "both A and B", "it
//     is not the case that", which are unambiguous anywhere, like the prefix
//     notation of Łukasiewicz, and "and also" and "or else", which bind less
//     than "and" and "or";
//   - a list, "all three of the following hold: first, A; second, B; third, C",
//     for long operands; one to a sentence;
//   - a claim: "claim A does not hold", defined by a later sentence, "Claim A
//     says that ...". So every sentence is shallow, however deep the formula.
//
// The definition of a claim has the scope of its mention: a variable in it is
// bound by the quantifier around the mention.
//
// Symbols are written as they are. A name that is a reserved word, or not a word,
// is written in quotation marks “ ” with the escapes of Go. Predicates that are
// verbs by the vocabulary are inflected by rules of spelling, as in "bob loves
// x1", and read back by the same rules.
//
// Glosses of the vocabulary replace their symbols: templates such as "{}
// regularly drinks coffee" and meanings such as "it is raining". The reader must
// have the same vocabulary, and looks for its glosses first. Glosses are free
// text, which may be ambiguous. So a description with glosses is read back before
// it is returned. If it is misread, it is written again with fewer glosses, and
// in the end without any.
//
// Rejected: brackets in words ("open bracket") and numbered paragraphs, which
// nobody would write; "the former" and "respectively", which do not nest; and
// varied phrases, which would make a score depend on chance.
//
// # Descriptions of strings
//
// A description is a sequence of pieces: "a 1, then zero or more 0s, then either
// a 0 or part A". A long piece becomes a part, and a later sentence says what
// "Part A consists of". Digits stand for themselves, other symbols in quotation
// marks.
//
// # What is read
//
// Formalize reads more than Informalize writes: an introduction; other words for
// the connectives, quantifiers and counts; atoms such as "socrates is mortal"; and
// a claim or a part defined before its mention. The comments of the methods of
// logicReader and regexReader contain the grammar, and the tests of paraphrases
// contain examples. Ambiguities are resolved as follows:
//
//   - "not" applies to one operand. "It is false that" applies to the chain after
//     it, up to a comma before "and". What follows "then" ends at "and if".
//     Quantifiers and lists extend as far right as possible.
//   - "and" binds closer than "or", and "or" closer than "xor". A comma means the
//     next such word, or "and" if none comes. Sentences are joined by "and".
//   - "A unless B" is "if not B, then A". "An odd number of" is ⊕; "exactly one
//     of" more than two is spelled out.
//
// A text outside the grammar is a *ReadError with the position, what was found
// and what was expected. Nesting, and the size to which claims and parts unfold,
// are bounded, so that no text exhausts stack or memory.
package rules

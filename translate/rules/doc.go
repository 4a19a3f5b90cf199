// Package rules translates formulas and regular expressions into English and
// such English back, by rules and without mistakes. A pipeline around it must
// find 100% accuracy; anything else is a fault of the pipeline.
//
// Informalize takes a formula and its formalism, and Formalize takes the
// description. Both are deterministic and take time linear in what they read
// and write. Nothing passes from one to the other but the English.
//
// # The English
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
// A claim's names mean what they mean at its mention: a variable in it is bound
// by the quantifier around the mention.
//
// Symbols stand for themselves. A name that is a reserved word, or no word at
// all, stands in quotation marks “ ” with backslash escapes. Predicates that the
// vocabulary shows to be verbs are inflected, and uninflected by spelling: "bob
// loves x1".
//
// Glosses of the vocabulary replace their symbols: templates such as "{}
// regularly drinks coffee" and meanings such as "it is raining". The reader,
// which must have the same vocabulary, looks for them first. Since glosses are
// free text, a description with glosses is read back before it is returned, and
// written with fewer of them, in the end without, if it is misread.
//
// Rejected were: brackets in words ("open bracket") and numbered paragraphs,
// which nobody reads; "the former" and "respectively", which do not nest; and
// varied phrases, which would make a score depend on luck.
//
// # The grammar of statements
//
// Formalize reads more than Informalize writes. In EBNF, with words for
// themselves in any case and capitals for other rules:
//
//	Text       = [Lead] { ( Statement | Definition ) "." } .
//	Lead       = "the formula states that" and the like .
//	Definition = [ "here" ] "claim" Letter ( "says" | "is" ) [ "that" ] Statement .
//	Statement  = Loose [ [ "," ] Link Statement ] .
//	Link       = "if and only if" | "iff" | "exactly when" | "just in case"
//	           | "only if" | "implies" | "if" | "whenever" | "unless" .
//	Loose      = Also { [ "," ] "or else" Also } .
//	Also       = Chain { [ "," ] "and also" Chain } .
//	Chain      = Operand { Separator Operand } [ [ "," ] "but not both" | "or both" ] .
//	Separator  = "," | [ "," ] ( "and" | "but" | "or" | "xor" ) .
//	Operand    = "both" Operand [ "," ] "and" Operand
//	           | "either" Operand { "," Operand } { [ "," ] "or" Operand } [ [ "," ] "but not both" ]
//	           | "neither" Operand { "nor" Operand }
//	           | "not" Operand
//	           | "it is" [ "not" ] ( "the case" | "true" | "false" ) "that" ( Operand | Chain )
//	           | "if" Statement [ "," ] "then" Statement
//	           | Quantifier Statement
//	           | Determiner ( "the following" [ Number ] [ Noun ] [ Truth ] ":" Items | "of" Operand { Separator Operand } )
//	           | "claim" Letter [ Truth ]
//	           | Atom .
//	Quantifier = "for" ( "every" | "all" | "each" | "any" ) Names [ "," ]
//	           | ( "there is" | "there are" | "there exists" ) [ "some" | "a" | "no" ] Names "such that"
//	           | "for" ( "some" | "no" ) Names [ "," ] | "every" Name "is such that" .
//	Names      = Name { "," Name } [ [ "," ] "and" Name ] .
//	Determiner = ( "all" | "both" | "at least one" | "none" | "neither" | "not all" | "exactly one"
//	           | "an odd number" | "either both or neither" ) [ Number ] "of" .
//	Items      = [ Ordinal "," ] Statement { ";" [ Ordinal "," ] Statement } .
//	Atom       = Name [ Truth ]
//	           | Name ( "holds of" | "does not hold of" | "is true of" ) Term { Separator Term }
//	           | Term ( "equals" | "is equal to" | "does not equal" | "differs from" ) Term
//	           | Term ( Verb | "does not" Verb ) [ Term ]
//	           | Term "is" [ "not" ] [ "a" ] Name
//	           | "a tautology holds" | "a contradiction holds" .
//	Truth      = "holds" | "does not hold" | "is true" | "is false" | "are both true" and the like .
//	Term       = Name | "the" Name "of" Term | "the" Name "of both" Term "and" Term
//	           | "the" Name "of all of" Term { "," Term } "and" Term .
//
// Ambiguities are resolved as follows. "not" reaches one operand far, "it is
// false that" as far as its chain without a comma before "and", "then" to the
// end or to an "and if", and quantifiers and lists as far right as they can.
// "and" binds closer than "or", and "or" closer than "xor". A comma means the
// next such word, or "and" if none comes. "A unless B" is "if not B, then A".
// Sentences are joined by "and". "Exactly one of" more than two is spelled out;
// "an odd number of" is ⊕.
//
// # The grammar of descriptions
//
//	Text       = [Lead] Sequence "." { "Part" Letter ( "consists of" | "is" ) Sequence "." } .
//	Lead       = "a matching string consists of", "strings that start with" and the like .
//	Sequence   = Piece { Then Piece } .
//	Then       = "," | [ "," ] [ "and" ] ( "then" | "followed by" | "finally" | "ends with" ) | "and" .
//	Piece      = ( "a" | "an" ) Symbol | Number Symbol "s" | Count Units | "optionally" Piece
//	           | "either" Piece { "or" Piece } | "part" Letter | "a block of" Block
//	           | "one of" Members | "any character" [ "other than" Members ]
//	           | "the string" Symbols | "nothing" | "something impossible"
//	           | "the start of the string" | "the end of the string"
//	           | Piece "repeated" Count "times" .
//	Block      = Piece { Then Piece } with no comma in Then .
//	Count      = "zero or more" | "any number of" | "one or more" | "at least" Number | "at most" Number
//	           | "exactly" Number | "between" Number "and" Number .
//	Units      = Symbol "s" | "repetitions of" Piece | "characters" [ "each of which is one of" Members ] .
//	Members    = Symbol [ "to" Symbol ] { "," Symbol [ "to" Symbol ] } [ "and" Symbol [ "to" Symbol ] ] .
//
// Digits stand for themselves, other symbols in quotation marks.
//
// # Hostile text
//
// A text outside the grammar is a *ReadError with the position, what was found
// and what was expected. Nesting, and the size to which claims and parts unfold,
// are bounded, so that no text exhausts stack or memory.
package rules

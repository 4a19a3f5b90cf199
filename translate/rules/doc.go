// Package rules translates formulas and regular expressions into English and
// such English back, by rules and without mistakes. It is the model that loses
// nothing: with it a pipeline must find 100% accuracy, and whatever else it
// finds is a fault of the pipeline.
//
// What flows in is the text of a formula or a description, and its formalism;
// what flows out is the other of the two. Both directions are deterministic,
// take time linear in what they read and write, and know nothing of each
// other's input: all that passes from one to the other is the English.
//
// # The English
//
// The difficulty is scope. Brackets are forbidden, and "A and B or C" says
// nothing. The writer has four devices and takes the lightest that will do:
//
//   - an open chain, "A, B, and C", where nothing can follow but the end;
//   - words that open and close a group, "either A or B", "both A and B", "it
//     is not the case that", which are unambiguous wherever they stand (they
//     are the prefix notation of Łukasiewicz in words), and the loose words
//     "and also" and "or else", which bind less than "and" and "or";
//   - a list, "all three of the following hold: first, A; second, B; third, C",
//     for operands that need room; one to a sentence;
//   - claims: what does not fit is named, "claim A does not hold", and told by
//     a later sentence, "Claim A says that ...". So every sentence is shallow,
//     however deep the formula.
//
// A claim's names mean what they mean where it is mentioned; a variable in it
// is bound by the quantifier around the mention.
//
// Symbols stand for themselves. A name that is a word of the grammar, or no
// word at all, stands in quotation marks “ ” with backslash escapes. Where the
// vocabulary shows the predicates to be verbs, they are inflected and undone by
// spelling: "bob loves x1".
//
// Where the vocabulary glosses its symbols, with templates such as "{} regularly
// drinks coffee" or meanings such as "it is raining", the text is told by them,
// and the reader, which must have the same vocabulary, looks for them before
// all else. Glosses are anybody's words, and may mean two things or contain the
// grammar's; so a glossed text is read back before it is given out, and told
// with fewer glosses, in the end with none, where it is misread.
//
// Rejected were: brackets in words ("open bracket") and numbered paragraphs
// (1.2.1), which nobody reads; "the former" and "respectively", which do not
// nest; and a writer that varies its phrases, which would make a score depend
// on luck.
//
// # The grammar of statements
//
// Formalize reads more than Informalize writes. In EBNF, where words stand for
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
//	           | Determiner ( "the following" [ Number ] [ Noun ] [ Verb ] ":" Items | "of" Operand { Separator Operand } )
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
// Where the grammar leaves a choice, the reader lets "not" reach no farther than
// one operand, "it is false that" as far as its chain without a comma before
// "and", "then" to the end or to an "and if", and quantifiers and lists as far
// right as they can. It binds "and"
// closer than "or" and "or" closer than "xor", gives a comma the meaning of the
// next such word (of "and" where none comes), and reads "A unless B" as "if not
// B, then A". Several sentences are joined by "and". "Exactly one of" more
// than two is spelled out; "an odd number of" is ⊕.
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
// A text outside the grammar is a *ReadError that says where, what was found
// and what was expected. Nesting and the size of what claims and parts unfold
// to are bounded, so that no text exhausts stack or memory.
package rules

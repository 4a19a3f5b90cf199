// Package prompt writes the prompts for models and reads them back.
//
// The input is a Case: a formula to describe or a description to formalize, with
// its vocabulary. The output is the messages of a new conversation.
//
// The wording of all translation prompts is in a Set: a directory of text/template
// files. It has a file for each formalism and direction. First-order logic has a second
// file for each direction, for formulas whose predicates are named by English words. One
// more file is for the task logical-translation, which writes a sentence as a formula
// with the symbols of an ontology. The file vocabulary.txt is a part that the other files
// can include. The embedded Set is data/prompts; docs/prompts.md describes how to write
// another one. A Template is a single file with the wording of one question of rank,
// reason or a judge.
//
// # Tags
//
// A prompt consists of sections. Each section begins with a tag on its own line.
// The sections of a translation prompt are, in this order:
//
//   - [TASK]
//   - for each example, [EXAMPLE n], the text that the model reads and the text that it
//     has to write: to informalize, [FORMULA] and then [NL DESCRIPTION]; to
//     autoformalize, [NL DESCRIPTION] and then [FORMULA]
//   - [VOCABULARY]
//   - [FORMULA] to informalize, or [NL DESCRIPTION] to autoformalize, with the text to
//     translate
//   - the other one of these two tags, with nothing below it: the model has to write
//     this text
//
// The built-in models get the prompts as text, like any other model. Read parses a
// translation prompt for them. It finds the Case by the tags, and by the name of the
// formalism in the section [TASK]. ReadQuestion parses the prompts of rank and reason,
// and ReadPair parses the prompts of judges. These prompts also begin with [TASK], and
// then have other tags, such as [SENTENCE] and [CANDIDATES].
//
// # The hidden formula
//
// A template for autoformalization cannot reveal the formula φ of the row. The data of
// such a template has no field for φ, and has no examples whose formula is φ. It is an
// error if the template uses a column of the row that contains φ. If φ is only a name
// such as p1 or a string such as 01, this is an error only if the column is equal to φ.
package prompt

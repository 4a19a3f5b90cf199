// Package prompt writes the prompts for models, and reads them back for the built-in
// models.
//
// Translation prompts ask a model to informalize or to autoformalize. Their input is a
// Case: a formula to describe or a description to formalize, with its vocabulary. The
// output is the messages of a new conversation.
//
// The wording of all translation prompts is in a Set: a directory of text/template
// files.
//
//   - Each formalism has two files, one for each direction: informalize and
//     autoformalize.
//   - First-order logic has two more, for formulas whose predicates are named by English
//     words.
//   - One file is for the task logical-translation, in which a model writes a sentence
//     as a formula with the symbols of an ontology.
//   - All these files can include the file vocabulary.txt.
//
// The default Set is embedded in the programs, from data/prompts. docs/prompts.md
// describes how to write another one.
//
// The programs rank and reason and the judges of verify ask other questions. The wording
// of each such question is a Template, a single file.
//
// # Tags
//
// A prompt consists of sections. Each section begins with a tag on its own line.
// The sections of a translation prompt are, in this order:
//
//   - [TASK]
//   - for each example, [EXAMPLE n], and then two sections with the text that the model
//     reads and the text that it has to write. In a prompt to informalize, they are
//     [FORMULA] and [NL DESCRIPTION]. In a prompt to autoformalize, they are
//     [NL DESCRIPTION] and [FORMULA]
//   - [VOCABULARY]
//   - the text to translate: [FORMULA] to informalize, or [NL DESCRIPTION] to
//     autoformalize
//   - the tag of the text that the model has to write, with nothing below it:
//     [NL DESCRIPTION] to informalize, or [FORMULA] to autoformalize
//
// The built-in models get the prompts as text, like any other model. Read parses a
// translation prompt for them. It recognizes the direction and the texts by the tags, and
// the formalism by its name in the section [TASK]. ReadQuestion parses the prompts of
// rank and reason, and ReadPair parses the prompts of judges. These prompts also begin
// with [TASK], and then have other tags, such as [SENTENCE] and [CANDIDATES].
//
// # The hidden formula
//
// A prompt to autoformalize must not contain the right answer, the formula φ of the row.
// The data of its template has no field for φ, and has no examples whose formula is φ. A
// template can also use the columns of the row. If it uses a column that contains φ, the
// result is an error. If φ is only a name such as p1 or a string such as 01, it occurs
// in many texts, so then only a column that is equal to φ is an error.
package prompt

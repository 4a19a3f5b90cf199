// Package prompt writes the prompts for models, and reads them back for the built-in
// models.
//
// A translation prompt asks a model to informalize or to autoformalize. The input is a
// Case: a formula to describe or a description to formalize, with its vocabulary. The
// output is the messages of a new conversation.
//
// The wording of all translation prompts is a Set: a directory of text/template files.
// The default Set is embedded in the programs, from data/prompts. docs/reference/prompts.md
// describes the files, and how to write another Set.
//
// The programs rank and reason and the judges of verify ask other questions. The wording
// of each such question is a Template, a single file.
//
// # Tags
//
// A prompt consists of sections. Each section begins with a tag on its own line. The
// sections of a prompt to informalize are, in this order:
//
//   - [TASK]
//   - for each example: [EXAMPLE n], [FORMULA] and [NL DESCRIPTION]
//   - [VOCABULARY]
//   - [FORMULA], with the formula to describe
//   - [NL DESCRIPTION], with nothing below it: the model has to write this text
//
// In a prompt to autoformalize, [FORMULA] and [NL DESCRIPTION] are exchanged.
//
// The built-in models get the prompts as text, like any other model. For them, Read parses
// a translation prompt: the tags show its direction and its texts, and the section [TASK]
// names the formalism. ReadQuestion parses the prompts of rank and reason, and ReadPair
// parses the prompts of judges. These prompts also begin with [TASK], and then have other
// tags, such as [SENTENCE] and [CANDIDATES].
//
// # The hidden formula
//
// A prompt to autoformalize must not contain the right answer, the formula φ of the row.
// The data of its template has no field for φ, and has no examples whose formula is φ. A
// template can also use the columns of the row. If it uses a column that contains φ, the
// result is an error. A formula without operators and
// parentheses, such as p1 or 01, occurs in many texts by chance. For such a φ, only a column
// that is equal to φ is an error.
package prompt

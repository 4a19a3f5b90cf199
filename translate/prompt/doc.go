// Package prompt writes the prompts for models and reads them back.
//
// The input is a Case: a formula to describe or a description to formalize, with
// its vocabulary. The output is the messages of a new conversation.
//
// The wording of all translation prompts is in a Set: a directory of text/template
// files. It has a file for each formalism and direction, and one for the task of
// logical translation. The embedded Set is data/prompts; docs/prompts.md describes
// how to write another. The wording of one question of rank, reason or a judge is
// in a Template, which is a single file.
//
// # Tags
//
// A prompt consists of sections. Each section begins with a tag on its own line.
// The sections of a translation prompt are, in this order:
//
//   - [TASK]
//   - for each example, [EXAMPLE n], [FORMULA] and [NL DESCRIPTION]
//   - [VOCABULARY]
//   - [FORMULA] or [NL DESCRIPTION], with the text to translate
//   - the tag of the text that the model has to write, with nothing below it
//
// The built-in models get the prompts as text, like any other model. So Read finds
// the Case of a translation prompt by its tags and the name of the formalism in
// its task. ReadQuestion reads the prompts of rank and reason, and ReadPair those
// of judges. These prompts also begin with [TASK], and then have other tags, such
// as [SENTENCE] and [CANDIDATES].
//
// The templates of the two directions have different data. The data for
// autoformalization has no field for the formula. It refuses columns of the row that
// contain the formula, and leaves out examples of it. So no template can reveal it.
package prompt

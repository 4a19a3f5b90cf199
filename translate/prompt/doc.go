// Package prompt writes the prompts for models and reads them back.
//
// The input is a Case: a formula to describe or a description to formalize, with
// its vocabulary. The output is the messages of a new conversation.
//
// The wording of all translation prompts is in a Set: a directory of text/template
// files. It has a file for each formalism and direction, and one for the task of
// logical translation. The embedded Set is data/prompts; docs/prompts.md describes
// how to write another one. A Template is a single file with the wording of one
// question of rank, reason or a judge.
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
//   - the tag of the text that the model has to write, with nothing below the tag
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
// such a template has no field for φ. It refuses columns of the row that contain φ, and
// leaves out examples whose formula is φ.
package prompt

// Package prompt writes the prompts for models and reads them back.
//
// A Case goes in: a formula to describe or a description to formalize, with its
// vocabulary. The messages of a new conversation come out. Their words are those
// of a Set, a directory of text/template files with one file for each formalism
// and direction; the embedded Set is data/prompts, and docs/prompts.md describes
// how to write another. The questions of rank, reason and judges each have a
// Template, a single file.
//
// A prompt is structured by tags, each on its own line: [TASK], [EXAMPLE n] with
// a [FORMULA] and an [NL DESCRIPTION] each, [VOCABULARY], the tag and the text to
// translate, and last the tag of the requested text, with nothing below it. Read,
// ReadQuestion and ReadPair find their way by the tags alone, so that the
// built-in models can be asked like any other.
//
// The two directions have separate data types: a template for autoformalizing
// cannot refer to the formula, which must be hidden from it.
package prompt

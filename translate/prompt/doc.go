// Package prompt writes what models are told, and reads it back.
//
// What flows in is a Case: a formula to describe or a description to
// formalize, with its vocabulary. What flows out are the messages of a new
// conversation. The words are those of a Set, a directory of text/template
// files, one for each formalism and direction; the embedded one is
// data/prompts, and docs/prompts.md describes how to write another.
//
// A prompt is laid out by tags, each on a line of its own: [TASK], [EXAMPLE n]
// with a [FORMULA] and an [NL DESCRIPTION] each, [VOCABULARY], then the text
// to translate under its tag, and last the tag of what is asked for, with
// nothing below it. Read goes the other way, by the tags alone, so that the
// built-in models can be asked like any other.
//
// The two directions have separate data types on purpose: a template of the
// second has no means of naming the formula that was to be kept from it.
package prompt

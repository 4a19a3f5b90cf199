// Package prompt writes the prompts for models and reads them back.
//
// A Case flows in: a formula to describe or a description to formalize, with its
// vocabulary. The messages of a new conversation flow out. Their words come from a
// Set: a directory of text/template files, one for each formalism and direction. The
// embedded Set is data/prompts; docs/prompts.md describes how to write another. Each
// question of rank, reason and judges has a Template, which is a single file.
//
// Tags, each on its own line, give a prompt its structure. The order is [TASK];
// for each example [EXAMPLE n], [FORMULA] and [NL DESCRIPTION]; [VOCABULARY]; the
// tag of the text to translate, and the text; and last the tag of the requested
// text, with nothing below it. Read, ReadQuestion and ReadPair need only these
// tags. The built-in models use them, so they get the same prompts as any other
// model.
//
// Templates of the two directions have separate data: a template for
// autoformalizing cannot refer to the formula, which must be hidden from it.
package prompt

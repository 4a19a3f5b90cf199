// Package ask puts questions about rows to models and stores the results in the
// rows.
//
// An Asker makes the calls. It decides whether a failure belongs to the row or
// ends the run. If an endpoint rejects a response format, it asks for text. It
// stores outcome, usage, conversation and error in the row. It has three uses: a
// Translator informalizes or autoformalizes, a Judge asks whether two formulas
// are equivalent, and Ask and Embed ask the questions of rank and reason.
// Numbers, Word, Formulas and Documents read the answers to these questions.
//
// A row with an error of an earlier stage passes unchanged, so that it stays in
// every denominator; a call without an answer becomes the row's error. A failure
// ends the run only if every further call would meet it: a rejected key, an
// unknown model, a cache that cannot be written, or many equal failures in a row.
package ask

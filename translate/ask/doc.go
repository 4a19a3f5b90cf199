// Package ask puts questions about rows to models and stores the results in the
// rows.
//
// An Asker makes the calls. It decides whether a failure belongs to the row or
// ends the run, falls back to text if an endpoint rejects a response format,
// and stores outcome, usage, conversation and error. It has three uses: a
// Translator informalizes or autoformalizes, a Judge says whether two formulas
// are equivalent, and Ask and Embed serve the questions of rank and reason,
// whose answers Numbers, Word, Formulas and Documents read.
//
// A row with an error of an earlier stage passes unchanged, so that it stays in
// every denominator; a call without an answer becomes the row's error. Only
// what every further call would meet ends the run: a rejected key, an unknown
// model, a cache that cannot be written, or many equal failures in a row.
package ask

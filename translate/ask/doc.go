// Package ask puts questions about rows to models and stores the results in the
// rows.
//
// The input is a row, and the output is the same row with further columns. An
// Asker makes the calls, and stores outcome, usage, conversation and error in the
// row. If an endpoint rejects a response format such as a JSON schema, the Asker
// asks again without it.
//
// An Asker puts all questions to the model. A Translator makes the questions of
// informalize and autoformalize. A Judge makes the question whether two formulas are
// equivalent. The programs rank and reason make their own questions and pass them to
// the methods Ask and Embed of an Asker; Numbers, Word, Formulas and Documents read
// the answers.
//
// A row with an error of an earlier stage passes unchanged, so that the rates of
// package metrics count it. A call without an answer becomes the error of its row. A
// failure ends the run only if every further call would fail in the same way: a
// rejected key, an unknown model, a cache that cannot be written, or many equal
// failures of consecutive calls.
package ask

// Package ask puts questions about rows to models and stores the results in the
// rows.
//
// The input is a row, and the output is the same row with further columns. An
// Asker makes the calls, and stores outcome, usage, conversation and error in the
// row. If an endpoint rejects a response format such as a JSON schema, the Asker
// asks again without it.
//
// There are three types of questions, and an Asker asks all of them. A Translator
// informalizes or autoformalizes. A Judge asks whether two formulas are equivalent.
// The methods Ask and Embed of the Asker ask the questions of rank and reason;
// Numbers, Word, Formulas and Documents read the answers to these questions.
//
// A row with an error of an earlier stage passes unchanged, so that the rates of
// package metrics count it. A call without an answer becomes the error of its row. A
// failure ends the run only if every further call would fail in the same way: a
// rejected key, an unknown model, a cache that cannot be written, or many equal
// failures of consecutive calls.
package ask

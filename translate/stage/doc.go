// Package stage asks models questions about rows and stores the results in the rows.
//
// The input is a row, and the output is the same row with further columns. An Asker
// calls the model for every question. It stores the outcome, the usage, the conversation
// and the error of the call in the row. If an endpoint rejects a response format such as
// a JSON schema, the Asker asks again without it.
//
// Three callers give an Asker its questions:
//
//   - A Translator asks the questions of informalize and autoformalize.
//   - A Judge asks whether two formulas are equivalent.
//   - The programs rank and reason write their own questions and pass them to the methods
//     Ask and Embed. The functions Numbers, Word, Formulas and Documents read the answers
//     to these questions.
//
// A row with an error of an earlier stage passes unchanged, so that package metrics
// counts it. If a call gives no answer, its row gets an error, and the run continues. The
// run ends only if every further call would fail in the same way: a rejected key, an
// unknown model, a cache that cannot be written, or many equal failures of consecutive
// calls.
package stage

// Package translate calls chat and embedding models.
//
// The input is a Request: the messages of one conversation, the sampling
// settings, and the key of its row. The output is a Response: the answer without
// the model's reasoning, the reasoning, the tokens and the time used, and an
// Outcome.
//
// A Model answers Requests. Package endpoint has Models over HTTP and over batch
// files. Package builtin has Models that translate by rules. Four functions wrap a
// Model and return another Model: Retry repeats failed attempts, Cache stores
// answers on disk, Journal stores the replies for unfinished rows, and NewMeter
// counts costs against a budget. A Gate decides when each request to an endpoint
// starts. Package prompt writes the messages. Package ask stores the results in
// rows.
//
// A call can fail in two ways. A reply can arrive without an answer, because it
// is cut off, refused or empty. Then there is no Go error: the Outcome gives the
// reason, and the reply is kept. If no reply that can be read arrives, the error
// is a *CallError. Its methods report whether a retry can help and whether every
// other call would fail in the same way. Each of the two failures becomes the
// error of a row. A run ends only after a failure that every call would share.
//
// A refusal is not a failure. It is a reply with status 429, 503 or 529, or a
// connection that cannot be made: the endpoint has not processed the request. Retry
// sends the request again, at the time that the Gate chooses.
//
// Retries use the full-jitter scheme of Brooker, "Exponential Backoff And Jitter"
// (AWS Architecture Blog, 2015). Of the schemes compared there, this one loads an
// overloaded server least. Only this package repeats requests, because repetitions
// cost money and their number must be the same for every provider.
package translate

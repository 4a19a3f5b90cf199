// Package translate calls chat and embedding models.
//
// The input is a Request: the messages of one conversation, the settings of the model,
// and a key that identifies the row. The output is a Response: the answer without the
// model's reasoning, the reasoning, the number of tokens, the time that the call took,
// and an Outcome. For an embedding model, the Request has texts instead of messages, and
// the Response has a vector for each text.
//
// A Model answers Requests. Package endpoint has Models over HTTP and over batch
// files. Package builtin has Models that translate by rules. Four functions wrap a
// Model and return another Model: Retry repeats failed attempts, Cache stores
// answers on disk, Journal stores the replies for unfinished rows, and NewMeter
// counts costs against a budget. A Gate determines the time at which each request to
// an endpoint starts. Package prompt writes the messages. Package stage stores the
// results in rows.
//
// A call can fail in two ways:
//
//   - A reply arrives without a usable answer: the answer is cut off or empty, or the
//     model refuses to answer. Then there is no Go error. The Outcome gives the reason,
//     and the reply is kept.
//   - No readable reply arrives. Then the error is a *CallError. Its methods report
//     whether a retry can help, and whether every other call would fail in the same way.
//
// A failure that no retry repairs becomes the error of the row. A run ends only after a
// failure that every call would share, such as a wrong API key.
//
// If an endpoint refuses a request, the call has not failed. The endpoint refuses a request
// by the status 429, 502, 503 or 529, or by refusing the connection. Then Retry sends the
// request again at the time that the Gate determines. Policy.Retries does not limit these
// repetitions.
//
// The delays between the attempts of Retry follow the full-jitter scheme of Brooker,
// "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015). Of the schemes that
// Brooker compares, full jitter puts the least load on an overloaded server. Only Retry
// repeats requests, so the rules for repetitions are the same for every provider.
package translate

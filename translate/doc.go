// Package translate calls chat and embedding models.
//
// A Request goes in: the messages of one conversation, the sampling settings
// and the identity of its row. A Response comes out: the answer, separated
// from the model's reasoning, the tokens and time used, and an Outcome. A Model
// is anything that answers a Request. Package endpoint implements it over HTTP
// and over batch files, package builtin by rules. Retry, Cache, Journal and
// Meter each wrap a Model and are Models themselves: they repeat failed
// attempts, store answers on disk, and count costs against a budget. A Gate
// decides when each request starts. Package prompt writes the messages; package ask
// stores the results in rows.
//
// A call can fail in two ways. If the model replies without an answer (cut off,
// refused, empty), there is no Go error: the Outcome says so and the reply is
// kept. If no reply arrives, the error is a *CallError, which says whether a
// retry can help and whether any other call could succeed. Both become a row
// with an error; only a fault that every call would share ends a run.
//
// A refusal for rate is not a failure: the request was not processed, and the
// Gate sends it again when the endpoint accepts it.
//
// Retries use the full-jitter scheme of Brooker, "Exponential Backoff And Jitter"
// (AWS Architecture Blog, 2015): of the schemes compared there, it loads a
// struggling server least. Only this package repeats requests: what may be
// repeated, and how often, affects the bill and must be the same for every
// provider.
package translate

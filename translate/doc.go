// Package translate asks chat models to put formulas into English and to put
// English back into formulas.
//
// What flows in is a Request: the messages of one conversation, the sampling
// settings, and the identity of the row that it is for. What flows out is a
// Response: the model's answer with its reasoning split off, the tokens and
// the time it took, and an Outcome of the closed list in package record. A
// Model is anything that answers a Request: packages openai and anthropic speak
// to endpoints, package batch answers from the files of a Batch API, package
// builtin by rule. Retry, Cache, Journal and Meter stand in front of another
// Model and are Models themselves: they try again, record, keep the replies of
// unfinished rows, and hold what is asked to a Budget. Package provider puts
// such a stack together from a model's name, for which package profile knows
// parameters and prices; packages prompt and judge write the messages. A Gate
// lets as many requests through as an endpoint bears.
//
// The two ways for a call to come to nothing are kept apart. Where the model
// replied but gave no answer (cut off, refused, empty), there is no Go error:
// the Outcome says so and the reply is kept. Where no reply came at all, the
// error is a *CallError, which says whether trying again can help and whether
// any other call could succeed. Both become a row with an error; only a fault
// that every other call would share ends a run.
//
// Retrying follows the full-jitter scheme of Brooker, "Exponential Backoff
// And Jitter" (AWS Architecture Blog, 2015): of the schemes compared there it
// gives the least load on a struggling server, and no two of a thousand
// waiting requests return at the same moment. An endpoint's Retry-After comes
// before our own guess. Retrying within the provider's client was rejected:
// what may be tried again and how often is a question of the bill, and has to
// be the same for every provider.
package translate

// Package simllm is a language model's endpoint that costs nothing: the
// built-in model behind the HTTP protocol of OpenAI's API, with the weather
// that real endpoints have. A run of thousands of calls can be rehearsed
// against it before it is paid for, and what a client does when calls fail can
// be held against what the server knows it sent.
//
// What flows in is HTTP: chat completions (whole and streamed), models,
// embeddings, files and batches, under /v1. What flows out are the answers of
// package builtin, after a latency drawn from a distribution, within limits of
// requests and tokens per minute, and, at rates that are set, faults: see
// Fault. GET /stats tells what was served.
//
// # Faults that repeat
//
// Every draw (which fault, which latency, where a body is cut) is made from a
// hash of the server's seed, the request's body and the number of requests
// with that very body that came before it. So a run meets the same faults
// whatever the order and number of its workers, and a call that failed does
// not fail for ever. Draws from one shared source of random numbers were
// rejected: a second run would be another run. Requests that the server turns
// away by itself (wrong key, unknown model, rate limit) are not counted, since
// whether a limit is met is a matter of time and not of the seed. The thinking
// of a reasoning model depends on the body alone, as its answer does.
//
// The noise of builtin:noisy is seeded by a hash of the messages and the
// request's seed parameter, as the key of the row is not sent: the same
// question gets the same answer, another seed another one. Over HTTP it
// therefore errs in other rows than the same model called directly, at the
// same rates.
//
// # What is counted
//
// A request ends as exactly one of: delivered (the whole reply was handed to
// the network while the client was there), a fault, rejected, or abandoned
// (the client had gone before the reply was ready). A delivered completion is
// what a real endpoint would have charged for and the client could have read.
// Whether it did read it the server cannot know: a reply on its way to a
// process that is killed at that moment is delivered.
//
// # Tokens
//
// Tokens are an estimate, cheap and the same on every machine: a run of up to
// six letters, a run of up to three digits, and every other character are one
// token each, and a space belongs to what follows it. A prompt has three more
// for each message and three for the beginning of the reply, as OpenAI counts
// for its chat models. It is not what any byte-pair encoding gives, and no bill
// should be guessed from it. Usage, limits, max_tokens and the chunks of a
// stream all go by it.
//
// # Embeddings
//
// Embeddings are those of package ngrams.
package simllm

// Package endpoint opens models by name and speaks to endpoints over HTTP.
//
// A name that begins with "builtin:" is a built-in model. Every other name is a
// model at an endpoint. Servers use paths, tags and hashes as names, so the
// protocol cannot be derived from the name; it is an option. Open also wraps the
// model with retries and the cache.
//
// Two protocols are supported. The protocol OpenAI is used by OpenAI, vLLM,
// llama.cpp's server, Ollama, LiteLLM and Azure's v1 interface; it also has
// embeddings and the Batch API. The protocol Anthropic is used by Anthropic. Each
// client makes one attempt per call and adds the settings to the request's body as
// they are. An exchange sends the request and reads the whole reply, so that a
// broken connection, a body that is not JSON, a redirect and a failure status can
// be distinguished. It follows no redirect, and removes secrets from error messages
// and replies. The libraries of the providers are not used: they omit a temperature
// of 0, reject an answer if a field that is not used has a wrong type, and follow
// redirects with the key.
//
// Replies are limited in size. Replies of more than 256 KiB that are read at the
// same time also share a budget of 64 MiB.
//
// A Profile says which parameters a model family accepts and what it costs. The
// profiles are in data/models.toml, since the API's list of models (/v1/models) has
// neither.
//
// The Batch types write requests to files, for OpenAI's Batch API and for programs
// that read the same files, such as vLLM's run-batch. A BatchWriter writes request
// files, a BatchService uploads them and downloads the results, and BatchAnswers is
// a Model that answers from the results. The custom_id of a request is a hash of
// its body and the row's key, so that only the rows and settings are needed to find
// an answer again.
package endpoint

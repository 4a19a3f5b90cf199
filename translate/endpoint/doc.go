// Package endpoint opens models by name and speaks to endpoints over HTTP.
//
// The input of Open is the name of a model and Options. The output is a
// translate.Model. A name that begins with "builtin:" is a built-in model. Every
// other name is a model at an endpoint. The protocol is an option: servers use
// paths, tags and hashes as names of models, so a name does not show the protocol.
// Open also adds retries and the cache to the model.
//
// # Protocols
//
// The protocol OpenAI is that of OpenAI, vLLM, llama.cpp's server, Ollama, LiteLLM
// and Azure's v1 interface. It also has embeddings and the Batch API. The protocol
// Anthropic is that of Anthropic. The client of a protocol makes one attempt per
// call.
//
// The requests and replies of OpenAI's protocol have the types of go-openai. Members that
// these types lack, such as reasoning, are read beside them. A reply with another type of
// value than in the protocol is an error. An unreadable usage is no error, because the
// answer is paid for. The client of go-openai is not used, because it omits a temperature
// of 0 and follows redirects with the key.
//
// The client reads the whole reply. Its errors distinguish a broken connection, a
// body that is not JSON, a redirect and a status of failure. The client follows no
// redirect, and removes secrets from error messages, replies and downloaded results of
// batches; see the package secret. If no usable reply arrives, the error says whether the
// endpoint may charge for the request.
//
// A reply may have at most 2 MiB, or 64 MiB if it contains embedding vectors. Replies of
// more than 256 KiB that are read at the same time share 64 MiB of memory. A reply that
// does not fit waits until other replies have been read.
//
// # Profiles
//
// A Profile describes a model family: the parameters that its models refuse, the size
// of their context, and the price of their tokens. The profiles are in
// data/models.toml, because the API's list of models (/v1/models) has neither
// parameters nor prices.
//
// # Batches
//
// A BatchWriter writes requests to files. OpenAI's Batch API and other programs,
// such as vLLM's run-batch, read these files. A BatchService uploads the files and
// downloads the results. BatchAnswers is a Model that answers from the results. The
// custom_id of a request is a hash of its body and its Key (translate.Request). So
// BatchAnswers can compute the custom_id again, and needs no list of requests.
package endpoint

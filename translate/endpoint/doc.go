// Package endpoint opens models by name and speaks to endpoints over HTTP.
//
// A name that begins with "builtin:" is a built-in model. Every other name is a
// model at an endpoint: servers use paths, tags and hashes as names, so a list
// of known names is impossible, and the protocol is an option instead of a
// guess. Open also adds what wraps the model: retries and the cache.
//
// Two protocols are supported. OpenAI is that of OpenAI, vLLM, llama.cpp's
// server, Ollama, LiteLLM and Azure's v1 interface, by sashabaranov/go-openai;
// it also has embeddings. Anthropic is Anthropic's own, by its own library. Both
// clients make one attempt per call. The libraries build requests and parse
// replies; an exchange stands between them and the network. It adds the
// settings to the request's body as they are, since go-openai's types omit a
// temperature of 0 and change 0.7 to a float32. It also reads the whole reply,
// up to a limit, so that a broken connection, a body that is not JSON and a
// failure status can be distinguished, and secrets are removed from what is
// shown.
//
// A Profile says which parameters a model family accepts and what it costs,
// from data/models.toml; /v1/models returns neither.
//
// The Batch types ask models by files: OpenAI's Batch API, and programs that
// read the same files, such as vLLM's run-batch. A BatchWriter writes request
// files, a BatchService uploads them and downloads the results, and
// BatchAnswers is a Model that answers from the results. The custom_id of a
// request is a hash of its body and the row's key, so that only the rows and
// settings are needed to find an answer again.
package endpoint

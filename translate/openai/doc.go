// Package openai asks chat models behind any endpoint that speaks OpenAI's
// chat completions protocol: OpenAI itself, vLLM, llama.cpp's server, Ollama,
// LiteLLM, Azure's v1 interface.
//
// The protocol's types and addresses are those of sashabaranov/go-openai. Two
// things stand between it and the network, in package endpoint. Request settings
// do not go through its request struct, whose omitempty tags drop a
// temperature of 0 and whose float32 fields change 0.7; they are put into the
// body as they are, after it is built. And the reply is read here, within a
// limit, which tells a connection that broke from a body that is no JSON,
// finds Retry-After, and finds the reasoning that some servers send under a
// name that go-openai does not know.
//
// A Client makes one attempt per call; package translate's Retry makes more.
package openai

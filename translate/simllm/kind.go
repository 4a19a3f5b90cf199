package simllm

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// A Kind is a kind of server with OpenAI's protocol. Each has its own errors, and its own
// fields of a message. Their forms come from real servers, and are recorded in package
// endpointtest.
type Kind string

// The kinds.
const (
	OpenAI   Kind = "openai"
	LlamaCPP Kind = "llama.cpp" // it answers to any model name
	VLLM     Kind = "vllm"
	LiteLLM  Kind = "litellm" // LiteLLM's proxy without a database
)

func (k Kind) check() error {
	if !slices.Contains([]Kind{OpenAI, LlamaCPP, VLLM, LiteLLM}, k) {
		return fmt.Errorf("server: found %q, expected openai, llama.cpp, vllm or litellm", k)
	}
	return nil
}

// A cause is a reason of an error. For these reasons, the kinds of server have different
// errors.
type cause int

const (
	anyOther cause = iota
	unknownModel
	wrongKey
	noKey
	tooLong
	notJSON
	noMessages
	badMaxTokens
	badFormat // not a known type of response_format
	badSchema
	unknownPath
)

// fail sends an error in the form of the kind of server.
func (s *Server) fail(w http.ResponseWriter, e *apiError) {
	switch s.o.Kind {
	case LlamaCPP:
		writeJSON(w, e.status, marshal(object{"error": e.ofLlamaCPP()}))
	case VLLM:
		writeJSON(w, e.status, marshal(e.ofVLLM()))
	case LiteLLM:
		e.ofLiteLLM(w)
	default:
		writeJSON(w, e.status, e.body())
	}
}

func (e *apiError) ofLlamaCPP() object {
	kinds := map[int]string{401: "authentication_error", 404: "not_found_error", 500: "server_error", 503: "unavailable_error"}
	o := object{"code": e.status, "message": e.Message, "type": "invalid_request_error"}
	if kind := kinds[e.status]; kind != "" {
		o["type"] = kind
	}
	if e.cause == tooLong {
		o["type"], o["n_prompt_tokens"], o["n_ctx"] = "exceed_context_size_error", e.tokens, e.context
	}
	return o
}

func (e *apiError) ofVLLM() object {
	kind, param := "BadRequestError", any(nil)
	switch e.cause {
	case wrongKey, noKey:
		return object{"error": "Unauthorized"}
	case unknownPath:
		return object{"detail": "Not Found"}
	case unknownModel:
		kind, param = "NotFoundError", "model"
	case tooLong:
		param = "input_tokens"
	case badMaxTokens:
		param = "max_tokens"
	case notJSON:
		kind, param = "Bad Request", "body.1"
	case noMessages:
		kind, param = "Bad Request", "body.messages"
	case badFormat:
		kind, param = "Bad Request", "body.response_format.type"
	default:
		if e.status >= 500 {
			kind = "InternalServerError"
		}
	}
	return object{"error": object{"message": e.Message, "type": kind, "param": param, "code": e.status}}
}

// ofLiteLLM writes the error of the proxy, or the error of a server behind it. The proxy
// forwards Retry-After under another name.
func (e *apiError) ofLiteLLM(w http.ResponseWriter) {
	o := object{"message": e.Message, "type": e.Type, "param": nil}
	status := e.status
	switch e.cause {
	case noKey:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte("Internal Server Error"))
		return
	case unknownPath:
		writeJSON(w, status, marshal(object{"detail": "Not Found"}))
		return
	case wrongKey:
		status, o["message"], o["type"] = http.StatusBadRequest, "No connected db.", "no_db_connection"
	case unknownModel:
		status = http.StatusBadRequest
		o["message"] = "Invalid model name passed in model=. " + e.Message
		o["provider_specific_fields"] = object{"error": o["message"]}
	case notJSON:
		o["param"] = "request_body"
	case noMessages:
		o["param"] = "messages"
	default:
		o["message"] = "litellm: OpenAIException - " + e.Message
		switch {
		case status == http.StatusTooManyRequests:
			o["type"] = "throttling_error"
		case status >= 500:
			o["type"] = "internal_server_error"
		}
	}
	for _, name := range []string{"Retry-After", "Retry-After-Ms"} {
		if v := w.Header().Get(name); v != "" {
			w.Header().Set("Llm_provider-"+name, v)
			w.Header().Del(name)
		}
	}
	o["code"] = strconv.Itoa(status)
	writeJSON(w, status, marshal(object{"error": o}))
}

// message returns the message of a reply. If it is a refusal, the content is null.
// llama.cpp has no field for refusals, so there a refusal is the content.
func (k Kind) message(r *reply) object {
	m := object{"role": "assistant", "content": r.content}
	refusal, reasoning := any(nil), any(nil)
	if r.refusal != "" {
		m["content"], refusal = nil, r.refusal
	}
	if r.reasoning != "" {
		reasoning = r.reasoning
	}
	switch k {
	case LlamaCPP:
		m["content"] = r.content + r.refusal
	case LiteLLM:
		m["provider_specific_fields"] = object{"refusal": refusal}
	case VLLM:
		m["refusal"], m["reasoning"], m["annotations"], m["audio"], m["function_call"] = refusal, reasoning, nil, nil, nil
		return m
	default:
		m["refusal"] = refusal
	}
	if reasoning != nil {
		m["reasoning_content"] = reasoning
	}
	return m
}

package endpoint_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// The actions of the client after a reply.
const (
	fails  = "fails"       // the row gets an error
	ends   = "ends"        // the run ends: every other call would fail in the same way
	waits  = "waits"       // the request waits until the server accepts it; this is no attempt
	again  = "again"       // the request is repeated, as often as --retries says
	format = "asks again"  // without response_format
	ok     = "has a reply" // with status 200
)

// Before this test, with LiteLLM's proxy: an unknown model and a wrong key failed each
// row, while a run at another server ended; a request failed while the server behind
// the proxy restarted; Retry-After, and the refusal of a model, were not read. With
// llama.cpp, embeddings (501) were requested six times. A grammar that llama.cpp and
// vLLM cannot make of a schema failed the row, where the client should ask for text.
func TestRepliesOfServers(t *testing.T) {
	want := map[string]string{
		"llama.cpp/answer": ok, "vllm/answer": ok, "litellm/answer": ok, "litellm/refusal": ok, "litellm/reasoning": ok,

		"llama.cpp/prompt beyond the context": fails, "vllm/prompt beyond the context": fails, "litellm/prompt beyond the context": fails,
		"llama.cpp/body that is not JSON": fails, "vllm/body that is not JSON": fails, "litellm/body that is not JSON": fails,
		"llama.cpp/no messages": fails, "vllm/no messages": fails, "litellm/no messages": fails,
		"llama.cpp/max_tokens -5": fails, "vllm/max_tokens -5": fails, "litellm/max_tokens -5": fails,

		"llama.cpp/schema of an unknown type": format, "vllm/schema of an unknown type": format, "litellm/schema of an unknown type": format,
		"llama.cpp/unknown response format": format, "vllm/unknown response format": format, "litellm/unknown response format": format,

		"vllm/unknown model": ends, "litellm/unknown model": ends,
		"llama.cpp/wrong key": ends, "vllm/wrong key": ends, "litellm/wrong key": ends, "litellm/server behind it wants another key": ends,
		"llama.cpp/no key": ends, "vllm/no key": ends,
		"llama.cpp/unknown path": ends, "vllm/unknown path": ends, "litellm/unknown path": ends,
		"llama.cpp/embeddings": ends, "vllm/embeddings": ends, "litellm/embeddings": ends,

		"litellm/server behind it is down": waits, "litellm/server behind it limits the rate": waits,
		"litellm/no key": again, "litellm/server behind it is too slow": again,
	}
	for _, r := range endpointtest.Replies(t) {
		name := r.Server + "/" + r.Case
		t.Run(name, func(t *testing.T) {
			_, err := ask(t, r.ServeHTTP, translate.Params{})
			if got := action(err); got != want[name] {
				t.Errorf("the client %s, expected %q: %v", got, want[name], err)
			}
		})
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not in servers.jsonl: %v", want)
	}
}

func action(err error) string {
	var e *translate.CallError
	switch errors.As(err, &e); {
	case err == nil:
		return ok
	case e.Fatal():
		return ends
	case e.Refused():
		return waits
	case e.Retryable():
		return again
	case e.RefusesFormat():
		return format
	}
	return fails
}

func recordedReply(t *testing.T, server, name string) endpointtest.Recorded {
	t.Helper()
	for _, r := range endpointtest.Replies(t) {
		if r.Server == server && r.Case == name {
			return r
		}
	}
	t.Fatalf("no reply %q of %s", name, server)
	return endpointtest.Recorded{}
}

// LiteLLM's proxy moves a refusal to another field. It was the outcome "empty".
func TestRefusalThroughLiteLLM(t *testing.T) {
	resp, err := ask(t, recordedReply(t, "litellm", "refusal").ServeHTTP, translate.Params{})
	if err != nil || resp.Outcome != record.Refused || resp.Content != "I would rather not work on this request." {
		t.Errorf("%v: %+v", err, resp)
	}
}

// LiteLLM's proxy moves the field reasoning if the server also sends an empty
// reasoning_content. It was lost.
func TestReasoningThroughLiteLLM(t *testing.T) {
	resp, err := ask(t, recordedReply(t, "litellm", "reasoning").ServeHTTP, translate.Params{})
	if err != nil || resp.Outcome != record.Truncated || resp.Reasoning != "hmm hmm" {
		t.Errorf("%v: %+v", err, resp)
	}
}

// LiteLLM's proxy forwards Retry-After under another name, which was not read. So the
// client came back early.
func TestRetryAfterThroughLiteLLM(t *testing.T) {
	_, err := ask(t, recordedReply(t, "litellm", "server behind it limits the rate").ServeHTTP, translate.Params{})
	var e *translate.CallError
	if !errors.As(err, &e) || e.RetryAfter != 100*time.Second {
		t.Errorf("found %+v, expected to wait for 100 s", e)
	}
}

// LiteLLM's proxy forwards the time of the next request under another name only. The
// client did not wait. Of 60 requests a minute, the next one is free after a second.
func TestQuotaThroughLiteLLM(t *testing.T) {
	r := recordedReply(t, "litellm", "answer")
	r.Header = map[string]string{
		"X-Ratelimit-Limit-Requests": "60", "X-Ratelimit-Remaining-Requests": "0",
		"Llm_provider-X-Ratelimit-Limit-Requests": "60", "Llm_provider-X-Ratelimit-Remaining-Requests": "0", "Llm_provider-X-Ratelimit-Reset-Requests": "60s",
	}
	if resp, err := ask(t, r.ServeHTTP, translate.Params{}); err != nil || resp.Hold != time.Second {
		t.Errorf("%v: the client waits for %v, expected 1s", err, resp.Hold)
	}
}

// A body that only repeats the status was shown as "Internal Server Error: Internal
// Server Error".
func TestBodyThatRepeatsTheStatus(t *testing.T) {
	_, err := ask(t, recordedReply(t, "litellm", "no key").ServeHTTP, translate.Params{})
	if err == nil || strings.Count(err.Error(), "Internal Server Error") != 1 {
		t.Errorf("found %v, expected the status once", err)
	}
}

// A message of FastAPI, in which vLLM and LiteLLM's proxy are written, was shown in the
// quotation marks of its JSON.
func TestMessageOfFastAPI(t *testing.T) {
	_, err := ask(t, recordedReply(t, "vllm", "unknown path").ServeHTTP, translate.Params{})
	if err == nil || err.Error() != "endpoint answered 404: Not Found" {
		t.Errorf("found %v, expected: endpoint answered 404: Not Found", err)
	}
}

// A base URL that the server knows for other methods only, as a web page has, failed
// each row.
func TestMethodNotAllowedEndsTheRun(t *testing.T) {
	_, err := ask(t, reply(405, `{"detail":"Method Not Allowed"}`), translate.Params{})
	if got := action(err); got != ends {
		t.Errorf("the client %s, expected that it %s: %v", got, ends, err)
	}
}

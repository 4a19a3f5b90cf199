package endpoint_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// serve is a client of an endpoint on loopback, with the body and header of
// the last request.
func serve(t *testing.T, answer http.HandlerFunc) (*endpoint.Client, *[]byte, *http.Header) {
	t.Helper()
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-of-the-environment")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "token-of-the-environment")
	var body []byte
	var header http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/messages" || r.Method != http.MethodPost {
			t.Errorf("asked for %s %s", r.Method, r.URL.Path)
		}
		body, _ = io.ReadAll(r.Body)
		header = r.Header
		w.Header().Set("Content-Type", "application/json")
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := endpoint.New(endpoint.Anthropic, "claude-x", endpoint.Config{BaseURL: server.URL + "/", Key: key})
	if err != nil {
		t.Fatal(err)
	}
	return c, &body, &header
}

func message(reason string, blocks ...map[string]any) string {
	b, err := json.Marshal(map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": blocks, "stop_reason": reason,
		"usage": map[string]any{
			"input_tokens": 10, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2, "output_tokens": 7,
			"output_tokens_details": map[string]any{"thinking_tokens": 5},
		},
	})
	if err != nil {
		panic(err) // blocks that are no JSON
	}
	return string(b)
}

func textBlock(s string) map[string]any { return map[string]any{"type": "text", "text": s} }

func limited() translate.Params {
	limit := int64(100)
	return translate.Params{MaxTokens: &limit}
}

func TestAnthropicRequest(t *testing.T) {
	c, body, header := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, message("end_turn", map[string]any{"type": "thinking", "thinking": "p1, surely", "signature": "x"}, textBlock(" (p1 "), textBlock("∧ p2)\n")))
	})
	p, cold := limited(), 0.0
	p.Temperature, p.Stop = &cold, []string{"END", ","}
	p.Extra = map[string]jsontext.Value{"thinking": jsontext.Value(`{"type":"adaptive"}`)}
	resp, err := c.Chat(t.Context(), translate.Request{Params: p, Messages: []record.Message{
		{Role: "system", Content: "Be brief."}, {Role: "user", Content: "Formalize."}, {Role: "assistant", Content: "p1"}, {Role: "user", Content: "Again."},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := translate.Response{
		Content: "(p1 ∧ p2)", Reasoning: "p1, surely", FinishReason: "end_turn", Outcome: record.OK,
		Usage: record.Usage{PromptTokens: 15, CachedTokens: 3, CompletionTokens: 7, ReasoningTokens: 5},
	}
	if !reflect.DeepEqual(resp, want) {
		t.Errorf("response %+v, want %+v", resp, want)
	}
	var sent, expected any
	if err := json.Unmarshal(*body, &sent); err != nil {
		t.Fatalf("%s: %v", *body, err)
	}
	json.Unmarshal([]byte(`{"model":"claude-x","max_tokens":100,"system":[{"type":"text","text":"Be brief."}],"messages":[
		{"role":"user","content":[{"type":"text","text":"Formalize."}]},{"role":"assistant","content":[{"type":"text","text":"p1"}]},
		{"role":"user","content":[{"type":"text","text":"Again."}]}],"temperature":0,"stop_sequences":["END",","],"thinking":{"type":"adaptive"}}`), &expected)
	if !reflect.DeepEqual(sent, expected) {
		t.Errorf("sent %s", *body)
	}
	if h := *header; h.Get("X-Api-Key") != key || h.Get("Authorization") != "" || h.Get("Anthropic-Version") == "" {
		t.Errorf("headers %v", h)
	}
}

func TestAnthropicOutcomes(t *testing.T) {
	for _, tt := range []struct {
		reason, content string
		want            record.Outcome
	}{
		{"end_turn", "p1", record.OK},
		{"stop_sequence", "p1", record.OK},
		{"max_tokens", "(p1", record.Truncated},
		{"model_context_window_exceeded", "(p1", record.Truncated},
		{"refusal", "", record.Refused},
		{"end_turn", " \n", record.Empty},
		{"end_turn", "<think>p1</think>", record.Empty},
	} {
		c, _, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, message(tt.reason, textBlock(tt.content)))
		})
		if resp, err := c.Chat(t.Context(), translate.Request{Params: limited()}); err != nil || resp.Outcome != tt.want {
			t.Errorf("%s with %q: %+v, %v; want %s", tt.reason, tt.content, resp, err, tt.want)
		}
	}
}

func TestAnthropicFaults(t *testing.T) {
	fails := func(status int, kind string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, `{"type":"error","error":{"type":"`+kind+`","message":"no, `+key+`"}}`)
		}
	}
	for _, tt := range []struct {
		name             string
		answer           http.HandlerFunc
		outcome          record.Outcome
		retryable, fatal bool
		message          string
	}{
		{"key", fails(401, "authentication_error"), record.HTTP4xx, false, true, "endpoint answered 401: no, [redacted]"},
		{"model", fails(404, "not_found_error"), record.HTTP4xx, false, true, "endpoint answered 404: no, [redacted]"},
		{"request", fails(400, "invalid_request_error"), record.HTTP4xx, false, false, "endpoint answered 400: no, [redacted]"},
		{"rate", fails(429, "rate_limit_error"), record.HTTP429, true, false, "endpoint answered 429: no, [redacted]"},
		{"overloaded", fails(529, "overloaded_error"), record.HTTP5xx, true, false, "endpoint answered 529: no, [redacted]"},
		{"no JSON", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") }, record.HTTP5xx, true, false, "endpoint's reply: "},
		{"another JSON", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") }, record.HTTP5xx, true, false, "endpoint's reply: not a reply of this protocol: not a message"},
		{"dropped", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, record.HTTP5xx, true, false, "call to endpoint: "},
	} {
		c, _, _ := serve(t, tt.answer)
		resp, err := c.Chat(t.Context(), translate.Request{Params: limited()})
		var call *translate.CallError
		if !errors.As(err, &call) || call.Outcome != tt.outcome || resp.Outcome != tt.outcome || call.Retryable() != tt.retryable || call.Fatal() != tt.fatal ||
			!strings.HasPrefix(err.Error(), tt.message) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %+v, error %+v", tt.name, resp, err)
		}
	}
}

func TestAnthropicRateLimits(t *testing.T) {
	c, _, _ := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Anthropic-Ratelimit-Requests-Remaining", "5")
		w.Header().Set("Anthropic-Ratelimit-Requests-Reset", time.Now().Add(time.Hour).Format(time.RFC3339))
		w.Header().Set("Anthropic-Ratelimit-Output-Tokens-Remaining", "0")
		w.Header().Set("Anthropic-Ratelimit-Output-Tokens-Reset", time.Now().Add(30*time.Second).Format(time.RFC3339))
		io.WriteString(w, message("end_turn", textBlock("p1")))
	})
	if resp, err := c.Chat(t.Context(), translate.Request{Params: limited()}); err != nil || resp.Hold < 25*time.Second || resp.Hold > 31*time.Second {
		t.Errorf("response %+v, %v", resp, err)
	}
	c, _, _ = serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(429)
	})
	_, err := c.Chat(t.Context(), translate.Request{Params: limited()})
	var call *translate.CallError
	if !errors.As(err, &call) || call.RetryAfter != 7*time.Second {
		t.Errorf("error %+v", err)
	}
}

func TestAnthropicCheck(t *testing.T) {
	seed := int64(1)
	p := limited()
	p.Seed = &seed
	for want, p := range map[string]translate.Params{
		"max_tokens: found none": {}, "seed: ": p,
		"system": {MaxTokens: &seed, Extra: map[string]jsontext.Value{"system": jsontext.Value(`""`)}},
	} {
		if err := endpoint.Anthropic.Check(p); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v", p, err)
		}
	}
	for _, bad := range []string{"localhost", "http://h?q", "http://user:secret123@%zz"} {
		if _, err := endpoint.New(endpoint.Anthropic, "m", endpoint.Config{BaseURL: bad}); err == nil || strings.Contains(err.Error(), "secret123") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

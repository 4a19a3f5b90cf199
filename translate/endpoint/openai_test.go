package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

const key = "sk-test-0123456789abcdef"

// ask makes one attempt at a server that answers with handler.
func ask(t *testing.T, handler http.HandlerFunc, params translate.Params) (translate.Response, error) {
	t.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	return askAt(t, server.URL+"/v1", params, 0)
}

func askAt(t *testing.T, url string, params translate.Params, limit int64) (translate.Response, error) {
	t.Helper()
	client, err := endpoint.New(endpoint.OpenAI, "some-model", endpoint.Config{BaseURL: url, Key: key, ReplyLimit: limit})
	if err != nil {
		t.Fatal(err)
	}
	timeout := time.Minute
	if strings.HasSuffix(t.Name(), "/hang") {
		timeout = 50 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(t.Context(), timeout)
	defer cancel()
	return client.Chat(ctx, translate.Request{
		Messages: []record.Message{{Role: "system", Content: "be brief"}, {Role: "user", Content: "p1 ∧ <p2>?"}},
		Params:   params,
	})
}

// reply writes a body with a status.
func reply(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func TestReplies(t *testing.T) {
	tests := []struct {
		name, body         string
		content, reasoning string
		outcome            record.Outcome
	}{
		{"answer", endpointtest.Completion("stop", endpointtest.Says("(p1 ∧ p2)")), "(p1 ∧ p2)", "", record.OK},
		{"no finish reason", endpointtest.Completion("", endpointtest.Says("yes")), "yes", "", record.OK},
		{"length", endpointtest.Completion("length", endpointtest.Says("(p1 ∧")), "(p1 ∧", "", record.Truncated},
		{"content filter", endpointtest.Completion("content_filter", endpointtest.Says("")), "", "", record.Refused},
		{
			"refusal", endpointtest.Completion("stop", map[string]any{"role": "assistant", "content": nil, "refusal": "I cannot."}),
			"I cannot.", "", record.Refused,
		},
		{"empty", endpointtest.Completion("stop", endpointtest.Says("")), "", "", record.Empty},
		{"white space", endpointtest.Completion("stop", endpointtest.Says(" \n\t")), "", "", record.Empty},
		{"null content", endpointtest.Completion("stop", map[string]any{"role": "assistant", "content": nil}), "", "", record.Empty},
		{"think block", endpointtest.Completion("stop", endpointtest.Says("<think>\nhm p3\n</think>\n\np1")), "p1", "hm p3", record.OK},
		{"think block without start", endpointtest.Completion("stop", endpointtest.Says("hm p3</think>p1")), "p1", "hm p3", record.OK},
		{"think block only", endpointtest.Completion("stop", endpointtest.Says("<think>hm</think>")), "", "hm", record.Empty},
		{"think block cut off", endpointtest.Completion("length", endpointtest.Says("<think>hm p3")), "", "hm p3", record.Truncated},
		{
			"reasoning_content", endpointtest.Completion("stop", map[string]any{"content": "p1", "reasoning_content": "hm"}),
			"p1", "hm", record.OK,
		},
		{"reasoning", endpointtest.Completion("stop", map[string]any{"content": "p1", "reasoning": "hm"}), "p1", "hm", record.OK},
		{
			"reasoning of another type", endpointtest.Completion("stop", map[string]any{"content": "p1", "reasoning": []int{1}}),
			"p1", "", record.OK,
		},
		{
			"content in parts",
			endpointtest.Completion("stop", map[string]any{"content": []any{
				map[string]any{"type": "thinking", "thinking": []any{}},
				map[string]any{"type": "text", "text": "p1 "},
				map[string]any{"type": "text", "text": "holds"},
			}}),
			"p1 holds", "", record.OK,
		},
		{"control characters", endpointtest.Completion("stop", endpointtest.Says("p1\x00\x1b[31m\u2028p2")), "p1\x00\x1b[31m\u2028p2", "", record.OK},
		{
			"invalid UTF-8", strings.ReplaceAll(endpointtest.Completion("stop", endpointtest.Says("p1 QQ p2")), "QQ", "\xff\xc3"),
			"p1 \uFFFD\uFFFD p2", "", record.OK,
		},
		{"lone surrogate", `{"choices":[{"finish_reason":"stop","message":{"content":"p1\ud800"}}]}`, "p1\uFFFD", "", record.OK},
		{"key in the answer", endpointtest.Completion("stop", endpointtest.Says("your key is "+key)), "your key is [redacted]", "", record.OK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, reply(200, tt.body), translate.Params{})
			if err != nil {
				t.Fatal(err)
			}
			if resp.Content != tt.content || resp.Reasoning != tt.reasoning || resp.Outcome != tt.outcome {
				t.Errorf("got %q, reasoning %q, %s; want %q, %q, %s",
					resp.Content, resp.Reasoning, resp.Outcome, tt.content, tt.reasoning, tt.outcome)
			}
			if !utf8.ValidString(resp.Content) {
				t.Errorf("%q is not valid UTF-8", resp.Content)
			}
			if u := resp.Usage; tt.name == "answer" &&
				(u.PromptTokens != 11 || u.CompletionTokens != 7 || u.CachedTokens != 3 || u.ReasoningTokens != 5) {
				t.Errorf("usage %+v", u)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	apiError := func(code, message string) string {
		return fmt.Sprintf(`{"error":{"message":%q,"type":"t","code":%q}}`, message, code)
	}
	tests := []struct {
		name             string
		handler          http.HandlerFunc
		outcome          record.Outcome
		kind             string
		retryable, fatal bool
		message          string // a part of it
	}{
		{"429", reply(429, apiError("rate_limit_exceeded", "slow down")), record.HTTP429, "http_429", true, false, "slow down"},
		{"quota", reply(429, apiError("insufficient_quota", "pay")), record.HTTP429, "access", false, true, "429: pay (insufficient_quota)"},
		{"quota by its type", reply(429, `{"error":{"message":"pay","type":"insufficient_quota","code":null}}`), record.HTTP429, "access", false, true, "429: pay (insufficient_quota)"},
		{"quota by its message, too", reply(429, apiError("insufficient_quota", "insufficient_quota: pay")), record.HTTP429, "access", false, true, "429: insufficient_quota: pay"},
		{"billing limit", reply(400, apiError("billing_hard_limit_reached", "the limit")), record.HTTP4xx, "access", false, true, "400: the limit (billing_hard_limit_reached)"},
		{"billing limit by its type", reply(429, `{"error":{"message":"the limit","type":"billing_hard_limit_reached"}}`), record.HTTP429, "access", false, true, "429: the limit (billing_hard_limit_reached)"},
		{"quota with another status", reply(503, apiError("insufficient_quota", "pay")), record.HTTP5xx, "access", false, true, "503: pay (insufficient_quota)"},
		{"408", reply(408, ""), record.HTTP4xx, "http_4xx", true, false, "Request Timeout"},
		{"400", reply(400, apiError("x", "no temperature")), record.HTTP4xx, "http_4xx", false, false, "400: no temperature"},
		{"403", reply(403, `{"detail":"not you"}`), record.HTTP4xx, "http_4xx", false, false, "not you"},
		{"bad key", reply(401, apiError("invalid_api_key", "Incorrect API key: "+key)), record.HTTP4xx, "access", false, true, "Incorrect API key: [redacted]"},
		{"unknown model", reply(404, `{"message":"no such model"}`), record.HTTP4xx, "access", false, true, "no such model"},
		{"prompt filtered", reply(400, apiError("content_filter", "filtered")), record.Refused, "refused", false, false, "filtered"},
		{"500", reply(500, "<html>\n<b>oops "+key+"</b>"), record.HTTP5xx, "http_5xx", true, false, "<html> <b>oops [redacted]"},
		{"503 Ollama", reply(503, `{"error":"busy"}`), record.HTTP5xx, "http_5xx", true, false, "503: busy"},
		{"huge error", reply(500, strings.Repeat("é", 3<<20)), record.HTTP5xx, "http_5xx", true, false, "éé"},
		{"no JSON", reply(200, "<html>"), record.HTTP5xx, "malformed_response", true, false, `found "<html>"`},
		{"cut JSON", reply(200, `{"choices":[{"mess`), record.HTTP5xx, "malformed_response", true, false, "unexpected EOF"},
		{"empty body", reply(200, ""), record.HTTP5xx, "malformed_response", true, false, "EOF"},
		{"no choices", reply(200, `{"choices":[]}`), record.HTTP5xx, "malformed_response", true, false, "no choices"},
		{"error with status 200", reply(200, `{"error":{"message":"upstream died"}}`), record.HTTP5xx, "malformed_response", true, false, "upstream died"},
		{"finish reason error", reply(200, endpointtest.Completion("error", endpointtest.Says("p1"))), record.HTTP5xx, "malformed_response", true, false, "finish_reason"},
		{"control character in JSON", reply(200, "{\"choices\":[{\"message\":{\"content\":\"a\x01b\"}}]}"), record.HTTP5xx, "malformed_response", true, false, "invalid character"},
		{"dropped", func(w http.ResponseWriter, _ *http.Request) {
			panic(http.ErrAbortHandler)
		}, record.HTTP5xx, "connection", true, false, "EOF"},
		{"dropped in the body", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, `{"choices":`)
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, record.HTTP5xx, "connection", true, false, "read the reply"},
		{"hang", func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body) // only then is a hang-up noticed
			<-r.Context().Done()
		}, record.Timeout, "timeout", true, false, "no complete reply in time"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			resp, err := ask(t, tt.handler, translate.Params{})
			var call *translate.CallError
			if !errors.As(err, &call) {
				t.Fatalf("error %v, want a *CallError", err)
			}
			if call.Outcome != tt.outcome || resp.Outcome != tt.outcome || call.Kind() != tt.kind {
				t.Errorf("outcome %s and %s, kind %s; want %s, %s", call.Outcome, resp.Outcome, call.Kind(), tt.outcome, tt.kind)
			}
			if call.Retryable() != tt.retryable || call.Fatal() != tt.fatal {
				t.Errorf("retryable %t, fatal %t; want %t, %t", call.Retryable(), call.Fatal(), tt.retryable, tt.fatal)
			}
			text := err.Error()
			if !strings.Contains(text, tt.message) || strings.Contains(text, key) || len(text) > 600 || strings.Contains(text, "\n") {
				t.Errorf("message %q; want it to have %q, no key, and one line of 600 bytes at most", text, tt.message)
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	server := httptest.NewServer(nil)
	url := server.URL
	server.Close()
	_, err := askAt(t, url, translate.Params{}, 0)
	var call *translate.CallError
	if !errors.As(err, &call) || call.Kind() != "connection" || !call.Retryable() {
		t.Errorf("error %v, want a connection fault", err)
	}
}

func TestUntrustedCertificateEndsTheRun(t *testing.T) {
	server := httptest.NewUnstartedServer(reply(200, endpointtest.Completion("stop", endpointtest.Says("p1"))))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it says that the client hung up
	server.StartTLS()
	defer server.Close()
	_, err := askAt(t, server.URL, translate.Params{}, 0)
	var call *translate.CallError
	if !errors.As(err, &call) || !call.Fatal() {
		t.Errorf("error %v, want a fatal one", err)
	}
}

func TestReplyLimit(t *testing.T) {
	server := httptest.NewServer(reply(200, endpointtest.Completion("stop", endpointtest.Says(strings.Repeat("x", 2000)))))
	defer server.Close()
	if _, err := askAt(t, server.URL, translate.Params{}, 1000); err == nil || !strings.Contains(err.Error(), "size limit of 1000 bytes") {
		t.Errorf("error %v, want one about the limit", err)
	}
	if _, err := askAt(t, server.URL, translate.Params{}, 10_000); err != nil {
		t.Error(err)
	}
}

func TestRetryAfter(t *testing.T) {
	tests := []struct {
		header, value string
		min, max      time.Duration
	}{
		{"Retry-After", "7", 7 * time.Second, 7 * time.Second},
		{"Retry-After", "0.5", time.Second / 2, time.Second / 2},
		{"Retry-After-Ms", "250", 250 * time.Millisecond, 250 * time.Millisecond},
		{"Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), 2 * time.Minute, 2 * time.Minute},
		{"Retry-After", time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat), 0, 0},
		{"Retry-After", "-5", 0, 0},
		{"Retry-After", "NaN", 0, 0},
		{"Retry-After", "1e9", 2 * time.Minute, 2 * time.Minute},
		{"Retry-After", "1000000000000000000000000000000", 2 * time.Minute, 2 * time.Minute},
		{"Retry-After", "1e400", 2 * time.Minute, 2 * time.Minute},
		{"Retry-After", "Inf", 2 * time.Minute, 2 * time.Minute},
		{"Retry-After", "-1e400", 0, 0},
		{"Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT", 2 * time.Minute, 2 * time.Minute},
		{"Retry-After-Ms", "1e30", 2 * time.Minute, 2 * time.Minute},
		{"X-Ratelimit-Remaining-Requests", "0", 0, 0},
		{"Retry-After", "soon", 0, 0},
	}
	for _, tt := range tests {
		_, err := ask(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(tt.header, tt.value)
			w.WriteHeader(429)
		}, translate.Params{})
		var call *translate.CallError
		if !errors.As(err, &call) {
			t.Fatal(err)
		}
		if call.RetryAfter < tt.min || call.RetryAfter > tt.max {
			t.Errorf("%s: %s gives %v, want between %v and %v", tt.header, tt.value, call.RetryAfter, tt.min, tt.max)
		}
	}
}

// Exactly the given settings are sent, including zeros.
func TestRequestBody(t *testing.T) {
	zero, seven, seed, tokens := 0.0, 0.7, int64(0), int64(1<<53+1)
	extra := translate.Params{Temperature: &seven, Stop: []string{"\n"}}
	for _, s := range []string{`top_k=0`, `chat_template_kwargs={"enable_thinking":false}`, `user=me <you>`} {
		if err := extra.AddExtra(s); err != nil {
			t.Fatal(err)
		}
	}
	const envelope = `"model":"some-model","messages":[{"role":"system","content":"be brief"},{"role":"user","content":"p1 ∧ <p2>?"}],"stream":false`
	tests := []struct {
		name   string
		params translate.Params
		want   string
	}{
		{"nothing", translate.Params{}, `{` + envelope + `}`},
		{
			"zeros",
			translate.Params{Temperature: &zero, TopP: &zero, Seed: &seed},
			`{` + envelope + `,"temperature":0,"top_p":0,"seed":0}`,
		},
		{"exact", translate.Params{Temperature: &seven, MaxTokens: &tokens}, `{` + envelope + `,"temperature":0.7,"max_tokens":9007199254740993}`},
		{
			"extra", extra,
			`{` + envelope + `,"temperature":0.7,"stop":["\n"],"chat_template_kwargs":{"enable_thinking":false},"top_k":0,"user":"me <you>"}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []byte
			var auth, path string
			_, err := ask(t, func(w http.ResponseWriter, r *http.Request) {
				got, _ = io.ReadAll(r.Body)
				auth, path = r.Header.Get("Authorization"), r.URL.Path
				io.WriteString(w, endpointtest.Completion("stop", endpointtest.Says("p1")))
			}, tt.params)
			if err != nil {
				t.Fatal(err)
			}
			want, have := jsontext.Value(tt.want), jsontext.Value(got)
			want.Canonicalize(jsontext.CanonicalizeRawInts(false))
			if err := have.Canonicalize(jsontext.CanonicalizeRawInts(false)); err != nil || string(have) != string(want) {
				t.Errorf("sent %s (%v), want %s", have, err, want)
			}
			if auth != "Bearer "+key || path != "/v1/chat/completions" {
				t.Errorf("authorization %q, path %q", auth, path)
			}
		})
	}
}

func TestParams(t *testing.T) {
	var p translate.Params
	for _, bad := range []string{"x", "=1", "temperature=0", "max_tokens=5", "model=m", "stream=true", "n=2"} {
		if err := p.AddExtra(bad); err == nil {
			t.Errorf("AddExtra(%q) succeeded", bad)
		}
	}
	if err := p.AddExtra("a=1"); err != nil {
		t.Error(err)
	}
	if err := p.AddExtra("a=2"); err == nil {
		t.Error("a second a was taken")
	}
	if got, want := p.String(), `{"a":1}`; got != want {
		t.Errorf("String() = %s, want %s", got, want)
	}
	nan := math.NaN()
	if err := (translate.Params{TopP: &nan}).Check(); err == nil {
		t.Error("Check took NaN")
	}
}

func TestBaseURL(t *testing.T) {
	const secret = "hunter2-hunter2"
	for _, bad := range []string{
		"localhost:8000", "ftp://host/v1", "https://", "http://host/v1?key=" + secret, "http://a b/", ":", secret,
		"ann:" + secret + "@host/v1", "ann://" + secret, "http://ann:" + secret + "@%zz", "http://host/v1#" + secret,
	} {
		if _, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: bad}); err == nil {
			t.Errorf("New took the base URL %q", bad)
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("%v shows the secret", err)
		}
	}
	if _, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: "http://ann@host", Key: key}); err == nil {
		t.Error("New took a user and a key")
	}
	if got, err := endpoint.OpenAI.BaseURL("http://ann:"+secret+"@host", nil); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("a password in the flag: %q, %v", got, err)
	}
}

// The user and password of a base URL are sent as basic authentication, and are
// in no result, error or name of the endpoint.
func TestSecretsOfTheBaseURL(t *testing.T) {
	const user, password = "ann-of-the-lab", "hunter2/hunter2"
	for _, status := range []int{200, 401, 500} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if u, p, _ := r.BasicAuth(); u != user || p != password {
				t.Errorf("user %q, password %q", u, p)
			}
			w.WriteHeader(status)
			io.WriteString(w, endpointtest.Completion("stop", endpointtest.Says(user+" "+password+" "+r.Header.Get("Authorization"))))
		}))
		defer server.Close()
		c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: strings.Replace(server.URL, "://", "://"+user+":hunter2%2Fhunter2@", 1)})
		if err != nil || c.Endpoint() != server.URL {
			t.Fatalf("endpoint %q, %v", c.Endpoint(), err)
		}
		resp, err := c.Chat(t.Context(), translate.Request{Messages: []record.Message{{Role: "user", Content: "p1"}}})
		if text := fmt.Sprint(resp, err); strings.Contains(text, user) || strings.Contains(text, "hunter2") || strings.Contains(text, "YW5u") {
			t.Errorf("status %d: %s", status, text)
		}
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	}))
	defer server.Close()
	client, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Chat(ctx, translate.Request{Messages: []record.Message{{Role: "user", Content: "p1"}}})
	if resp.Outcome != record.Canceled || !errors.Is(err, context.Canceled) {
		t.Errorf("outcome %s, error %v", resp.Outcome, err)
	}
}

package simllm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/simllm"
)

// An endpoint is a server over real HTTP on loopback.
type endpoint struct {
	*simllm.Server
	url string
}

func start(t testing.TB, o simllm.Options) endpoint {
	t.Helper()
	s, err := simllm.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Close() // first, as hung requests would hold the other up
		h.Close()
	})
	return endpoint{s, h.URL}
}

// do sends a request and gives the reply with its body read.
func (e endpoint) do(t testing.TB, method, path, body string, header ...string) (*http.Response, string) {
	t.Helper()
	resp, text, err := e.try(t.Context(), method, path, body, header...)
	if err != nil {
		t.Fatal(err)
	}
	return resp, text
}

func (e endpoint) try(ctx context.Context, method, path, body string, header ...string) (*http.Response, string, error) {
	req, err := http.NewRequestWithContext(ctx, method, e.url+path, strings.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return resp, string(text), err
}

// prompts are read once, as tests make thousands of requests.
var prompts = sync.OnceValues(func() (*prompt.Set, error) { return prompt.Open("") })

// request is the body of a request to describe p<n> ∧ ¬p2, with further members.
func request(t testing.TB, n int, more map[string]any) string {
	t.Helper()
	set, err := prompts()
	if err != nil {
		t.Fatal(err)
	}
	messages, err := set.Messages(prompt.NewInformalization(&record.Row{Formalism: record.Propositional, FS: fmt.Sprintf("(p%d ∧ ¬p2)", n)}, 0))
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]any{"model": "simllm", "messages": messages}
	for name, value := range more {
		body[name] = value
	}
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const path = "/v1/chat/completions"

// completion decodes a reply that must be one.
func completion(t testing.TB, text string) api.ChatCompletionResponse {
	t.Helper()
	var c api.ChatCompletionResponse
	if err := json.Unmarshal([]byte(text), &c); err != nil || len(c.Choices) != 1 {
		t.Fatalf("%v in %s, want a completion of one choice", err, text)
	}
	return c
}

// wantError checks status, type and code of an error in the API's shape.
func wantError(t testing.TB, resp *http.Response, text string, status int, kind string, code any) {
	t.Helper()
	var body struct{ Error map[string]any }
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	message, _ := body.Error["message"].(string)
	if resp.StatusCode != status || body.Error["type"] != kind || body.Error["code"] != code || message == "" {
		t.Errorf("got %d %s, want %d with type %s and code %v", resp.StatusCode, text, status, kind, code)
	}
	if resp.Header.Get("Content-Type") != "application/json" {
		t.Errorf("got %s as %s, want JSON", text, resp.Header.Get("Content-Type"))
	}
}

func TestCompletion(t *testing.T) {
	e := start(t, simllm.Options{})
	model, err := builtin.New("builtin:rules")
	if err != nil {
		t.Fatal(err)
	}
	var req translate.Request
	if err := json.Unmarshal([]byte(request(t, 1, nil)), &req); err != nil {
		t.Fatal(err)
	}
	want, err := model.Chat(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	resp, text := e.do(t, "POST", path, request(t, 1, nil))
	c := completion(t, text)
	if got := c.Choices[0].Message.Content; resp.StatusCode != 200 || got != want.Content || c.Choices[0].FinishReason != "stop" {
		t.Errorf("got %s, want the model's %q", text, want.Content)
	}
	if c.Object != "chat.completion" || c.Model != "simllm" || !strings.HasPrefix(c.ID, "chatcmpl-") || c.Created == 0 {
		t.Errorf("got %s", text)
	}
	u := c.Usage
	if u.PromptTokens < 50 || u.CompletionTokens < 5 || u.TotalTokens != u.PromptTokens+u.CompletionTokens {
		t.Errorf("usage %+v", u)
	}
	s := e.Stats()
	if s.Requests != 1 || s.Completions != 1 || s.PromptTokens != int64(u.PromptTokens) || s.CompletionTokens != int64(u.CompletionTokens) {
		t.Errorf("stats %+v", s)
	}
}

func TestContentInParts(t *testing.T) {
	e := start(t, simllm.Options{})
	var whole struct {
		Messages []record.Message `json:"messages"`
	}
	if err := json.Unmarshal([]byte(request(t, 1, nil)), &whole); err != nil {
		t.Fatal(err)
	}
	text := whole.Messages[0].Content
	parts := []map[string]any{
		{"type": "text", "text": text[:20]},
		{"type": "image_url", "image_url": map[string]string{"url": "x"}},
		{"type": "text", "text": text[20:]},
	}
	_, reply := e.do(t, "POST", path, request(t, 1, map[string]any{"messages": []any{map[string]any{"role": "user", "content": parts}}}))
	_, want := e.do(t, "POST", path, request(t, 1, nil))
	if got, want := completion(t, reply).Choices[0].Message.Content, completion(t, want).Choices[0].Message.Content; got != want {
		t.Errorf("in parts %q, whole %q", got, want)
	}
}

func TestRequestsTurnedAway(t *testing.T) {
	e := start(t, simllm.Options{Key: "sk-right-0123"})
	right := []string{"Authorization", "Bearer sk-right-0123"}
	for name, tt := range map[string]struct {
		path, body string
		header     []string
		status     int
		code       any
	}{
		"no key":          {path, request(t, 1, nil), nil, 401, "invalid_api_key"},
		"wrong key":       {path, request(t, 1, nil), []string{"Authorization", "Bearer sk-wrong-4567"}, 401, "invalid_api_key"},
		"other scheme":    {path, request(t, 1, nil), []string{"Authorization", "Basic sk-right-0123"}, 401, "invalid_api_key"},
		"no messages":     {path, `{"model":"simllm"}`, right, 400, nil},
		"no JSON":         {path, `{"model":`, right, 400, nil},
		"wrong type":      {path, `{"model":"simllm","messages":"hello"}`, right, 400, nil},
		"several":         {path, request(t, 1, map[string]any{"n": 129}), right, 400, nil},
		"large":           {path, strings.Repeat("x", 9<<20), right, 413, nil},
		"no path":         {"/v1/completions", "{}", right, 404, "unknown_url"},
		"embeddings, key": {"/v1/embeddings", `{"model":"simllm","input":"x"}`, nil, 401, "invalid_api_key"},
	} {
		resp, text := e.do(t, "POST", tt.path, tt.body, tt.header...)
		if wantError(t, resp, text, tt.status, "invalid_request_error", tt.code); strings.Contains(text, "sk-wrong") || strings.Contains(text, "sk-right") {
			t.Errorf("%s: a key is repeated: %s", name, text)
		}
	}
	if resp, _ := e.do(t, "POST", path, request(t, 1, nil), right...); resp.StatusCode != 200 {
		t.Errorf("right key: status %d", resp.StatusCode)
	}
	s := e.Stats()
	if s.Requests != 9 || s.Completions != 1 || s.Rejected[401] != 3 || s.Rejected[413] != 1 || s.Rejected[400] != 4 || s.DistinctBodies != 1 {
		t.Errorf("stats %+v", s)
	}
}

func TestModels(t *testing.T) {
	e := start(t, simllm.Options{})
	models, err := client(e).ListModels(t.Context())
	if err != nil || len(models.Models) != 1 || models.Models[0].ID != "simllm" {
		t.Errorf("got %v, %v", models, err)
	}
	if resp, _ := e.do(t, "POST", path, request(t, 1, map[string]any{"model": "whatever:7b"})); resp.StatusCode != 200 {
		t.Errorf("any name: status %d", resp.StatusCode)
	}
}

// client is an independent client of the protocol.
func client(e endpoint) *api.Client {
	c := api.DefaultConfig("none")
	c.BaseURL = e.url + "/v1"
	return api.NewClientWithConfig(c)
}

func TestWrongOptions(t *testing.T) {
	for want, o := range map[string]simllm.Options{
		"builtin:other":       {Model: "builtin:other"},
		"requests per minute": {RequestsPerMinute: -1},
		"1.1 together":        {Faults: simllm.Rates{simllm.Hang: 0.6, simllm.Drop: 0.5}},
		"rate of hang":        {Faults: simllm.Rates{simllm.Hang: -0.1}},
		"none":                {Faults: simllm.Rates{simllm.None: 0.5}},
	} {
		if _, err := simllm.New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q in it", o, err, want)
		}
	}
}

// A client that does not wait for the reply is not counted as served.
func TestAbandoned(t *testing.T) {
	latency, err := simllm.ParseLatency("1h")
	if err != nil {
		t.Fatal(err)
	}
	e := start(t, simllm.Options{Latency: latency})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if _, _, err := e.try(ctx, "POST", path, request(t, 1, nil)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	eventually(t, func() string {
		if s := e.Stats(); s.Abandoned != 1 || s.Completions != 0 || s.UnderWay != 0 {
			return fmt.Sprintf("stats %+v", s)
		}
		return ""
	})
}

func TestStatsNeedNoKey(t *testing.T) {
	e := start(t, simllm.Options{Key: "sk-0123456789", Faults: simllm.Rates{simllm.ServerError: 1}})
	e.do(t, "POST", path, request(t, 1, nil), "Authorization", "Bearer sk-0123456789")
	_, text := e.do(t, "GET", "/stats", "")
	var s simllm.Stats
	if err := json.Unmarshal([]byte(text), &s); err != nil || s.Requests != 1 || s.Faults[simllm.ServerError] != 1 || !strings.Contains(text, `"faults":{"5xx":1}`) {
		t.Errorf("stats %s: %+v, %v", text, s, err)
	}
}

// eventually waits until found returns "". Handlers of abandoned requests end a
// little later than the client's call.
func eventually(t testing.TB, found func() string) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for found() != "" {
		if time.Now().After(deadline) {
			t.Fatal(found())
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func latency(t testing.TB, spec string) simllm.Latency {
	t.Helper()
	l, err := simllm.ParseLatency(spec)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestLatencyIsWaited(t *testing.T) {
	e := start(t, simllm.Options{Latency: latency(t, "50ms")})
	begin := time.Now()
	e.do(t, "POST", path, request(t, 1, nil))
	if took := time.Since(begin); took < 50*time.Millisecond {
		t.Errorf("took %v", took)
	}
}

package endpoint_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// chatAt asks a model of the protocol, at an endpoint that answers with body.
func chatAt(t *testing.T, protocol endpoint.Protocol, body string) (translate.Response, error) {
	t.Helper()
	server := httptest.NewServer(reply(200, body))
	defer server.Close()
	var m translate.Model
	m, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
	if protocol == endpoint.Anthropic {
		m, err = endpoint.New(endpoint.Anthropic, "m", endpoint.Config{BaseURL: server.URL})
	}
	if err != nil {
		t.Fatal(err)
	}
	return m.Chat(t.Context(), translate.Request{Params: limited()})
}

const (
	openAIReply    = `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"p1"}}]REST}`
	anthropicReply = `{"content":[{"type":"text","text":"p1"}],"stop_reason":"end_turn"REST}`
)

// What is not necessary for the answer cannot cost it: the answer is paid for, and each
// further attempt would be paid for again.
func TestOddMembersKeepTheAnswer(t *testing.T) {
	full := record.Usage{PromptTokens: 11, CompletionTokens: 7}
	for _, tt := range []struct {
		protocol   endpoint.Protocol
		body, rest string
		usage      record.Usage
	}{
		{endpoint.OpenAI, openAIReply, `,"created":1.7e9,"usage":{"prompt_tokens":11,"completion_tokens":7}`, full},
		{endpoint.OpenAI, openAIReply, `,"created":"yesterday","object":7,"model":null,"id":1,"id":2,"system_fingerprint":{}`, record.Usage{}},
		{endpoint.OpenAI, openAIReply, `,"usage":{"prompt_tokens":11,"completion_tokens":7,"prompt_tokens_details":null,"queue_time":0.1}`, full},
		{endpoint.OpenAI, openAIReply, `,"usage":{"prompt_tokens":-1,"completion_tokens":-2,"prompt_tokens_details":{"cached_tokens":-3}}`, record.Usage{}},
		{endpoint.OpenAI, openAIReply, `,"usage":{"prompt_tokens":11,"completion_tokens":1e300}`, record.Usage{}},
		{endpoint.OpenAI, openAIReply, `,"usage":[]`, record.Usage{}},
		{endpoint.OpenAI, openAIReply, `,"usage":null`, record.Usage{}},
		{endpoint.OpenAI, `{"choices":[{"index":0,"logprobs":{"content":[{"token":"p","bytes":[112],"logprob":-1,"top_logprobs":[]}]},"stop_reason":7,"message":{"content":"p1","reasoning":{}}}]}`, "", record.Usage{}},
		{endpoint.OpenAI, openAIReply, `,"usage":{"prompt_tokens":11,"completion_tokens":7,"output_tokens_details":"none","input_tokens":"100"}`, full}, // members of the other protocol
		{endpoint.Anthropic, anthropicReply, `,"usage":{"input_tokens":11,"output_tokens":7,"prompt_tokens":"none"}`, full},
		{endpoint.Anthropic, anthropicReply, `,"id":17,"usage":{"input_tokens":11,"output_tokens":7}`, full},
		{endpoint.Anthropic, anthropicReply, `,"usage":[],"model":7,"message":"hello"`, record.Usage{}},
	} {
		resp, err := chatAt(t, tt.protocol, strings.Replace(tt.body, "REST", tt.rest, 1))
		if err != nil || resp.Content != "p1" || resp.Outcome != record.OK || resp.Usage != tt.usage {
			t.Errorf("%s %s: %+v, %v", tt.protocol, tt.rest, resp, err)
		}
	}
}

// A reply that no server sends is an error that shows what was found.
func TestForeignReplies(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(openAIReply)
	if err != nil {
		t.Fatal(err)
	}
	event := `data: {"choices":[{"delta":{"content":"p1"},"finish_reason":"stop"}]}` + "\n\n"
	for _, tt := range []struct {
		protocol   endpoint.Protocol
		body, want string
	}{
		{endpoint.OpenAI, "\uFEFF" + openAIReply, `found "\ufeff{`},
		{endpoint.OpenAI, utf16, "invalid character"},
		{endpoint.OpenAI, event, `found "data: {`},
		{endpoint.OpenAI, event + "data: [DONE]\n\n", `found "data: {`},
		{endpoint.OpenAI, `{"choices":{}}`, "choices: found a value of another type than in the protocol"},
		{endpoint.OpenAI, `{"choices":[7]}`, "choices: found a value of another type"},
		{endpoint.OpenAI, `{"choices":[{"message":{"content":7}}]}`, "choices: found a value of another type"},
		{endpoint.OpenAI, `{"choices":[{"message":{"content":"p1","refusal":0}}]}`, "choices: found a value of another type"},
		{endpoint.OpenAI, `[]`, "not a reply of this protocol: found a value of another type"},
		{endpoint.Anthropic, `{"content":"p1"}`, "content: found a value of another type"},
		{endpoint.Anthropic, "event: ping\n" + event, `found "event: ping`},
	} {
		_, err := chatAt(t, tt.protocol, tt.body)
		var call *translate.CallError
		if !errors.As(err, &call) || call.Kind() != "malformed_response" || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.body, err, tt.want)
		}
	}
}

// A roundTrip answers every request with a body and a status.
type roundTrip struct {
	status int
	body   string
}

func (r roundTrip) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: r.status, Status: http.StatusText(r.status), Header: http.Header{}, Body: io.NopCloser(strings.NewReader(r.body)), ContentLength: -1}, nil
}

// Whatever a body is, both clients return a response or a *CallError, without a
// panic: Anthropic's client panicked over null.
func FuzzReplies(f *testing.F) {
	for _, body := range []string{
		"null", "", "[]", "7", `""`, "{}", "\uFEFF", `{"choices":null}`, `{"choices":[null]}`, `{"choices":[{"message":null}]}`, `{"content":null,"usage":null}`,
		`{"content":[null]}`, `{"error":null}`, `{"error":{"message":null,"code":7}}`, `{"detail":[{}]}`, `{"message":{}}`, "data: null\n\n", "data:{}\n\n",
		`{"choices":[{"finish_reason":"stop","message":{"content":[{"type":"text","text":"p1"},null,7]}}],"usage":{"prompt_tokens":"x"}}`,
		`{"data":[{"index":0,"embedding":[1]}]}`, `{"data":[{"index":-1,"embedding":null}]}`,
		`{"content":[{"type":"text","text":"p1"}],"stop_reason":"end_turn","usage":{"input_tokens":1e400}}`,
	} {
		f.Add(200, body)
		f.Add(429, body)
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		if status < 200 || status > 599 {
			status = 200
		}
		config := endpoint.Config{BaseURL: "http://host.invalid", Key: key, ReplyLimit: 1 << 20}
		openAI, err := endpoint.New(endpoint.OpenAI, "m", config)
		if err != nil {
			t.Fatal(err)
		}
		anthropic, err := endpoint.New(endpoint.Anthropic, "m", config)
		if err != nil {
			t.Fatal(err)
		}
		openAI.SetTransport(roundTrip{status, body})
		anthropic.SetTransport(roundTrip{status, body})
		for _, m := range []translate.Model{openAI, anthropic} {
			for _, req := range []translate.Request{{Params: limited()}, {Params: limited(), Texts: []string{"p1"}}} {
				resp, err := m.Chat(t.Context(), req)
				var call *translate.CallError
				if err != nil && !errors.As(err, &call) || resp.Outcome == "" || !utf8.ValidString(resp.Content+resp.Reasoning+resp.FinishReason) {
					t.Errorf("%d %q: %+v, %v", status, body, resp, err)
				}
				if u := resp.Usage; u.PromptTokens < 0 || u.CompletionTokens < 0 || strings.Contains(resp.Content, key) {
					t.Errorf("%d %q: %+v", status, body, resp)
				}
				if resp.Outcome == record.OK && resp.Content == "" && resp.Vectors == nil {
					t.Errorf("%d %q: an empty answer is ok", status, body)
				}
			}
		}
	})
}

// TestChoicesByIndex: if the choices of a reply came in another order, the last answer was
// taken for the first.
func TestChoicesByIndex(t *testing.T) {
	message := func(index, content string) string {
		return `{"index":` + index + `,"message":{"content":"` + content + `"},"finish_reason":"stop"}`
	}
	for name, body := range map[string]string{
		"in order":        `{"choices":[` + message("0", "p1") + `,` + message("1", "p2") + `]}`,
		"out of order":    `{"choices":[` + message("2", "p3") + `,` + message("0", "p1") + `,` + message("1", "p2") + `]}`,
		"from one":        `{"choices":[` + message("2", "p2") + `,` + message("1", "p1") + `]}`,
		"without indices": `{"choices":[` + message("null", "p1") + `,` + message("null", "p2") + `]}`,
	} {
		resp, err := ask(t, reply(200, body), translate.Params{})
		if err != nil || resp.Content != "p1" || resp.FinishReason != "stop" {
			t.Errorf("%s: %+v, %v", name, resp, err)
		}
	}
}

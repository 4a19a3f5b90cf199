package endpoint_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// A reply that cannot be used has the usage that it reports, and its error says whether the
// endpoint may charge for the request.
func TestUnusableRepliesReportTheirUsage(t *testing.T) {
	const (
		usage     = `"usage":{"prompt_tokens":40,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":3}}`
		body      = `{"choices":[{"message":{"content":"p1 \"usage\":{\"prompt_tokens\":9}"},"finish_reason":"stop"}],` + usage + `}`
		anthropic = `{"content":[{"type":"text","text":"p1"}],"stop_reason":"end_turn","usage":{"input_tokens":30,"cache_read_input_tokens":7,"output_tokens":5}}`
		start     = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[],\"usage\":{\"input_tokens\":30,\"output_tokens\":1}}}\n\n"
	)
	for _, tt := range []struct {
		name     string
		protocol endpoint.Protocol
		status   int
		body     string
		want     [3]int64 // prompt, answer and cached tokens
		sent     bool
		received int64
	}{
		{"garbage after", endpoint.OpenAI, 200, body + "}", [3]int64{40, 2, 3}, true, int64(len(body)) + 1},
		{"garbage before", endpoint.OpenAI, 200, "ok " + body, [3]int64{40, 2, 3}, true, int64(len(body)) + 3},
		{"cut in the usage", endpoint.OpenAI, 200, body[:len(body)-20], [3]int64{}, true, int64(len(body)) - 20},
		{"no choices", endpoint.OpenAI, 200, "{" + usage + "}", [3]int64{40, 2, 3}, true, int64(len(usage)) + 2},
		{"too long", endpoint.OpenAI, 200, body + strings.Repeat(" ", 5000), [3]int64{40, 2, 3}, true, 4096},
		{"only spaces", endpoint.OpenAI, 200, strings.Repeat(" ", 5000), [3]int64{}, true, 4096},
		{"announced as too long", endpoint.OpenAI, 200, "\x00" + body + strings.Repeat(" ", 5000), [3]int64{40, 2, 3}, true, 4096},
		{"a number", endpoint.OpenAI, 200, `{"usage":12}`, [3]int64{}, true, 12},
		{"nothing", endpoint.OpenAI, 200, "", [3]int64{}, true, 0},
		{"failure", endpoint.OpenAI, 500, `{"error":{"message":"out of order"}}`, [3]int64{}, false, 36},
		{"failure with usage", endpoint.OpenAI, 500, "{" + usage + "}", [3]int64{40, 2, 3}, true, int64(len(usage)) + 2},
		{"refusal", endpoint.OpenAI, 429, `{}`, [3]int64{}, false, 2},
		{"gateway", endpoint.OpenAI, 504, `late`, [3]int64{}, true, 4},
		{"redirect", endpoint.OpenAI, 302, ``, [3]int64{}, false, 0},
		{"message, garbage after", endpoint.Anthropic, 200, anthropic + "]", [3]int64{37, 5, 7}, true, int64(len(anthropic)) + 1},
		{"events cut off", endpoint.Anthropic, 200, start, [3]int64{30, 0, 0}, true, int64(len(start))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				body, announced := strings.CutPrefix(tt.body, "\x00")
				if announced {
					w.Header().Set("Content-Length", strconv.Itoa(len(body)))
				}
				w.WriteHeader(tt.status)
				io.WriteString(w, body)
			}))
			defer server.Close()
			config := endpoint.Config{BaseURL: server.URL, ReplyLimit: 4096}
			var m translate.Model
			m, err := endpoint.New(endpoint.OpenAI, "m", config)
			if tt.protocol == endpoint.Anthropic {
				m, err = endpoint.New(endpoint.Anthropic, "m", config)
			}
			if err != nil {
				t.Fatal(err)
			}
			resp, err := m.Chat(t.Context(), translate.Request{Messages: []record.Message{{Role: "user", Content: "p1"}}})
			var fault *translate.CallError
			if !errors.As(err, &fault) {
				t.Fatalf("error %v", err)
			}
			u := resp.Usage
			if got := [3]int64{u.PromptTokens, u.CompletionTokens, u.CachedTokens}; got != tt.want || fault.Sent != tt.sent {
				t.Errorf("usage %v, sent %t; want %v, %t", got, fault.Sent, tt.want, tt.sent)
			}
			if got := min(fault.Received, 4096); got != tt.received {
				t.Errorf("%d bytes received, want %d", got, tt.received)
			}
		})
	}
	// No connection: nothing was sent.
	m, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	var fault *translate.CallError
	if _, err := m.Chat(t.Context(), translate.Request{}); !errors.As(err, &fault) || fault.Sent {
		t.Errorf("error %v, %+v", err, fault)
	}
}

// A second member "usage" hid the counts of the first: 150,000 tokens were served on a
// budget of 10,000.
func TestRepeatedUsageIsCounted(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"usage":{"prompt_tokens":200,"completion_tokens":300},"choices":[{"message":{"content":"p"}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}`)
	}))
	defer server.Close()
	m, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := m.Chat(t.Context(), translate.Request{})
	if u := resp.Usage; err != nil || u.PromptTokens != 200 || u.CompletionTokens != 300 {
		t.Errorf("found %+v, %v", u, err)
	}
}

// A quota that was used up was not recognised in a reply with a status of success.
func TestUsedUpQuotaWithASuccess(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"error":{"message":"pay first","type":"insufficient_quota"}}`)
	}))
	defer server.Close()
	m, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	var fault *translate.CallError
	if _, err := m.Chat(t.Context(), translate.Request{}); !errors.As(err, &fault) || fault.Fault != translate.FaultAccess || !strings.Contains(err.Error(), "insufficient_quota") {
		t.Errorf("found %v, %+v", err, fault)
	}
}

// The search for a usage takes time in proportion to the reply.
func TestManyUsagesAreReadFast(t *testing.T) {
	for _, part := range []string{`"usage":{`, `"usage":{},`, `"usage"`, `"usage":[`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "x", strings.Repeat(part, 2<<20/len(part)-1))
		}))
		m, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		if _, err := m.Chat(t.Context(), translate.Request{}); err == nil || time.Since(begin) > 10*time.Second {
			t.Errorf("%s: %v after %v", part, err, time.Since(begin))
		}
		server.Close()
	}
}

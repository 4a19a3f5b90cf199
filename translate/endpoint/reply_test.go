package endpoint_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// Oddities of the envelope cost a paid answer, and each further attempt was
// paid for again.
func TestOddEnvelopesKeepTheAnswer(t *testing.T) {
	const mark, stream = "byte order mark", "streams of events"
	full := record.Usage{PromptTokens: 11, CompletionTokens: 7}
	openAI := func(rest string) string {
		return `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"p1"}}]` + rest + `}`
	}
	anthropic := func(rest string) string {
		return `{"content":[{"type":"text","text":"p1"}],"stop_reason":"end_turn"` + rest + `}`
	}
	utf16 := func(e unicode.Endianness, mark unicode.BOMPolicy, text string) string {
		s, err := unicode.UTF16(e, mark).NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, tt := range []struct {
		name, body string
		usage      record.Usage
		note       string // a part of it
	}{
		{"created as float", openAI(`,"created":1.7e9,"usage":{"prompt_tokens":11,"completion_tokens":7}`), full, ""},
		{"created as string", openAI(`,"created":"yesterday","object":7,"model":null`), record.Usage{}, ""},
		{"numeric id", openAI(`,"id":17,"system_fingerprint":{}`), record.Usage{}, ""},
		{"counts as floats", openAI(`,"usage":{"prompt_tokens":11.0,"completion_tokens":7e0}`), full, ""},
		{"counts as strings", openAI(`,"usage":{"prompt_tokens":"11","completion_tokens":"7.0"}`), full, ""},
		{"counts of no size", openAI(`,"usage":{"prompt_tokens":-1,"completion_tokens":1e300,"prompt_tokens_details":[]}`), record.Usage{}, ""},
		{"counts of another type", openAI(`,"usage":{"prompt_tokens":null,"completion_tokens":[7],"total_tokens":"NaN"}`), record.Usage{}, ""},
		{"usage as list", openAI(`,"usage":[]`), record.Usage{}, ""},
		{"usage null", openAI(`,"usage":null`), record.Usage{}, ""},
		{"byte order mark", "\uFEFF" + openAI(""), record.Usage{}, mark},
		{"UTF-16, little end first", utf16(unicode.LittleEndian, unicode.UseBOM, openAI(`,"x":"∧𝔸"`)), record.Usage{}, "UTF-16"},
		{"UTF-16, big end first", utf16(unicode.BigEndian, unicode.UseBOM, openAI("")), record.Usage{}, "UTF-16"},
		{"UTF-16LE without a mark", utf16(unicode.LittleEndian, unicode.IgnoreBOM, openAI("")), record.Usage{}, "UTF-16"},
		{"UTF-16BE without a mark", utf16(unicode.BigEndian, unicode.IgnoreBOM, openAI("")), record.Usage{}, "UTF-16"},
		{"UTF-16 events", utf16(unicode.LittleEndian, unicode.UseBOM, "data: "+openAI("")+"\n\n"), record.Usage{}, "UTF-16"},
		{"anthropic UTF-16", utf16(unicode.LittleEndian, unicode.UseBOM, anthropic("")), record.Usage{}, "UTF-16"},
		{"repeated members", openAI(`,"id":1,"id":2`), record.Usage{}, ""},
		{"odd choice", `{"choices":[{"index":"0","logprobs":[],"finish_reason":{},"message":{"content":"p1","role":7,"tool_calls":"","refusal":0}}]}`, record.Usage{}, ""},
		{
			"events", `data: {"choices":[{"delta":{"role":"assistant","content":""}}]}` + "\n\n" +
				`data: {"choices":[{"delta":{"content":"p"}}]}` + "\r\n\r\n: still here\n\n" +
				`data: {"choices":[{"delta":{"content":"1"},"finish_reason":"stop"}]}` + "\n\n" +
				`data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":7}}` + "\n\ndata: [DONE]\n\n", full, stream,
		},
		{"one event", "\uFEFF\nevent: message\nid: 1\ndata:" + openAI("") + "\n\n", record.Usage{}, stream},
		{"an event of several lines", "data: {\"choices\":[{\"finish_reason\":\"stop\",\ndata: \"message\":{\"content\":\"p1\"}}]}\n\n", record.Usage{}, stream},
		{"anthropic numbers", anthropic(`,"id":17,"usage":{"input_tokens":"11","output_tokens":7.0}`), full, ""},
		{"anthropic usage as list", anthropic(`,"usage":[],"model":7,"message":"hello"`), record.Usage{}, ""},
		{"anthropic byte order mark", "\uFEFF" + anthropic(""), record.Usage{}, mark},
		{
			"anthropic events", "event: message_start\n" + `data: {"type":"message_start","message":{"content":[],"stop_reason":null,"usage":{"input_tokens":11,"output_tokens":1}}}` + "\n\n" +
				"event: ping\ndata: {\"type\":\"ping\"}\n\n" +
				`data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\n" +
				`data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"p"}}` + "\n\n" +
				`data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"1"}}` + "\n\n" +
				`data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}` + "\n\n" +
				`data: {"type":"message_stop"}` + "\n\n", full, stream,
		},
	} {
		server := httptest.NewServer(reply(200, tt.body))
		defer server.Close()
		var notes []string
		config := endpoint.Config{BaseURL: server.URL, Note: func(note string) { notes = append(notes, note) }}
		var m translate.Model
		var err error
		if m, err = endpoint.NewOpenAI("m", config); strings.HasPrefix(tt.name, "anthropic") {
			m, err = endpoint.NewAnthropic("m", config)
		}
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			resp, err := m.Chat(t.Context(), translate.Request{Params: limited()})
			if err != nil || resp.Content != "p1" || resp.Outcome != record.OK || resp.Usage != tt.usage {
				t.Errorf("%s: %+v, %v", tt.name, resp, err)
			}
		}
		if tt.note == "" && len(notes) > 0 || tt.note != "" && (!strings.Contains(strings.Join(notes, "\n"), tt.note) || slices.Compact(notes) == nil || len(notes) > strings.Count(tt.body, "\uFEFF")+strings.Count(tt.name, "UTF-16 events")+1) {
			t.Errorf("%s: notes %q", tt.name, notes)
		}
	}
}

// A stream that breaks off is no answer, even if its framing is complete.
func TestBrokenStreams(t *testing.T) {
	for _, body := range []string{
		`data: {"choices":[{"delta":{"content":"(p1 ∧"}}]}` + "\n\n",
		`data: {"choices":[{"delta":{"content":"(p1 ∧"}}]}` + "\n\ndata: {\"choi",
		`data: {"choices":[{"delta":{"content":"(p1 ∧"}}]}` + "\n\n" + `data: {"error":{"message":"overloaded"}}` + "\n\n",
		"data: [DONE]\n\n", "data:\n\n", "event: x\n\n",
	} {
		_, err := ask(t, reply(200, body), translate.Params{})
		var call *translate.CallError
		if !errors.As(err, &call) || call.Kind() != "malformed_response" {
			t.Errorf("%q: error %v", body, err)
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
		openAI, err := endpoint.NewOpenAI("m", config)
		if err != nil {
			t.Fatal(err)
		}
		anthropic, err := endpoint.NewAnthropic("m", config)
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
// taken for the first, and the parts of several answers in a stream were joined.
func TestChoicesByIndex(t *testing.T) {
	message := func(index, content string) string {
		return `{"index":` + index + `,"message":{"content":"` + content + `"},"finish_reason":"stop"}`
	}
	event := func(index, content, finish string) string {
		return `data: {"choices":[{"index":` + index + `,"delta":{"content":"` + content + `"},"finish_reason":` + finish + `}]}` + "\n\n"
	}
	for name, body := range map[string]string{
		"in order":           `{"choices":[` + message("0", "p1") + `,` + message("1", "p2") + `]}`,
		"out of order":       `{"choices":[` + message("2", "p3") + `,` + message("0", "p1") + `,` + message("1", "p2") + `]}`,
		"from one":           `{"choices":[` + message("2", "p2") + `,` + message("1", "p1") + `]}`,
		"without indices":    `{"choices":[` + message("null", "p1") + `,` + message("null", "p2") + `]}`,
		"stream":             event("0", "p", "null") + event("1", "x", "null") + event("0", "1", `"stop"`) + event("1", "y", `"length"`),
		"stream from second": event("1", "x", "null") + event("1", "y", `"length"`) + event("0", "p", "null") + event("0", "1", `"stop"`),
	} {
		resp, err := ask(t, reply(200, body), translate.Params{})
		if err != nil || resp.Content != "p1" || resp.FinishReason != "stop" {
			t.Errorf("%s: %+v, %v", name, resp, err)
		}
	}
}

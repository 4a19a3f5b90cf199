package simllm_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/translate/simllm"
)

// streamed reads a stream to its end by go-openai.
func streamed(t *testing.T, e endpoint, req api.ChatCompletionRequest) (content, reasoning, finish string, usage *api.Usage, chunks int, err error) {
	t.Helper()
	stream, err := client(e).CreateChatCompletionStream(t.Context(), req)
	if err != nil {
		return content, reasoning, finish, usage, chunks, err
	}
	defer stream.Close()
	for {
		var c api.ChatCompletionStreamResponse
		if c, err = stream.Recv(); errors.Is(err, io.EOF) {
			return content, reasoning, finish, usage, chunks, nil
		} else if err != nil {
			return content, reasoning, finish, usage, chunks, err
		}
		chunks++
		if c.Usage != nil {
			usage = c.Usage
		}
		for _, choice := range c.Choices {
			content += choice.Delta.Content
			reasoning += choice.Delta.ReasoningContent
			if choice.FinishReason != "" {
				finish = string(choice.FinishReason)
			}
		}
	}
}

func chatRequest(t *testing.T, n int) api.ChatCompletionRequest {
	t.Helper()
	c := completionRequest(t, n)
	c.Stream = true
	return c
}

func TestStream(t *testing.T) {
	for name, o := range map[string]simllm.Options{"plain": {}, "reasoning": {Reasoning: 1}} {
		e := start(t, o)
		whole, err := client(e).CreateChatCompletion(t.Context(), completionRequest(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		want := whole.Choices[0].Message
		content, reasoning, finish, usage, chunks, err := streamed(t, e, chatRequest(t, 1))
		if err != nil || content != want.Content || reasoning != want.ReasoningContent || finish != "stop" || usage != nil {
			t.Errorf("%s: got %q, %q, %s, %v, %v; want %q, %q", name, content, reasoning, finish, usage, err, want.Content, want.ReasoningContent)
		}
		if chunks != whole.Usage.CompletionTokens+2 {
			t.Errorf("%s: %d chunks, want one per token and two", name, chunks)
		}
		req := chatRequest(t, 1)
		req.StreamOptions = &api.StreamOptions{IncludeUsage: true}
		_, _, _, usage, _, err = streamed(t, e, req)
		if err != nil || usage == nil || usage.TotalTokens != whole.Usage.TotalTokens {
			t.Errorf("%s: usage %+v, %v; want %+v", name, usage, err, whole.Usage)
		}
		if s := e.Stats(); s.Completions != 3 || s.CompletionTokens != 3*int64(whole.Usage.CompletionTokens) {
			t.Errorf("%s: stats %+v", name, s)
		}
	}
}

func TestFaultsOfStreams(t *testing.T) {
	for _, f := range simllm.Faults() {
		e := start(t, simllm.Options{Faults: simllm.Rates{f: 1}, Latency: latency(t, "1ms")})
		if f == simllm.Hang {
			continue // nothing of the stream is there
		}
		for n := range 6 {
			content, _, finish, _, _, err := streamed(t, e, chatRequest(t, n))
			var status *api.APIError
			ok := false
			switch f {
			case simllm.RateLimited, simllm.ServerError:
				ok = errors.As(err, &status) && status.HTTPStatusCode >= 429
			case simllm.Truncated: // the protocol's only sign of it
				ok = err == nil && finish == ""
			case simllm.Refusal:
				ok = err == nil && content == "" && (finish == "stop" || finish == "content_filter")
			case simllm.Length:
				ok = err == nil && finish == "length"
			default:
				ok = err != nil && !errors.As(err, &status)
			}
			if !ok {
				t.Errorf("%v: got %q, finish %q, %v", f, content, finish, err)
			}
		}
		eventually(t, func() string {
			if s := e.Stats(); s.Faults[f] != 6 || s.Completions != 0 || s.UnderWay != 0 {
				return fmt.Sprintf("%v: stats %+v", f, s)
			}
			return ""
		})
	}
}

// The events are as in the protocol.
func TestEventsOnTheWire(t *testing.T) {
	e := start(t, simllm.Options{})
	resp, text := e.do(t, "POST", path, request(t, 1, map[string]any{"stream": true, "stream_options": map[string]any{"include_usage": true}}))
	if resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("content type %s", resp.Header.Get("Content-Type"))
	}
	events := strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n")
	for i, event := range events {
		want := []string{`data: {"id":"chatcmpl-`, `"object":"chat.completion.chunk"`, `"usage":null`}
		switch i {
		case 0:
			want = append(want, `"delta":{"role":"assistant","content":""},"finish_reason":null`)
		case len(events) - 3:
			want = append(want, `"delta":{},"finish_reason":"stop"`)
		case len(events) - 2:
			want = []string{`"choices":[]`, `"usage":{"prompt_tokens":`}
		case len(events) - 1:
			want = []string{"data: [DONE]"}
		}
		for _, w := range want {
			if !strings.Contains(event, w) {
				t.Errorf("event %d of %d is %s, want %s in it", i, len(events), event, w)
			}
		}
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
	e := start(t, simllm.Options{Latency: latency(t, "uniform:50ms..60ms")})
	begin := time.Now()
	e.do(t, "POST", path, request(t, 1, nil))
	if took := time.Since(begin); took < 50*time.Millisecond {
		t.Errorf("took %v", took)
	}
}

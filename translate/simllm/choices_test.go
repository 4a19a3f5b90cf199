package simllm_test

import (
	"encoding/json"
	"errors"
	"io"
	"testing"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/translate/simllm"
)

// The first of several choices is the one that a request for one gets, and a
// noisy model errs in each independently.
func TestChoices(t *testing.T) {
	e := start(t, simllm.Options{Model: "builtin:noisy?seed=1,all=0.5", Reasoning: 0.5})
	one, err := client(e).CreateChatCompletion(t.Context(), completionRequest(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	req := completionRequest(t, 1)
	req.N = 8
	several, err := client(e).CreateChatCompletion(t.Context(), req)
	if err != nil || len(several.Choices) != 8 {
		t.Fatalf("%d choices, %v", len(several.Choices), err)
	}
	different := map[string]bool{}
	for i, c := range several.Choices {
		if c.Index != i || c.FinishReason != api.FinishReasonStop || c.Message.Content == "" {
			t.Errorf("choice %d: %+v", i, c)
		}
		different[c.Message.Content] = true
	}
	if several.Choices[0].Message.Content != one.Choices[0].Message.Content || len(different) < 2 {
		t.Errorf("%d different replies; the first is %q, alone %q", len(different), several.Choices[0].Message.Content, one.Choices[0].Message.Content)
	}
	if u := several.Usage; u.PromptTokens != one.Usage.PromptTokens || u.CompletionTokens <= 4*one.Usage.CompletionTokens || u.TotalTokens != u.PromptTokens+u.CompletionTokens {
		t.Errorf("usage %+v, of one %+v", u, one.Usage)
	}
	if s := e.Stats(); s.Completions != 2 {
		t.Errorf("stats %+v", s)
	}

	req.Stream = true
	stream, err := client(e).CreateChatCompletionStream(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	content, ends := make([]string, 8), 0
	for {
		c, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, choice := range c.Choices {
			content[choice.Index] += choice.Delta.Content
			if choice.FinishReason != "" {
				ends++
			}
		}
	}
	for i, c := range several.Choices {
		if content[i] != c.Message.Content {
			t.Errorf("choice %d is streamed as %q, whole it is %q", i, content[i], c.Message.Content)
		}
	}
	if ends != 8 {
		t.Errorf("%d choices ended", ends)
	}
}

func TestJSONObject(t *testing.T) {
	e := start(t, simllm.Options{})
	plain, err := client(e).CreateChatCompletion(t.Context(), completionRequest(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	req := completionRequest(t, 1)
	req.ResponseFormat = &api.ChatCompletionResponseFormat{Type: api.ChatCompletionResponseFormatTypeJSONObject}
	var failed *api.APIError
	if _, err := client(e).CreateChatCompletion(t.Context(), req); !errors.As(err, &failed) || failed.HTTPStatusCode != 400 {
		t.Errorf("without a word of JSON: %v, expected 400", err)
	}
	req.Messages = append([]api.ChatCompletionMessage{{Role: api.ChatMessageRoleSystem, Content: "Reply in JSON."}}, req.Messages...)
	resp, err := client(e).CreateChatCompletion(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	var object map[string]string
	if err := json.Unmarshal([]byte(resp.Choices[0].Message.Content), &object); err != nil || object["answer"] != plain.Choices[0].Message.Content {
		t.Errorf("got %q, %v, expected the answer %q as an object", resp.Choices[0].Message.Content, err, plain.Choices[0].Message.Content)
	}
}

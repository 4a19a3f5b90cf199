package simllm_test

import (
	"encoding/json"
	"errors"
	"testing"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/translate/simllm"
)

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

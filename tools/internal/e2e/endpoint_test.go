package e2e

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
)

// answering is an OpenAI-compatible endpoint around the built-in model: the
// one that the documents' commands talk to.
func answering(t *testing.T) http.Handler {
	t.Helper()
	model, err := builtin.New("builtin:rules")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		var in openai.ChatCompletionRequest
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var messages []record.Message
		for _, m := range in.Messages {
			messages = append(messages, record.Message{Role: m.Role, Content: m.Content})
		}
		reply, err := model.Chat(r.Context(), translate.Request{Messages: messages})
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		// A client that has gone away need not be told.
		_ = json.NewEncoder(w).Encode(openai.ChatCompletionResponse{
			Object: "chat.completion", Model: in.Model,
			Choices: []openai.ChatCompletionChoice{{
				Message:      openai.ChatCompletionMessage{Role: openai.ChatMessageRoleAssistant, Content: reply.Content},
				FinishReason: openai.FinishReasonStop,
			}},
			Usage: openai.Usage{PromptTokens: 10, CompletionTokens: 5, TotalTokens: 15},
		})
	})
	return mux
}

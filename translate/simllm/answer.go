package simllm

import (
	"encoding/json"
	"net/http"
	"slices"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
)

// parse reads and checks a request. Of its settings, only the seed has an effect on a
// rule-based model.
func parse(body []byte) (req translate.Request, failed *apiError) {
	var r openai.ChatCompletionRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return req, failure(http.StatusBadRequest, "", "body: %v", err)
	}
	switch {
	case len(r.Messages) == 0:
		return req, failure(http.StatusBadRequest, "", "messages: found none, expected at least one")
	case r.Stream || r.N > 1:
		return req, failure(http.StatusBadRequest, "", "stream: found a stream or several choices, expected one whole reply")
	}
	if r.Seed != nil {
		req.Params.Seed = record.Int(*r.Seed)
	}
	req.Model = r.Model
	for _, m := range r.Messages {
		content := m.Content
		for _, part := range m.MultiContent {
			content += part.Text
		}
		req.Messages = append(req.Messages, record.Message{Role: m.Role, Content: content})
	}
	return req, nil
}

// completion returns the body of a reply, and its tokens.
func (c *call) completion(answer translate.Response) ([]byte, openai.Usage) {
	u := openai.Usage{PromptTokens: int(translate.EstimateTokens(c.req.Messages)), CompletionTokens: int(translate.TextTokens(answer.Content))}
	u.TotalTokens = u.PromptTokens + u.CompletionTokens
	message := object{"role": "assistant", "content": answer.Content}
	if answer.Outcome == record.Refused {
		message = object{"role": "assistant", "content": nil, "refusal": answer.Content}
	}
	return marshal(object{
		"id": c.id(), "object": "chat.completion", "created": c.arrived.Unix(), "model": c.req.Model,
		"choices": []object{{"index": 0, "message": message, "finish_reason": openai.FinishReasonStop}}, "usage": u,
	}), u
}

// embed answers a request for embeddings.
func (s *Server) embed(r *http.Request) (any, *apiError) {
	body, failed := read(r)
	if failed != nil {
		return nil, failed
	}
	var req openai.EmbeddingRequestStrings
	if err := json.Unmarshal(body, &req); err != nil {
		return nil, failure(http.StatusBadRequest, "", "body: %v", err)
	}
	if len(req.Input) == 0 || slices.Contains(req.Input, "") {
		return nil, failure(http.StatusBadRequest, "", "input: found %d texts, expected at least one, and none that is empty", len(req.Input))
	}
	reply := openai.EmbeddingResponse{Object: "list", Model: req.Model}
	for i, text := range req.Input {
		reply.Usage.PromptTokens += int(translate.TextTokens(text))
		reply.Data = append(reply.Data, openai.Embedding{Object: "embedding", Index: i, Embedding: builtin.Embed(text)})
	}
	reply.Usage.TotalTokens = reply.Usage.PromptTokens
	return reply, nil
}

package endpoint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// openAIBody returns the body of a chat request. The settings are joined to the request:
// its type omits a temperature of 0, and has no extensions of servers.
func openAIBody(model string, req translate.Request) ([]byte, error) {
	messages := make([]openai.ChatCompletionMessage, len(req.Messages))
	for i, m := range req.Messages {
		messages[i] = openai.ChatCompletionMessage{Role: m.Role, Content: m.Content}
	}
	b, err := json.Marshal(openai.ChatCompletionRequest{Model: model, Messages: messages})
	return join(b, req.Params.String()), err
}

// A choice is one of several answers, with the members that go-openai's type lacks.
type choice struct {
	openai.ChatCompletionChoice
	reasoning, refusal string
}

func (c *choice) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &c.ChatCompletionChoice); err != nil {
		return err
	}
	var beside struct {
		Message struct {
			Reasoning string `json:"reasoning"` // OpenRouter, Ollama and newer vLLM

			// LiteLLM's proxy moves fields here.
			Moved struct {
				Refusal   string `json:"refusal"`
				Reasoning string `json:"reasoning"`
			} `json:"provider_specific_fields"`
		} `json:"message"`
	}
	_ = json.Unmarshal(b, &beside) // what cannot be read is not necessary for the answer
	m := beside.Message
	c.reasoning = cmp.Or(c.Message.ReasoningContent, m.Reasoning, m.Moved.Reasoning)
	c.refusal = cmp.Or(c.Message.Refusal, m.Moved.Refusal)
	return nil
}

// answer returns the choice's answer. Some servers divide it into parts.
func (c *choice) answer() answer {
	content := c.Message.Content
	for _, part := range c.Message.MultiContent {
		content += part.Text
	}
	return answer{content: content, reasoning: c.reasoning, refusal: c.refusal, finish: string(c.FinishReason)}
}

// readCompletion reads a chat completion: of its choices, the one with the least index. See
// https://platform.openai.com/docs/api-reference/chat.
func readCompletion(body []byte) (answer, error) {
	var reply struct {
		Choices list[choice] `json:"choices"`
	}
	var first *choice
	reply.Choices.add = func(c choice) error {
		if first == nil || c.Index < first.Index {
			first = &c
		}
		return nil
	}
	if err := read(body, &reply); err != nil {
		return answer{}, err
	}
	if first == nil {
		return answer{}, errors.New("no choices")
	}
	a := first.answer()
	if a.finish == "error" || a.finish == "insufficient_system_resource" {
		return a, errors.New("finish_reason " + a.finish)
	}
	return a, nil
}

// embed requests one vector for each of the request's texts, all of one length.
func (c *Client) embed(ctx context.Context, req translate.Request) (translate.Response, error) {
	x := c.exchange(vectorsLimit)
	defer x.end()
	body, err := json.Marshal(openai.EmbeddingRequest{
		Input: req.Texts, Model: openai.EmbeddingModel(cmp.Or(req.Model, c.model)), EncodingFormat: openai.EmbeddingEncodingFormatFloat,
	})
	if err == nil {
		err = x.call(ctx, http.MethodPost, "embeddings", join(body, req.Params.String()))
	}
	var reply struct {
		Data list[openai.Embedding] `json:"data"`
	}
	all, count := make([][]float32, len(req.Texts)), 0
	reply.Data.add = func(e openai.Embedding) error {
		if e.Index < 0 || e.Index >= len(all) || all[e.Index] != nil || len(e.Embedding) == 0 {
			return fmt.Errorf("found an embedding of text %d with %d numbers, expected one of each of %d texts", e.Index, len(e.Embedding), len(all))
		}
		all[e.Index] = e.Embedding
		count++
		return nil
	}
	if err == nil {
		err = read(x.body, &reply)
	}
	if err == nil && (count != len(all) || slices.ContainsFunc(all, func(v []float32) bool { return len(v) != len(all[0]) })) {
		err = fmt.Errorf("%d embeddings of %d texts, or of different lengths", count, len(all))
	}
	if err != nil {
		return c.fault(ctx, x, err)
	}
	usage, _ := x.reported()
	return translate.Response{Outcome: record.OK, Vectors: all, Usage: usage, Hold: hold(x.status, x.header, 0)}, nil
}

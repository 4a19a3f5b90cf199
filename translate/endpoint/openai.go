package endpoint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// OpenAIBaseURL is OpenAI's own endpoint.
const OpenAIBaseURL = "https://api.openai.com/v1"

// An OpenAIClient is one model at an endpoint that speaks OpenAI's protocol.
type OpenAIClient struct{ client }

// NewOpenAI returns the named model. The error is about the base URL.
func NewOpenAI(model string, c Config) (*OpenAIClient, error) {
	c.BaseURL = cmp.Or(c.BaseURL, OpenAIBaseURL)
	inner, err := newClient(model, c, "https://host/v1")
	if err != nil {
		return nil, err
	}
	inner.provider, inner.hold = OpenAI, hold
	if c.Key != "" {
		inner.header.Set("Authorization", "Bearer "+c.Key)
	}
	return &OpenAIClient{inner}, nil
}

// Chat makes one attempt. See translate.Model.
func (c *OpenAIClient) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if req.Texts != nil {
		return c.embed(ctx, req)
	}
	x := c.exchange(answerLimit)
	defer x.end()
	body, err := c.Body(req)
	if err == nil {
		err = x.post(ctx, "chat/completions", body)
	}
	if err != nil {
		return c.fault(ctx, x, err)
	}
	return c.response(ctx, x)
}

// Body returns the body of the HTTP request that Chat sends. The settings are joined to
// the request: its type omits a temperature of 0, and has no extensions of servers.
func (c *OpenAIClient) Body(req translate.Request) ([]byte, error) {
	messages := make([]openai.ChatCompletionMessage, len(req.Messages))
	for i, m := range req.Messages {
		messages[i] = openai.ChatCompletionMessage{Role: m.Role, Content: m.Content}
	}
	b, err := json.Marshal(openai.ChatCompletionRequest{Model: cmp.Or(req.Model, c.model), Messages: messages})
	if err != nil {
		return nil, err
	}
	return join(b, req.Params.String()), nil
}

// Reply reads a reply to such a body that arrived at another time. The results are those
// of Chat.
func (c *OpenAIClient) Reply(status int, body []byte) (translate.Response, error) {
	x := &exchange{client: &c.client, status: status, body: body}
	if status >= 400 {
		return c.fault(context.Background(), x, errors.New(http.StatusText(status)))
	}
	return c.response(context.Background(), x)
}

// A completion is the part of a chat completion that is read:
// https://platform.openai.com/docs/api-reference/chat.
type completion struct {
	Choices list[choice] `json:"choices"`
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

// usage converts the usage of a reply; a negative count is unknown.
func usage(u openai.Usage) record.Usage {
	out := record.Usage{PromptTokens: int64(max(u.PromptTokens, 0)), CompletionTokens: int64(max(u.CompletionTokens, 0))}
	if d := u.PromptTokensDetails; d != nil {
		out.CachedTokens = int64(max(d.CachedTokens, 0))
	}
	if d := u.CompletionTokensDetails; d != nil {
		out.ReasoningTokens = int64(max(d.ReasoningTokens, 0))
	}
	return out
}

// response reads a chat completion: of its choices, the one with the least index. The
// error is a *translate.CallError if the reply is none, or if it reports a failure with a
// status of success.
func (c *OpenAIClient) response(ctx context.Context, x *exchange) (translate.Response, error) {
	var reply completion
	var first *choice
	reply.Choices.add = func(c choice) error {
		if first == nil || c.Index < first.Index {
			first = &c
		}
		return nil
	}
	if err := read(x.body, &reply); err != nil {
		return c.fault(ctx, x, err)
	}
	if first == nil {
		return c.malformed(x, "no choices")
	}
	a := first.answer()
	if a.finish == "error" || a.finish == "insufficient_system_resource" {
		return c.malformed(x, "finish_reason "+a.finish)
	}
	return c.client.response(x, a, openAIOutcome(a.finish)), nil
}

// openAIOutcome returns the outcome that a finish reason implies, or "" if it implies
// none. Some reasons are Mistral's, or forwarded by gateways from other providers.
func openAIOutcome(reason string) record.Outcome {
	switch reason {
	case "length", "model_length", "max_tokens":
		return record.Truncated
	case "content_filter", "refusal", "safety":
		return record.Refused
	}
	return ""
}

// embed requests one vector for each of the request's texts, all of one length.
func (c *OpenAIClient) embed(ctx context.Context, req translate.Request) (translate.Response, error) {
	x := c.exchange(vectorsLimit)
	defer x.end()
	body, err := json.Marshal(openai.EmbeddingRequest{
		Input: req.Texts, Model: openai.EmbeddingModel(cmp.Or(req.Model, c.model)), EncodingFormat: openai.EmbeddingEncodingFormatFloat,
	})
	if err == nil {
		err = x.post(ctx, "embeddings", join(body, req.Params.String()))
	}
	var reply struct {
		Data  list[openai.Embedding] `json:"data"`
		Usage optional[openai.Usage] `json:"usage"`
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
	if err != nil {
		return c.fault(ctx, x, err)
	}
	if count != len(all) || slices.ContainsFunc(all, func(v []float32) bool { return len(v) != len(all[0]) }) {
		return c.malformed(x, fmt.Sprintf("%d embeddings of %d texts, or of different lengths", count, len(all)))
	}
	return translate.Response{Outcome: record.OK, Vectors: all, Usage: usage(reply.Usage.value), Hold: hold(x.status, x.header, 0)}, nil
}

// hold returns how long the endpoint accepts no request, from the x-ratelimit headers: 0
// while both requests and tokens are left. asked is the reply's Retry-After.
//
// A reset is the time until the whole quota is free again. With a quota of thousands of
// requests per minute, the next request is free much earlier. So after an answered
// request, the wait is the reset divided by the limit, if the limit is known. After a
// rejected request, it is Retry-After.
func hold(status int, h http.Header, asked time.Duration) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens"} {
		left, err := strconv.ParseFloat(header(h, "X-Ratelimit-Remaining-"+what), 64)
		if err != nil || left > 0 {
			continue
		}
		d := reset(header(h, "X-Ratelimit-Reset-"+what))
		limit, err := strconv.ParseFloat(header(h, "X-Ratelimit-Limit-"+what), 64)
		switch {
		case status == http.StatusTooManyRequests && asked > 0:
			d = asked
		case status < 400 && what == "Requests" && err == nil && limit >= 1:
			d = time.Duration(float64(d) / limit)
		}
		longest = max(longest, d)
	}
	return min(longest, translate.LongestWait)
}

// reset reads a time such as 6m0s, 250ms, or a number of seconds; 0 if it is
// neither.
func reset(s string) time.Duration {
	if d, err := time.ParseDuration(s); err == nil {
		return max(d, 0)
	}
	n, _ := number(s)
	return seconds(n)
}

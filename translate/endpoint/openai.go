package endpoint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// OpenAIBaseURL is OpenAI's own endpoint.
const OpenAIBaseURL = "https://api.openai.com/v1"

// An OpenAIClient is one model at an endpoint that speaks OpenAI's protocol.
type OpenAIClient struct{ client }

// NewOpenAI returns the model of that name. The error is about the base URL.
func NewOpenAI(model string, c Config) (*OpenAIClient, error) {
	c.BaseURL = cmp.Or(c.BaseURL, OpenAIBaseURL)
	inner, err := newClient(model, c, "https://host/v1")
	if err != nil {
		return nil, err
	}
	return &OpenAIClient{inner}, nil
}

// Chat makes one attempt. See translate.Model.
func (c *OpenAIClient) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	x := c.exchange(req.Params.String())
	library := c.library(x)
	if req.Texts != nil {
		reply, err := library.CreateEmbeddings(ctx, api.EmbeddingRequest{
			Input: req.Texts, Model: api.EmbeddingModel(cmp.Or(req.Model, c.model)), EncodingFormat: api.EmbeddingEncodingFormatFloat,
		})
		if err != nil {
			return c.fault(ctx, x, err)
		}
		return c.vectors(x, reply, len(req.Texts))
	}
	reply, err := library.CreateChatCompletion(ctx, c.request(req))
	if err != nil {
		return c.fault(ctx, x, err)
	}
	return c.response(x, reply)
}

// library is go-openai's client, which sends requests by way of http.
func (c *OpenAIClient) library(http api.HTTPDoer) *api.Client {
	config := api.DefaultConfig(c.key)
	config.BaseURL, config.HTTPClient = c.base.String(), http
	return api.NewClientWithConfig(config)
}

// request is req without its settings.
func (c *OpenAIClient) request(req translate.Request) api.ChatCompletionRequest {
	r := api.ChatCompletionRequest{Model: cmp.Or(req.Model, c.model), Messages: make([]api.ChatCompletionMessage, len(req.Messages))}
	for i, m := range req.Messages {
		r.Messages[i] = api.ChatCompletionMessage{Role: m.Role, Content: m.Content}
	}
	return r
}

// response reads a chat completion. The error is a *translate.CallError if a
// server reports a failure with a status of success.
func (c *OpenAIClient) response(x *exchange, reply api.ChatCompletionResponse) (translate.Response, error) {
	if len(reply.Choices) == 0 {
		return c.malformed(x, "no choices")
	}
	choice := reply.Choices[0]
	switch choice.FinishReason {
	case "error", "insufficient_system_resource":
		return c.malformed(x, "finish_reason "+string(choice.FinishReason))
	}
	content, reasoning := translate.Thinking(text(choice.Message))
	reasoning = cmp.Or(reasoning, strings.TrimSpace(choice.Message.ReasoningContent), strings.TrimSpace(otherReasoning(x.body)))
	return translate.Response{
		Content:      c.secrets.Redact(content),
		Reasoning:    c.secrets.Redact(reasoning),
		FinishReason: c.secrets.Redact(string(choice.FinishReason)),
		Usage:        usage(reply.Usage),
		Outcome:      outcome(choice, content),
		Hold:         hold(x.status, x.header, 0),
	}, nil
}

// vectors reads embeddings: one vector for each of n texts, all of one length.
func (c *OpenAIClient) vectors(x *exchange, reply api.EmbeddingResponse, n int) (translate.Response, error) {
	vectors := make([][]float32, n)
	for _, e := range reply.Data {
		if e.Index < 0 || e.Index >= n || vectors[e.Index] != nil || len(e.Embedding) == 0 {
			return c.malformed(x, fmt.Sprintf("an embedding of text %d", e.Index))
		}
		vectors[e.Index] = e.Embedding
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return c.malformed(x, fmt.Sprintf("%d embeddings of %d texts, or of different lengths", len(reply.Data), n))
		}
	}
	return translate.Response{Outcome: record.OK, Vectors: vectors, Usage: usage(reply.Usage), Hold: hold(x.status, x.header, 0)}, nil
}

// fault is the result of a call for which go-openai returned err.
func (c *OpenAIClient) fault(ctx context.Context, x *exchange, err error) (translate.Response, error) {
	e := classify(ctx, x, err, c.secrets)
	if e.Status >= 400 {
		e.Hold = hold(x.status, x.header, e.RetryAfter)
		e.RetryAfter = cmp.Or(e.RetryAfter, e.Hold)
	}
	if e.Status == http.StatusUnauthorized && c.key == "" {
		e.Message += " (no key was sent: OPENAI_API_KEY is not set)"
	}
	return translate.Response{Outcome: e.Outcome}, e
}

// Body is the body of the HTTP request that Chat would send.
func (c *OpenAIClient) Body(req translate.Request) ([]byte, error) {
	b, err := json.Marshal(c.request(req))
	if err != nil {
		return nil, err
	}
	return join(b, req.Params.String())
}

// Reply reads what an endpoint answered to such a body at another time. The
// results are those of Chat.
func (c *OpenAIClient) Reply(status int, body []byte) (translate.Response, error) {
	x := &exchange{status: status, body: body}
	var reply api.ChatCompletionResponse
	err := json.Unmarshal(body, &reply)
	if status >= 400 && err == nil {
		err = errors.New("status of a failure")
	}
	if err != nil {
		return c.fault(context.Background(), x, err)
	}
	return c.response(x, reply)
}

// outcome classifies a reply. The finish reasons besides OpenAI's own are
// Mistral's and those that gateways forward from other providers.
func outcome(choice api.ChatCompletionChoice, answer string) record.Outcome {
	switch choice.FinishReason {
	case api.FinishReasonLength, "model_length", "max_tokens":
		return record.Truncated
	case api.FinishReasonContentFilter, "refusal", "safety":
		return record.Refused
	}
	switch {
	case choice.Message.Refusal != "":
		return record.Refused
	case answer == "":
		return record.Empty
	}
	return record.OK
}

// text is a message's content, the text of its parts, or else its refusal.
func text(m api.ChatCompletionMessage) string {
	switch {
	case m.Content != "":
		return m.Content
	case len(m.MultiContent) == 0:
		return m.Refusal
	}
	var b strings.Builder
	for _, part := range m.MultiContent {
		b.WriteString(part.Text)
	}
	return b.String()
}

// otherReasoning is the first choice's reasoning under the name used by
// OpenRouter, Ollama and newer vLLM, which go-openai does not know.
func otherReasoning(body []byte) string {
	if !strings.Contains(string(body), `"reasoning"`) {
		return ""
	}
	var reply struct {
		Choices []struct {
			Message struct {
				Reasoning string `json:"reasoning"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := jsonv2.Unmarshal(body, &reply, lenient); err != nil || len(reply.Choices) == 0 {
		return "" // also reasoning that is not a string
	}
	return reply.Choices[0].Message.Reasoning
}

func usage(u api.Usage) record.Usage {
	r := record.Usage{PromptTokens: int64(u.PromptTokens), CompletionTokens: int64(u.CompletionTokens)}
	if u.PromptTokensDetails != nil {
		r.CachedTokens = int64(u.PromptTokensDetails.CachedTokens)
	}
	if u.CompletionTokensDetails != nil {
		r.ReasoningTokens = int64(u.CompletionTokensDetails.ReasoningTokens)
	}
	return r
}

// maxHold is the longest time for which a header can stop a run.
const maxHold = 10 * time.Minute

// hold reads from the x-ratelimit headers how long the endpoint accepts no
// request: 0 while both requests and tokens are left. asked is the reply's
// Retry-After.
//
// A reset is the time until the whole quota is free again, which with thousands
// of requests per minute is long after the next one is. So after an answered
// request the wait is the reset's share of one request, if the limit is known;
// after a rejected one it is what Retry-After asks for.
func hold(status int, h http.Header, asked time.Duration) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens"} {
		left, err := strconv.ParseFloat(h.Get("X-Ratelimit-Remaining-"+what), 64)
		if err != nil || left > 0 {
			continue
		}
		d := reset(h.Get("X-Ratelimit-Reset-" + what))
		limit, err := strconv.ParseFloat(h.Get("X-Ratelimit-Limit-"+what), 64)
		switch {
		case status == http.StatusTooManyRequests && asked > 0:
			d = asked
		case status < 400 && what == "Requests" && err == nil && limit >= 1:
			d = time.Duration(float64(d) / limit)
		}
		longest = max(longest, d)
	}
	return min(longest, maxHold)
}

// reset reads a time such as 6m0s, 250ms, or a number of seconds; 0 if it is
// neither.
func reset(s string) time.Duration {
	if d, err := time.ParseDuration(s); err == nil {
		return max(d, 0)
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return seconds(n)
}

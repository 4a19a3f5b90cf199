package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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

// Body returns the body of the HTTP request that Chat sends.
func (c *OpenAIClient) Body(req translate.Request) ([]byte, error) {
	b, err := json.Marshal(struct {
		Model    string           `json:"model"`
		Messages []record.Message `json:"messages"`
		Stream   bool             `json:"stream"`
	}{cmp.Or(req.Model, c.model), req.Messages, false}, jsontext.AllowInvalidUTF8(true))
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

// A completion is the part of a chat completion, or of an event of its stream,
// that is read: https://platform.openai.com/docs/api-reference/chat.
type completion struct {
	Choices first[choice]         `json:"choices"`
	Usage   optional[openAIUsage] `json:"usage"`
}

// A choice is one of several answers. The first one is that with the least index; each
// event of a stream has a part of one of them.
type choice struct {
	Index        count                   `json:"index"`
	FinishReason text                    `json:"finish_reason"`
	Message      optional[openAIMessage] `json:"message"`
	Delta        optional[openAIMessage] `json:"delta"` // in a stream
}

func (c choice) position() int64 { return int64(c.Index) }

type openAIMessage struct {
	Content          text `json:"content"`
	Refusal          text `json:"refusal"`
	ReasoningContent text `json:"reasoning_content"`
	Reasoning        text `json:"reasoning"` // OpenRouter, Ollama and newer vLLM

	// LiteLLM's proxy moves fields here.
	Moved optional[struct {
		Refusal   text `json:"refusal"`
		Reasoning text `json:"reasoning"`
	}] `json:"provider_specific_fields"`
}

type openAIUsage struct {
	PromptTokens     count `json:"prompt_tokens"`
	CompletionTokens count `json:"completion_tokens"`
	PromptDetails    optional[struct {
		CachedTokens count `json:"cached_tokens"`
	}] `json:"prompt_tokens_details"`
	CompletionDetails optional[struct {
		ReasoningTokens count `json:"reasoning_tokens"`
	}] `json:"completion_tokens_details"`
}

func (u openAIUsage) usage() record.Usage {
	return record.Usage{
		PromptTokens: int64(u.PromptTokens), CachedTokens: int64(u.PromptDetails.value.CachedTokens),
		CompletionTokens: int64(u.CompletionTokens), ReasoningTokens: int64(u.CompletionDetails.value.ReasoningTokens),
	}
}

func (a *answer) addCompletion(part *completion) {
	a.addUsage(part.Usage.value.usage())
	choice := part.Choices.value
	switch index := choice.position(); {
	case !part.Choices.found || a.found && index > a.index:
		return
	case a.found && index < a.index: // the answer so far is another one
		*a = answer{usage: a.usage}
	}
	a.found, a.index = true, choice.position()
	a.finish = cmp.Or(string(choice.FinishReason), a.finish)
	for _, m := range []openAIMessage{choice.Message.value, choice.Delta.value} {
		a.content.WriteString(string(m.Content))
		moved := m.Moved.value
		a.refusal.WriteString(string(cmp.Or(m.Refusal, moved.Refusal)))
		a.reasoning.WriteString(string(cmp.Or(m.ReasoningContent, m.Reasoning, moved.Reasoning)))
	}
}

// response reads a chat completion. The error is a *translate.CallError if the reply is
// none, or if it reports a failure with a status of success.
func (c *OpenAIClient) response(ctx context.Context, x *exchange) (translate.Response, error) {
	var a answer
	if err := read(x, &a, (*answer).addCompletion); err != nil {
		return c.fault(ctx, x, err)
	}
	switch {
	case !a.found:
		return c.malformed(x, "no choices")
	case a.finish == "error" || a.finish == "insufficient_system_resource":
		return c.malformed(x, "finish_reason "+a.finish)
	}
	return c.client.response(x, &a, openAIOutcome(a.finish)), nil
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
	body, err := json.Marshal(struct {
		Input          []string `json:"input"`
		Model          string   `json:"model"`
		EncodingFormat string   `json:"encoding_format"`
	}{req.Texts, cmp.Or(req.Model, c.model), "float"}, jsontext.AllowInvalidUTF8(true))
	if err == nil {
		err = x.post(ctx, "embeddings", join(body, req.Params.String()))
	}
	var reply struct {
		Data  vectors               `json:"data"`
		Usage optional[openAIUsage] `json:"usage"`
	}
	reply.Data.all = make([][]float32, len(req.Texts))
	if err == nil {
		err = json.Unmarshal(x.body, &reply, lenient)
	}
	if err != nil {
		return c.fault(ctx, x, err)
	}
	all := reply.Data.all
	if reply.Data.fault != "" {
		return c.malformed(x, reply.Data.fault)
	}
	if n := len(req.Texts); reply.Data.count != n || slices.ContainsFunc(all, func(v []float32) bool { return len(v) != len(all[0]) }) {
		return c.malformed(x, fmt.Sprintf("%d embeddings of %d texts, or of different lengths", reply.Data.count, n))
	}
	return translate.Response{Outcome: record.OK, Vectors: all, Usage: reply.Usage.value.usage(), Hold: hold(x.status, x.header, 0)}, nil
}

// vectors are the embeddings of texts, by the index of the text.
type vectors struct {
	all   [][]float32
	count int
	fault string // of an element; empty: none
}

func (vs *vectors) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	array, err := each(d, func(element jsontext.Value) {
		var e struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		}
		if vs.fault != "" {
			return
		}
		err := json.Unmarshal(element, &e, lenient)
		if err != nil || e.Index < 0 || e.Index >= len(vs.all) || vs.all[e.Index] != nil || len(e.Embedding) == 0 {
			vs.fault = fmt.Sprintf("an embedding of text %d", e.Index)
			return
		}
		vs.all[e.Index] = e.Embedding
		vs.count++
	})
	if array || err != nil {
		return err
	}
	return d.SkipValue()
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

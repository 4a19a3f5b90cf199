package openai

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json"
	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// DefaultBaseURL is OpenAI's own endpoint.
const DefaultBaseURL = "https://api.openai.com/v1"

// DefaultReplyLimit is the size in bytes beyond which a reply is not read.
const DefaultReplyLimit = 64 << 20

// A Config says where an endpoint is and how to reach it.
type Config struct {
	BaseURL    string       // ends before /chat/completions; empty: DefaultBaseURL
	Key        string       // sent as a bearer token; empty: no Authorization header
	HTTP       *http.Client // nil: NewHTTPClient(1)
	ReplyLimit int64        // 0: DefaultReplyLimit
}

// A Client is one model at one endpoint.
type Client struct {
	model   string
	base    *url.URL
	key     string
	http    *http.Client
	limit   int64
	secrets endpoint.Secrets
}

// New is the model of that name at an endpoint. The error is of the base URL.
func New(model string, c Config) (*Client, error) {
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	base, err := url.Parse(strings.TrimRight(c.BaseURL, "/"))
	switch {
	case err != nil:
		// The parser's message repeats the URL, which may hold a password.
		return nil, fmt.Errorf("base URL: not a URL, expected the form https://host/v1")
	case base.Scheme != "http" && base.Scheme != "https" || base.Host == "":
		return nil, fmt.Errorf("base URL %q: expected the form https://host/v1", base.Redacted())
	case base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("base URL of %s: found a query or fragment, expected none: the path /chat/completions is added at its end", base.Host)
	}
	if c.HTTP == nil {
		c.HTTP = NewHTTPClient(1)
	}
	if c.ReplyLimit <= 0 {
		c.ReplyLimit = DefaultReplyLimit
	}
	return &Client{
		model: model, base: base, key: c.Key, http: c.HTTP, limit: c.ReplyLimit,
		secrets: endpoint.NewSecrets(c.Key, base),
	}, nil
}

// NewHTTPClient is an http client that keeps as many connections to one host
// open as there are requests under way. TLS is verified, and the environment's
// proxy used.
func NewHTTPClient(underWay int) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns = 0
	t.MaxIdleConnsPerHost = max(underWay, 2)
	return &http.Client{Transport: t}
}

// Name is the model's name.
func (c *Client) Name() string { return c.model }

// Endpoint is the base URL without its password.
func (c *Client) Endpoint() string { return c.base.Redacted() }

// Chat makes one attempt. See translate.Model.
func (c *Client) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	x := &endpoint.Exchange{Client: c.http, Settings: req.Params.String(), Limit: c.limit}
	config := api.DefaultConfig(c.key)
	config.BaseURL = c.base.String()
	config.HTTPClient = x
	reply, err := api.NewClientWithConfig(config).CreateChatCompletion(ctx, c.request(req))
	if err != nil {
		call := c.fault(ctx, x, err)
		return translate.Response{Outcome: call.Outcome}, call
	}
	return c.response(x, reply)
}

// request is req but for its settings.
func (c *Client) request(req translate.Request) api.ChatCompletionRequest {
	r := api.ChatCompletionRequest{Model: req.Model, Messages: make([]api.ChatCompletionMessage, len(req.Messages))}
	if r.Model == "" {
		r.Model = c.model
	}
	for i, m := range req.Messages {
		r.Messages[i] = api.ChatCompletionMessage{Role: m.Role, Content: m.Content}
	}
	return r
}

// response reads a chat completion. Where a server reports a failure with the
// status of a success, the error is a *translate.CallError.
func (c *Client) response(x *endpoint.Exchange, reply api.ChatCompletionResponse) (translate.Response, error) {
	if len(reply.Choices) == 0 {
		return c.malformed(x, "no choices")
	}
	choice := reply.Choices[0]
	switch choice.FinishReason {
	case "error", "insufficient_system_resource":
		return c.malformed(x, "finish_reason "+string(choice.FinishReason))
	}
	content, reasoning := translate.Thinking(text(choice.Message))
	for _, r := range []string{choice.Message.ReasoningContent, otherReasoning(x.Body)} {
		if r = strings.TrimSpace(r); r != "" && reasoning == "" {
			reasoning = r
		}
	}
	return translate.Response{
		Content:      c.secrets.Redact(content),
		Reasoning:    c.secrets.Redact(reasoning),
		FinishReason: c.secrets.Redact(string(choice.FinishReason)),
		Usage:        usage(reply.Usage),
		Outcome:      outcome(choice, content),
		Hold:         hold(x.Status, x.Header, 0),
	}, nil
}

// fault says what kind of failure err is, that go-openai returned after x.
func (c *Client) fault(ctx context.Context, x *endpoint.Exchange, err error) *translate.CallError {
	e := endpoint.Fault(ctx, x, err, c.secrets)
	if e.Status < 400 {
		return e
	}
	e.Hold = hold(x.Status, x.Header, e.RetryAfter)
	if e.RetryAfter == 0 {
		e.RetryAfter = e.Hold
	}
	if e.Status == http.StatusUnauthorized && c.key == "" {
		e.Message += " (no key was sent: OPENAI_API_KEY is not set)"
	}
	return e
}

// malformed is the failure of a server that answered 200.
func (c *Client) malformed(x *endpoint.Exchange, found string) (translate.Response, error) {
	if said, _ := endpoint.ErrorMessage(x.Body); said != "" {
		found += ": " + said
	}
	return translate.Response{Outcome: record.HTTP5xx}, &translate.CallError{
		Fault: translate.FaultMalformed, Outcome: record.HTTP5xx, Status: x.Status, Message: c.secrets.Excerpt(found),
	}
}

// outcome is what a reply is worth. The finish reasons beside OpenAI's own
// are Mistral's and those that gateways pass on from other providers.
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

// text is a message's content: its refusal where it has nothing else, and the
// text parts where it comes in parts.
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

// otherReasoning is the first choice's reasoning under the name that OpenRouter,
// Ollama and newer vLLM give it.
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
	// A reasoning of another type is none that a conversation could hold.
	if err := json.Unmarshal(body, &reply, endpoint.Lenient); err != nil || len(reply.Choices) == 0 {
		return ""
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

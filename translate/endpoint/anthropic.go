package endpoint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// An AnthropicClient is one of Anthropic's models. Its protocol differs from
// OpenAI's: the system message is separate, max_tokens is required, reasoning
// comes in separate blocks, and cached prompt tokens are not part of the prompt
// tokens; Usage adds them. Anthropic's own library adds 8 MB to the executable
// for the one request below, so it is not used.
type AnthropicClient struct{ client }

// NewAnthropic returns the model of that name. The error is about the base URL.
func NewAnthropic(model string, c Config) (*AnthropicClient, error) {
	c.BaseURL = cmp.Or(c.BaseURL, "https://api.anthropic.com")
	inner, err := newClient(model, c, "https://host")
	if err != nil {
		return nil, err
	}
	return &AnthropicClient{inner}, nil
}

// checkAnthropic reports whether the endpoint accepts the settings.
func checkAnthropic(p translate.Params) error {
	switch {
	case p.MaxTokens == nil:
		return errors.New("max_tokens: found none, which Anthropic's endpoint requires; there is no default")
	case p.Seed != nil:
		return errors.New("seed: Anthropic's models take none")
	case p.Extra["system"] != nil || p.Extra["stop_sequences"] != nil:
		return errors.New("system and stop_sequences: the client sets these members of the request itself")
	}
	return nil
}

// Chat makes one attempt. See translate.Model.
func (c *AnthropicClient) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := checkAnthropic(req.Params); err != nil {
		return translate.Response{Outcome: record.HTTP4xx}, &translate.CallError{
			Fault: translate.FaultAccess, Outcome: record.HTTP4xx, Message: err.Error(),
		}
	}
	x := c.exchange(anthropicSettings(req.Params))
	reply, err := c.send(ctx, x, req)
	if err != nil {
		return c.fault(ctx, x, err)
	}
	if len(reply.Content) == 0 && reply.StopReason == "" {
		return c.malformed(x, "not a message: "+string(x.body[:min(len(x.body), 1000)]))
	}
	return c.response(x, reply), nil
}

// The version of the protocol, the request without its settings, and the part
// of the reply that is read: https://docs.anthropic.com/en/api/messages.
const anthropicVersion = "2023-06-01"

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int64              `json:"max_tokens"`
	System    []anthropicBlock   `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
}

type anthropicMessage struct {
	Role    string           `json:"role"`
	Content []anthropicBlock `json:"content"`
}

type anthropicBlock struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	Thinking string `json:"thinking,omitempty"`
}

type anthropicReply struct {
	Content    []anthropicBlock `json:"content"`
	StopReason string           `json:"stop_reason"`
	Usage      struct {
		InputTokens              int64 `json:"input_tokens"`
		CacheReadInputTokens     int64 `json:"cache_read_input_tokens"`
		CacheCreationInputTokens int64 `json:"cache_creation_input_tokens"`
		OutputTokens             int64 `json:"output_tokens"`
		OutputTokensDetails      struct {
			ThinkingTokens int64 `json:"thinking_tokens"`
		} `json:"output_tokens_details"`
	} `json:"usage"`
}

// send posts req and reads the reply.
func (c *AnthropicClient) send(ctx context.Context, x *exchange, req translate.Request) (*anthropicReply, error) {
	body, err := json.Marshal(c.request(req), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, err
	}
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.JoinPath("v1/messages").String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set("Anthropic-Version", anthropicVersion)
	if c.key != "" {
		post.Header.Set("X-Api-Key", c.key)
	}
	resp, err := x.Do(post)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		return nil, errors.New(resp.Status)
	}
	var reply anthropicReply
	if err := json.Unmarshal(x.body, &reply, lenient); err != nil {
		return nil, err
	}
	return &reply, nil
}

// request is req without its settings.
func (c *AnthropicClient) request(req translate.Request) anthropicRequest {
	r := anthropicRequest{Model: cmp.Or(req.Model, c.model), MaxTokens: *req.Params.MaxTokens, Messages: []anthropicMessage{}}
	for _, m := range req.Messages {
		block := []anthropicBlock{{Type: "text", Text: m.Content}}
		switch m.Role {
		case translate.RoleSystem:
			r.System = append(r.System, block...)
		case translate.RoleAssistant:
			r.Messages = append(r.Messages, anthropicMessage{Role: "assistant", Content: block})
		default:
			r.Messages = append(r.Messages, anthropicMessage{Role: "user", Content: block})
		}
	}
	return r
}

// anthropicSettings are the members that are added to the request's body.
func anthropicSettings(p translate.Params) string {
	p.MaxTokens = nil // is in the request
	if len(p.Stop) == 0 {
		return p.String()
	}
	stop := translate.Params{Stop: p.Stop}.String()
	p.Stop = nil
	renamed := strings.Replace(stop, `"stop":`, `"stop_sequences":`, 1)
	if rest := p.String(); rest != "{}" {
		return strings.TrimSuffix(renamed, "}") + "," + rest[1:]
	}
	return renamed
}

func (c *AnthropicClient) response(x *exchange, reply *anthropicReply) translate.Response {
	var text, thought strings.Builder
	for _, b := range reply.Content {
		switch b.Type {
		case "text":
			text.WriteString(b.Text)
		case "thinking":
			thought.WriteString(b.Thinking)
		}
	}
	content, reasoning := translate.Thinking(text.String())
	u := reply.Usage
	return translate.Response{
		Content: c.secrets.Redact(content), Reasoning: c.secrets.Redact(cmp.Or(strings.TrimSpace(thought.String()), reasoning)),
		FinishReason: c.secrets.Redact(reply.StopReason),
		Usage: record.Usage{
			PromptTokens: u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens,
			CachedTokens: u.CacheReadInputTokens, CompletionTokens: u.OutputTokens,
			ReasoningTokens: u.OutputTokensDetails.ThinkingTokens,
		},
		Outcome: anthropicOutcome(reply.StopReason, content),
		Hold:    anthropicHold(x.header, time.Now()),
	}
}

func anthropicOutcome(reason string, answer string) record.Outcome {
	switch reason {
	case "max_tokens", "model_context_window_exceeded", "pause_turn":
		return record.Truncated
	case "refusal":
		return record.Refused
	}
	if answer == "" {
		return record.Empty
	}
	return record.OK
}

// fault is the result of a call that failed with err.
func (c *AnthropicClient) fault(ctx context.Context, x *exchange, err error) (translate.Response, error) {
	e := classify(ctx, x, err, c.secrets)
	if e.Status >= 400 {
		e.Hold = anthropicHold(x.header, time.Now())
		if e.RetryAfter == 0 {
			e.RetryAfter = e.Hold
		}
		e.Hold = min(e.Hold, e.RetryAfter)
	}
	if e.Status == http.StatusUnauthorized && c.key == "" {
		e.Message += " (no key was sent: ANTHROPIC_API_KEY is not set)"
	}
	return translate.Response{Outcome: e.Outcome}, e
}

// anthropicHold reads how long the endpoint accepts no request: until the last
// reset of the limits of which nothing is left.
func anthropicHold(h http.Header, now time.Time) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens", "Input-Tokens", "Output-Tokens"} {
		if h.Get("Anthropic-Ratelimit-"+what+"-Remaining") != "0" {
			continue
		}
		if at, err := time.Parse(time.RFC3339, h.Get("Anthropic-Ratelimit-"+what+"-Reset")); err == nil {
			longest = max(longest, at.Sub(now))
		}
	}
	return min(max(longest, 0), maxHold)
}

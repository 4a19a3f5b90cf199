package endpoint

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// An AnthropicClient is one of Anthropic's models. Its protocol differs from
// OpenAI's: the system message is separate, max_tokens is required, reasoning
// comes in separate blocks, and cached prompt tokens are not part of the prompt
// tokens; Usage adds them. The library's reading of keys and addresses from the
// environment and the home directory is turned off, since flags say what a run
// uses.
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
	library := sdk.NewClient(
		option.WithoutEnvironmentDefaults(), option.WithBaseURL(c.base.String()), option.WithAPIKey(c.key),
		option.WithHTTPClient(x), option.WithMaxRetries(0),
		option.WithRequestTimeout(24*time.Hour), // the library's own grows with max_tokens; the Policy's applies
	)
	reply, err := library.Messages.New(ctx, c.request(req))
	if err != nil {
		return c.fault(ctx, x, err)
	}
	if len(reply.Content) == 0 && reply.StopReason == "" {
		return c.malformed(x, "not a message: "+string(x.body[:min(len(x.body), 1000)]))
	}
	return c.response(x, reply), nil
}

// request is req without its settings.
func (c *AnthropicClient) request(req translate.Request) sdk.MessageNewParams {
	p := sdk.MessageNewParams{Model: sdk.Model(cmp.Or(req.Model, c.model)), MaxTokens: *req.Params.MaxTokens}
	for _, m := range req.Messages {
		switch m.Role {
		case translate.RoleSystem:
			p.System = append(p.System, sdk.TextBlockParam{Text: m.Content})
		case translate.RoleAssistant:
			p.Messages = append(p.Messages, sdk.NewAssistantMessage(sdk.NewTextBlock(m.Content)))
		default:
			p.Messages = append(p.Messages, sdk.NewUserMessage(sdk.NewTextBlock(m.Content)))
		}
	}
	return p
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

func (c *AnthropicClient) response(x *exchange, reply *sdk.Message) translate.Response {
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
		FinishReason: c.secrets.Redact(string(reply.StopReason)),
		Usage: record.Usage{
			PromptTokens: u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens,
			CachedTokens: u.CacheReadInputTokens, CompletionTokens: u.OutputTokens,
			ReasoningTokens: u.OutputTokensDetails.ThinkingTokens,
		},
		Outcome: anthropicOutcome(reply.StopReason, content),
		Hold:    anthropicHold(x.header, time.Now()),
	}
}

func anthropicOutcome(reason sdk.StopReason, answer string) record.Outcome {
	switch reason {
	case sdk.StopReasonMaxTokens, sdk.StopReasonModelContextWindowExceeded, sdk.StopReasonPauseTurn:
		return record.Truncated
	case sdk.StopReasonRefusal:
		return record.Refused
	}
	if answer == "" {
		return record.Empty
	}
	return record.OK
}

// fault is the result of a call for which the library returned err.
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

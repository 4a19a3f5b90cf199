package anthropic

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// DefaultBaseURL is Anthropic's own endpoint.
const DefaultBaseURL = "https://api.anthropic.com"

// replyLimit is the size in bytes beyond which a reply is not read.
const replyLimit = 64 << 20

// A Config says where the endpoint is and how to reach it.
type Config struct {
	BaseURL string       // ends before /v1/messages; empty: DefaultBaseURL
	Key     string       // sent as X-Api-Key; empty: no such header
	HTTP    *http.Client // must not be nil
}

// A Client is one model at the endpoint.
type Client struct {
	model   string
	base    *url.URL
	key     string
	http    *http.Client
	secrets endpoint.Secrets
}

// New is the model of that name. The error is of the base URL.
func New(model string, c Config) (*Client, error) {
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	base, err := url.Parse(strings.TrimRight(c.BaseURL, "/"))
	switch {
	case err != nil:
		// The parser's message repeats the URL, which may hold a password.
		return nil, errors.New("base URL: not a URL, expected the form https://host")
	case base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.RawQuery != "" || base.Fragment != "":
		return nil, fmt.Errorf("base URL %q: expected the form https://host", base.Redacted())
	}
	return &Client{model: model, base: base, key: c.Key, http: c.HTTP, secrets: endpoint.NewSecrets(c.Key, base)}, nil
}

// Name is the model's name.
func (c *Client) Name() string { return c.model }

// Endpoint is the base URL without its password.
func (c *Client) Endpoint() string { return c.base.Redacted() }

// Check says whether the endpoint takes the settings.
func Check(p translate.Params) error {
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
func (c *Client) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := Check(req.Params); err != nil {
		return translate.Response{Outcome: record.HTTP4xx}, &translate.CallError{
			Fault: translate.FaultAccess, Outcome: record.HTTP4xx, Message: err.Error(),
		}
	}
	x := &endpoint.Exchange{Client: c.http, Settings: settings(req.Params), Limit: replyLimit}
	client := sdk.NewClient(
		option.WithoutEnvironmentDefaults(), option.WithBaseURL(c.base.String()), option.WithAPIKey(c.key),
		option.WithHTTPClient(x), option.WithMaxRetries(0),
		// The library's own limit grows with max_tokens; the policy's counts.
		option.WithRequestTimeout(24*time.Hour),
	)
	reply, err := client.Messages.New(ctx, c.params(req))
	if err != nil {
		call := c.fault(ctx, x, err)
		return translate.Response{Outcome: call.Outcome}, call
	}
	if len(reply.Content) == 0 && reply.StopReason == "" {
		return translate.Response{Outcome: record.HTTP5xx}, &translate.CallError{
			Fault: translate.FaultMalformed, Outcome: record.HTTP5xx, Status: x.Status,
			Message: c.secrets.Excerpt("not a message: " + string(x.Body[:min(len(x.Body), 1000)])),
		}
	}
	return c.response(x, reply), nil
}

// params is the request but for its settings.
func (c *Client) params(req translate.Request) sdk.MessageNewParams {
	p := sdk.MessageNewParams{Model: sdk.Model(req.Model), MaxTokens: *req.Params.MaxTokens}
	if req.Model == "" {
		p.Model = sdk.Model(c.model)
	}
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

// settings are the members that join the request's body.
func settings(p translate.Params) string {
	p.MaxTokens = nil // stands there
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

func (c *Client) response(x *endpoint.Exchange, reply *sdk.Message) translate.Response {
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
	if s := strings.TrimSpace(thought.String()); s != "" {
		reasoning = s
	}
	u := reply.Usage
	return translate.Response{
		Content: c.secrets.Redact(content), Reasoning: c.secrets.Redact(reasoning),
		FinishReason: c.secrets.Redact(string(reply.StopReason)),
		Usage: record.Usage{
			PromptTokens: u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens,
			CachedTokens: u.CacheReadInputTokens, CompletionTokens: u.OutputTokens,
			ReasoningTokens: u.OutputTokensDetails.ThinkingTokens,
		},
		Outcome: outcome(reply.StopReason, content),
		Hold:    hold(x.Header, time.Now()),
	}
}

func outcome(reason sdk.StopReason, answer string) record.Outcome {
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

// fault says what kind of failure err is, that the library returned after x.
func (c *Client) fault(ctx context.Context, x *endpoint.Exchange, err error) *translate.CallError {
	e := endpoint.Fault(ctx, x, err, c.secrets)
	if e.Status < 400 {
		return e
	}
	e.Hold = hold(x.Header, time.Now())
	if e.RetryAfter == 0 {
		e.RetryAfter = e.Hold
	} else {
		e.Hold = min(e.Hold, e.RetryAfter)
	}
	if e.Status == http.StatusUnauthorized && c.key == "" {
		e.Message += " (no key was sent: ANTHROPIC_API_KEY is not set)"
	}
	return e
}

// hold reads how long the endpoint wants no request from anyone: until the
// reset of a limit of which nothing is left.
func hold(h http.Header, now time.Time) time.Duration {
	var longest time.Duration
	for _, what := range []string{"Requests", "Tokens", "Input-Tokens", "Output-Tokens"} {
		if h.Get("Anthropic-Ratelimit-"+what+"-Remaining") != "0" {
			continue
		}
		if at, err := time.Parse(time.RFC3339, h.Get("Anthropic-Ratelimit-"+what+"-Reset")); err == nil {
			longest = max(longest, at.Sub(now))
		}
	}
	return min(max(longest, 0), 10*time.Minute)
}

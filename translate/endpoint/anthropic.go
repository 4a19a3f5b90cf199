package endpoint

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// An AnthropicClient is one of Anthropic's models. Its protocol differs from OpenAI's:
// the system message is separate, max_tokens is required, reasoning comes in separate
// blocks, and the prompt tokens do not include cached ones, which Usage adds. Anthropic's
// own library adds 8 MB to the executable for the one request below, so it is not used.
type AnthropicClient struct{ client }

// NewAnthropic returns the named model. The error is about the base URL.
func NewAnthropic(model string, c Config) (*AnthropicClient, error) {
	c.BaseURL = cmp.Or(c.BaseURL, "https://api.anthropic.com")
	inner, err := newClient(model, c, "https://host")
	if err != nil {
		return nil, err
	}
	inner.provider, inner.hold = Anthropic, anthropicHold
	inner.header.Set("Anthropic-Version", anthropicVersion)
	if c.Key != "" {
		inner.header.Set("X-Api-Key", c.Key)
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
	x := c.exchange(answerLimit)
	defer x.end()
	body, err := c.body(req)
	if err == nil {
		err = x.post(ctx, "v1/messages", body)
	}
	if err != nil {
		return c.fault(ctx, x, err)
	}
	var reply struct {
		Content    list[block] `json:"content"`
		StopReason string      `json:"stop_reason"`
	}
	var a answer
	found := false
	reply.Content.add = func(b block) error {
		found = true
		a.content += b.Text
		a.reasoning += b.Thinking
		return nil
	}
	if err := read(x.body, &reply); err != nil {
		return c.fault(ctx, x, err)
	}
	if !found && reply.StopReason == "" {
		return c.malformed(x, "not a message: "+c.secrets.head(x.body))
	}
	a.finish = reply.StopReason
	return c.response(x, a, anthropicOutcome(a.finish)), nil
}

// A block is a part of a message.
type block struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Thinking string `json:"thinking,omitempty"`
}

// anthropicVersion is the version of the protocol.
const anthropicVersion = "2023-06-01"

// body returns the body of a request: https://docs.anthropic.com/en/api/messages.
func (c *AnthropicClient) body(req translate.Request) ([]byte, error) {
	type message struct {
		Role    string  `json:"role"`
		Content []block `json:"content"`
	}
	var body struct {
		Model    string    `json:"model"`
		System   []block   `json:"system,omitempty"`
		Messages []message `json:"messages"`
	}
	body.Model = cmp.Or(req.Model, c.model)
	for _, m := range req.Messages {
		content := []block{{Type: "text", Text: m.Content}}
		if m.Role == translate.RoleSystem {
			body.System = append(body.System, content...)
		} else {
			body.Messages = append(body.Messages, message{m.Role, content})
		}
	}
	settings := req.Params
	if len(settings.Stop) > 0 {
		stop, err := json.Marshal(settings.Stop)
		if err != nil {
			return nil, err
		}
		settings = settings.With("stop_sequences", stop)
		settings.Stop = nil
	}
	b, err := json.Marshal(body, jsontext.AllowInvalidUTF8(true))
	return join(b, settings.String()), err
}

// anthropicUsage is the usage of a message. Cached tokens are not part of the input
// tokens.
type anthropicUsage struct {
	InputTokens              int64 `json:"input_tokens"`
	CacheReadInputTokens     int64 `json:"cache_read_input_tokens"`
	CacheCreationInputTokens int64 `json:"cache_creation_input_tokens"`
	OutputTokens             int64 `json:"output_tokens"`
	OutputTokensDetails      struct {
		ThinkingTokens int64 `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// usage converts the usage; a negative count is unknown.
func (u anthropicUsage) usage() record.Usage {
	cached := max(u.CacheReadInputTokens, 0)
	return record.Usage{
		PromptTokens: max(u.InputTokens, 0) + cached + max(u.CacheCreationInputTokens, 0), CachedTokens: cached,
		CompletionTokens: max(u.OutputTokens, 0), ReasoningTokens: max(u.OutputTokensDetails.ThinkingTokens, 0),
	}
}

// anthropicOutcome returns the outcome that a stop reason implies, or "" if it implies
// none.
func anthropicOutcome(reason string) record.Outcome {
	switch reason {
	case "max_tokens", "model_context_window_exceeded", "pause_turn":
		return record.Truncated
	case "refusal":
		return record.Refused
	}
	return ""
}

// anthropicHold returns how long the endpoint accepts no request: until the last reset of
// the limits that are used up. asked is the reply's Retry-After; if it is not 0, the
// result is at most asked.
func anthropicHold(_ int, h http.Header, asked time.Duration) time.Duration {
	longest := time.Duration(0)
	for _, what := range []string{"Requests", "Tokens", "Input-Tokens", "Output-Tokens"} {
		if h.Get("Anthropic-Ratelimit-"+what+"-Remaining") != "0" {
			continue
		}
		if at, err := time.Parse(time.RFC3339, h.Get("Anthropic-Ratelimit-"+what+"-Reset")); err == nil {
			longest = max(longest, time.Until(at))
		}
	}
	if asked > 0 {
		longest = min(longest, asked)
	}
	return min(longest, translate.LongestWait)
}

package endpoint

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate"
)

// Anthropic's protocol differs from OpenAI's: the system message is separate, max_tokens is
// required, reasoning comes in separate blocks, and the prompt tokens do not include cached
// ones, which Usage adds. Anthropic's own library adds 8 MB to the executable for the one
// request below, so it is not used.

// Check reports whether endpoints of the protocol accept the settings.
func (p Protocol) Check(params translate.Params) error {
	switch {
	case p != Anthropic:
		return nil
	case params.MaxTokens == nil:
		return errors.New("max_tokens: found none, which Anthropic's endpoint requires; there is no default")
	case params.Seed != nil:
		return errors.New("seed: Anthropic's models take none")
	case params.Extra["system"] != nil || params.Extra["stop_sequences"] != nil:
		return errors.New("system and stop_sequences: the client sets these members of the request itself")
	}
	return nil
}

// readMessage reads a reply: https://docs.anthropic.com/en/api/messages.
func readMessage(body []byte) (a answer, err error) {
	var reply struct {
		Content    list[block] `json:"content"`
		StopReason string      `json:"stop_reason"`
	}
	found := false
	reply.Content.add = func(b block) error {
		found = true
		a.content += b.Text
		a.reasoning += b.Thinking
		return nil
	}
	if err = read(body, &reply); err == nil && !found && reply.StopReason == "" {
		err = errors.New("not a message")
	}
	a.finish = reply.StopReason
	return a, err
}

// A block is a part of a message.
type block struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Thinking string `json:"thinking,omitempty"`
}

// anthropicVersion is the version of the protocol.
const anthropicVersion = "2023-06-01"

// anthropicBody returns the body of a request.
func anthropicBody(model string, req translate.Request) ([]byte, error) {
	type message struct {
		Role    string  `json:"role"`
		Content []block `json:"content"`
	}
	var body struct {
		Model    string    `json:"model"`
		System   []block   `json:"system,omitempty"`
		Messages []message `json:"messages"`
	}
	body.Model = model
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

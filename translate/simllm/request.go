package simllm

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// A chatRequest is the part of a request for a completion that has an effect.
// Sampling settings have none on a rule-based model.
type chatRequest struct {
	Model               string         `json:"model"`
	Messages            []chatMessage  `json:"messages"`
	Stream              bool           `json:"stream"`
	MaxTokens           *int64         `json:"max_tokens"`
	MaxCompletionTokens *int64         `json:"max_completion_tokens"`
	Seed                *int64         `json:"seed"`
	N                   *int64         `json:"n"`
	Stop                texts          `json:"stop"`
	ResponseFormat      responseFormat `json:"response_format"`
}

type chatMessage struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

// content is a message's text: a string, a list of parts, or null.
type content string

// UnmarshalJSON joins the texts of parts. Other parts, such as images, are ignored.
func (c *content) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() != jsontext.KindBeginArray {
		return json.Unmarshal(b, (*string)(c), lenient)
	}
	var parts []struct {
		Text string `json:"text"`
	}
	err := json.Unmarshal(b, &parts, lenient)
	*c = ""
	for _, p := range parts {
		*c += content(p.Text)
	}
	return err
}

// texts is a string or a list of strings.
type texts []string

// UnmarshalJSON reads a string or a list of strings.
func (t *texts) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() != jsontext.KindString {
		return json.Unmarshal(b, (*[]string)(t), lenient)
	}
	*t = make([]string, 1)
	return json.Unmarshal(b, &(*t)[0], lenient)
}

var roles = []string{"system", "developer", "user", "assistant", "tool"}

// parse reads and checks a request.
func (s *Server) parse(body []byte) (*chatRequest, *apiError) {
	req, failed := decode[chatRequest](body)
	if failed == nil {
		failed = s.serves(req.Model)
	}
	if failed == nil {
		failed = req.check()
	}
	return &req, failed
}

func (r *chatRequest) check() *apiError {
	if len(r.Messages) == 0 {
		return invalid("messages", "found none, expected at least one")
	}
	mentionsJSON := false
	for i, m := range r.Messages {
		if !slices.Contains(roles, m.Role) {
			return invalid("messages", "message %d: found the role %q, expected one of %s", i, m.Role, strings.Join(roles, ", "))
		}
		mentionsJSON = mentionsJSON || strings.Contains(strings.ToLower(string(m.Content)), "json")
	}
	if r.Stream || r.N != nil && *r.N != 1 {
		return invalid("stream", "found a stream or several choices, expected one whole reply")
	}
	if most := r.maxTokens(); most != nil && *most < 1 {
		return invalid("max_tokens", "found %d, expected a positive number", *most)
	}
	if problem := r.ResponseFormat.problem(); problem != "" {
		return invalid("response_format", "%s", problem)
	}
	if r.ResponseFormat.Type == formatObject && !mentionsJSON { // OpenAI requires this, too
		return invalid("messages", "found no mention of JSON, which a response_format of %s requires", formatObject)
	}
	return nil
}

// maxTokens returns the limit of a reply's tokens, from the newer or the older field;
// nil means no limit.
func (r *chatRequest) maxTokens() *int64 {
	if r.MaxCompletionTokens != nil {
		return r.MaxCompletionTokens
	}
	return r.MaxTokens
}

// tokens counts the tokens of the prompt.
func (r *chatRequest) tokens() int {
	n := tokensPerReply
	for _, m := range r.Messages {
		n += tokensPerMessage + count(string(m.Content))
	}
	return n
}

// conversation converts the messages for the model.
func (r *chatRequest) conversation() []record.Message {
	messages := make([]record.Message, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = record.Message{Role: m.Role, Content: string(m.Content)}
	}
	return messages
}

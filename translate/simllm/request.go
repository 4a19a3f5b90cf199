package simllm

import (
	"net/http"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
)

// A chatRequest is what the server reads of a request for a completion; other
// members have no effect, as sampling settings have none on a model by rule.
type chatRequest struct {
	Model               string         `json:"model"`
	Messages            []chatMessage  `json:"messages"`
	Stream              bool           `json:"stream"`
	StreamOptions       streamOptions  `json:"stream_options"`
	MaxTokens           *int64         `json:"max_tokens"`
	MaxCompletionTokens *int64         `json:"max_completion_tokens"`
	Seed                *int64         `json:"seed"`
	N                   *int64         `json:"n"`
	Stop                texts          `json:"stop"`
	ResponseFormat      responseFormat `json:"response_format"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type chatMessage struct {
	Role    string  `json:"role"`
	Content content `json:"content"`
}

// content is a message's text: a string, a list of parts, or null.
type content string

// UnmarshalJSON takes the texts of parts together; images and the like, which
// the model cannot see, are left out.
func (c *content) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() != jsontext.KindBeginArray {
		return json.Unmarshal(b, (*string)(c), lenient)
	}
	var parts []struct {
		Text string `json:"text"`
	}
	err := json.Unmarshal(b, &parts, lenient)
	var all strings.Builder
	for _, p := range parts {
		all.WriteString(p.Text)
	}
	*c = content(all.String())
	return err
}

// texts is a string or a list of strings.
type texts []string

// UnmarshalJSON reads either.
func (t *texts) UnmarshalJSON(b []byte) error {
	if jsontext.Value(b).Kind() != jsontext.KindString {
		return json.Unmarshal(b, (*[]string)(t), lenient)
	}
	*t = make([]string, 1)
	return json.Unmarshal(b, &(*t)[0], lenient)
}

// parse reads and checks a request.
func (s *Server) parse(body []byte) (*chatRequest, *apiError) {
	req := new(chatRequest)
	if err := decode(body, req); err != nil {
		return nil, err
	}
	if err := s.serves(req.Model); err != nil {
		return nil, err
	}
	bad := func(param, format string, a ...any) (*chatRequest, *apiError) {
		return nil, invalid(http.StatusBadRequest, param, "", param+": "+format, a...)
	}
	if len(req.Messages) == 0 {
		return bad("messages", "found none, expected one at least")
	}
	for i, m := range req.Messages {
		switch m.Role {
		case "system", "developer", "user", "assistant", "tool":
		default:
			return bad("messages", "message %d: found the role %q, expected system, developer, user, assistant or tool", i, m.Role)
		}
	}
	if req.N != nil && (*req.N < 1 || *req.N > maxChoices) {
		return bad("n", "found %d, expected 1 to %d", *req.N, maxChoices)
	}
	if most := req.maxTokens(); most != nil && *most < 1 {
		return bad("max_tokens", "found %d, expected a positive number", *most)
	}
	if found := req.ResponseFormat.problem(); found != "" {
		return bad("response_format", "%s", found)
	}
	if req.ResponseFormat.Type == formatObject && !req.mentions("json") {
		return bad("messages", "found no word of JSON, which a response_format of %s wants there", formatObject)
	}
	return req, s.checkContext(req)
}

// maxChoices is the limit on n, as OpenAI has it.
const maxChoices = 128

// choices is the number of replies that are wanted.
func (r *chatRequest) choices() int {
	if r.N == nil {
		return 1
	}
	return int(*r.N)
}

// mentions says whether a message has the word, in whatever case.
func (r *chatRequest) mentions(word string) bool {
	return slices.ContainsFunc(r.Messages, func(m chatMessage) bool {
		return strings.Contains(strings.ToLower(string(m.Content)), word)
	})
}

// checkContext refuses what is longer than the model's context.
func (s *Server) checkContext(req *chatRequest) *apiError {
	prompt, reply := int64(req.tokens()), int64(0)
	if most := req.maxTokens(); most != nil {
		reply = *most
	}
	if s.o.Context == 0 || prompt <= int64(s.o.Context) && reply <= int64(s.o.Context)-prompt {
		return nil
	}
	return invalid(http.StatusBadRequest, "messages", "context_length_exceeded",
		"messages: found %d tokens and %d for the reply, expected at most %d together", prompt, reply, s.o.Context)
}

// maxTokens is the limit on a reply's tokens under its newer or its older
// name; nil is none.
func (r *chatRequest) maxTokens() *int64 {
	if r.MaxCompletionTokens != nil {
		return r.MaxCompletionTokens
	}
	return r.MaxTokens
}

// tokens is the number of tokens of the prompt.
func (r *chatRequest) tokens() int {
	n := tokensPerReply
	for _, m := range r.Messages {
		n += tokensPerMessage + count(string(m.Content))
	}
	return n
}

// conversation is the messages as models take them.
func (r *chatRequest) conversation() []record.Message {
	messages := make([]record.Message, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = record.Message{Role: m.Role, Content: string(m.Content)}
	}
	return messages
}

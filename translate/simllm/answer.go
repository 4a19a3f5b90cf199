package simllm

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
)

// A chatRequest is a request for a completion. Settings of sampling have no effect on a
// rule-based model.
type chatRequest struct {
	openai.ChatCompletionRequest
	MaxTokens int `json:"max_tokens"` // the older name of MaxCompletionTokens
}

var roles = []string{"system", "developer", "user", "assistant", "tool"}

// parse reads and checks a request.
func (s *Server) parse(body []byte) (*chatRequest, *apiError) {
	r := &chatRequest{}
	if err := json.Unmarshal(body, r); err != nil {
		return nil, invalid("body", "%v", err)
	}
	if failed := s.serves(r.Model); failed != nil {
		return nil, failed
	}
	switch {
	case len(r.Messages) == 0:
		return nil, invalid("messages", "found none, expected at least one")
	case r.Stream || r.N > 1:
		return nil, invalid("stream", "found a stream or several choices, expected one whole reply")
	case r.MaxTokens < 0 || r.MaxCompletionTokens < 0:
		return nil, invalid("max_tokens", "found a negative number")
	}
	for i, m := range r.Messages {
		if !slices.Contains(roles, m.Role) {
			return nil, invalid("messages", "message %d: found the role %q, expected one of %s", i, m.Role, strings.Join(roles, ", "))
		}
	}
	return r, nil
}

// conversation converts the messages for the model. Of messages in parts, it joins the
// texts.
func (r *chatRequest) conversation() []record.Message {
	messages := make([]record.Message, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = record.Message{Role: m.Role, Content: m.Content}
		for _, part := range m.MultiContent {
			messages[i].Content += part.Text
		}
	}
	return messages
}

// tokens counts the tokens of the prompt.
func (r *chatRequest) tokens() int { return int(translate.EstimateTokens(r.conversation())) }

// A reply is the answer to a request.
type reply struct {
	content string
	refusal string // replaces the content
	finish  openai.FinishReason
}

// reply asks the model, and applies the request's settings and the call's fault. The
// error is the error of ctx.
func (s *Server) reply(ctx context.Context, c *call) (reply, error) {
	req := c.req
	var settings translate.Params
	if req.Seed != nil {
		settings.Seed = record.Int(*req.Seed)
	}
	messages := req.conversation()
	resp, err := s.model.Chat(ctx, translate.Request{Messages: messages, Params: settings, Key: conversationKey(messages)})
	if err != nil {
		return reply{}, err
	}
	r := reply{content: resp.Content, finish: openai.FinishReasonStop}
	switch {
	case c.fault == Refusal && c.random.IntN(2) == 0:
		r.content, r.finish = "", openai.FinishReasonContentFilter
	case c.fault == Refusal:
		r.content, r.refusal = "", "I would rather not work on this request."
	case resp.Outcome == record.Refused:
		r.content, r.refusal = "", resp.Content
	default:
		for _, stop := range req.Stop {
			if stop != "" {
				r.content, _, _ = strings.Cut(r.content, stop)
			}
		}
		r.content = wrap(r.content, req.ResponseFormat)
	}
	if c.fault == Length {
		r.cut(c.random.IntN(max(1, r.tokens())))
	}
	for _, most := range []int{req.MaxTokens, req.MaxCompletionTokens} {
		if most > 0 && most < r.tokens() {
			r.cut(most)
		}
	}
	return r, nil
}

// conversationKey seeds the model's errors; the model adds the request's seed.
func conversationKey(messages []record.Message) string {
	var parts [][]byte
	for _, m := range messages {
		parts = append(parts, []byte(m.Role), []byte(m.Content))
	}
	h := hashOf(parts...)
	return hex.EncodeToString(h[:])
}

// wrap makes an answer that is not a JSON object the member answer of an object, if the
// format requires JSON.
func wrap(answer string, f *openai.ChatCompletionResponseFormat) string {
	object := map[string]any{}
	if f == nil || f.Type == openai.ChatCompletionResponseFormatTypeText || json.Unmarshal([]byte(answer), &object) == nil {
		return answer
	}
	return string(marshal(map[string]any{"reasoning": "", "answer": answer}))
}

// message returns the message of the reply. If it is a refusal, the content is null.
func (r *reply) message() object {
	if r.refusal != "" {
		return object{"role": "assistant", "content": nil, "refusal": r.refusal}
	}
	return object{"role": "assistant", "content": r.content, "refusal": nil}
}

// tokens counts the tokens of the reply.
func (r *reply) tokens() int {
	return int(translate.TextTokens(r.content) + translate.TextTokens(r.refusal))
}

// cut shortens the reply to its first n tokens. A reply is either a content or a refusal.
func (r *reply) cut(n int) {
	r.finish = openai.FinishReasonLength
	for _, part := range []*string{&r.content, &r.refusal} {
		text := []rune(*part)
		end := sort.Search(len(text), func(i int) bool { return translate.TextTokens(string(text[:i+1])) > int64(n) })
		*part = string(text[:end])
	}
}

// usage returns the number of tokens of the reply to req.
func (r *reply) usage(req *chatRequest) openai.Usage {
	u := openai.Usage{PromptTokens: req.tokens(), CompletionTokens: r.tokens()}
	u.TotalTokens = u.PromptTokens + u.CompletionTokens
	return u
}

const maxInputs = 2048 // texts of a request for embeddings, OpenAI's limit

// embed answers a request for embeddings.
func (s *Server) embed(r *http.Request) (any, *apiError) {
	body, failed := read(r)
	if failed != nil {
		return nil, failed
	}
	var req openai.EmbeddingRequestStrings
	if err := json.Unmarshal(body, &req); err != nil {
		return nil, invalid("body", "%v", err)
	}
	if failed := s.serves(string(req.Model)); failed != nil {
		return nil, failed
	}
	if n := len(req.Input); n == 0 || n > maxInputs || slices.Contains(req.Input, "") {
		return nil, invalid("input", "found %d texts, expected 1 to %d that are not empty", n, maxInputs)
	}
	reply := openai.EmbeddingResponse{Object: "list", Model: req.Model}
	for i, text := range req.Input {
		reply.Usage.PromptTokens += int(translate.TextTokens(text))
		reply.Data = append(reply.Data, openai.Embedding{Object: "embedding", Index: i, Embedding: builtin.Embed(text)})
	}
	reply.Usage.TotalTokens = reply.Usage.PromptTokens
	return reply, nil
}

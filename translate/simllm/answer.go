package simllm

import (
	"context"
	"encoding/hex"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// A reply is the answer to a request.
type reply struct {
	content string
	refusal string // replaces the content
	finish  string
}

// usage is the number of tokens of an answer, as the API reports it.
type usage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

const (
	finishStop   = "stop"
	finishLength = "length"
	finishFilter = "content_filter"
)

// reply asks the model, and applies the request's settings and the call's fault. The
// error is the error of ctx.
func (s *Server) reply(ctx context.Context, c *call) (reply, error) {
	req := c.req
	resp, err := s.model.Chat(ctx, translate.Request{
		Messages: req.conversation(), Params: translate.Params{Seed: req.Seed}, Key: conversationKey(req),
	})
	if err != nil {
		return reply{}, err
	}
	r := reply{content: resp.Content, finish: finishStop}
	switch {
	case c.fault == Refusal && c.random.IntN(2) == 0:
		r.content, r.finish = "", finishFilter
	case c.fault == Refusal:
		r.content, r.refusal = "", "I would rather not work on this request."
	case resp.Outcome == record.Refused:
		r.content, r.refusal = "", resp.Content
	default:
		r.content = req.ResponseFormat.wrap(untilStop(r.content, req.Stop))
	}
	if c.fault == Length {
		r.cut(c.random.IntN(max(1, r.tokens())))
	}
	if most := req.maxTokens(); most != nil && *most < int64(r.tokens()) {
		r.cut(int(*most))
	}
	return r, nil
}

// conversationKey seeds the model's errors; the model adds the request's seed.
func conversationKey(req *chatRequest) string {
	var parts [][]byte
	for _, m := range req.Messages {
		parts = append(parts, []byte(m.Role), []byte(m.Content))
	}
	h := hashOf(parts...)
	return hex.EncodeToString(h[:])
}

// untilStop cuts s at the first of the stop sequences.
func untilStop(s string, stops []string) string {
	for _, stop := range stops {
		if stop != "" {
			s, _, _ = strings.Cut(s, stop)
		}
	}
	return s
}

// message returns the message of the reply. If it is a refusal, the content is null.
func (r *reply) message() object {
	if r.refusal != "" {
		return object{"role": "assistant", "content": nil, "refusal": r.refusal}
	}
	return object{"role": "assistant", "content": r.content, "refusal": nil}
}

// tokens counts the tokens of the reply.
func (r *reply) tokens() int { return count(r.content) + count(r.refusal) }

// cut shortens the reply to its first n tokens.
func (r *reply) cut(n int) {
	r.finish = finishLength
	for _, part := range []*string{&r.content, &r.refusal} {
		*part = firstTokens(*part, n)
		n -= count(*part)
	}
}

// usage returns the number of tokens of the reply to req.
func (r *reply) usage(req *chatRequest) usage {
	u := usage{Prompt: req.tokens(), Completion: r.tokens()}
	u.Total = u.Prompt + u.Completion
	return u
}

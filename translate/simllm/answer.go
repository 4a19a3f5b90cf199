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
	content   string
	reasoning string // beside the content
	refusal   string // replaces the content
	finish    string
}

// usage is the number of tokens of an answer, as the API reports it.
type usage struct {
	Prompt     int      `json:"prompt_tokens"`
	Completion int      `json:"completion_tokens"`
	Total      int      `json:"total_tokens"`
	Details    *details `json:"completion_tokens_details,omitempty"`
}

type details struct {
	Reasoning int `json:"reasoning_tokens"`
}

const (
	finishStop   = "stop"
	finishLength = "length"
	finishFilter = "content_filter"
)

// reply asks the model, and applies the request's settings, the call's fault and
// the thinking. The error is the error of ctx.
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
		s.think(&r, c.body)
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

// think adds a thought to a share of the replies, before or beside the content. The
// thought quotes a part of the answer, as a trap for clients that search it for answers.
func (s *Server) think(r *reply, body bodyHash) {
	u := s.source("thinking", body, 0).Float64()
	if u >= s.o.Think+s.o.Reasoning {
		return
	}
	thought := "From the outside to the inside. A first attempt would be\n" +
		firstTokens(r.content, count(r.content)/2) + "\nbut that leaves something out, so once more from the start."
	if u < s.o.Think {
		r.content = "<think>\n" + thought + "\n</think>\n\n" + r.content
	} else {
		r.reasoning = thought
	}
}

// tokens counts the tokens of the reply.
func (r *reply) tokens() int { return count(r.reasoning) + count(r.content) + count(r.refusal) }

// cut shortens the reply to its first n tokens. The reasoning comes first.
func (r *reply) cut(n int) {
	r.finish = finishLength
	for _, part := range []*string{&r.reasoning, &r.content, &r.refusal} {
		*part = firstTokens(*part, n)
		n -= count(*part)
	}
}

// usage returns the number of tokens of the reply to req.
func (r *reply) usage(req *chatRequest) usage {
	u := usage{Prompt: req.tokens(), Completion: r.tokens()}
	u.Total = u.Prompt + u.Completion
	if r.reasoning != "" {
		u.Details = &details{count(r.reasoning)}
	}
	return u
}

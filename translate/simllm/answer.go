package simllm

import (
	"context"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// An answer holds as many replies as the request asks for.
type answer struct {
	replies []reply
	usage   usage // of all replies, with the prompt once
}

// A reply is one choice.
type reply struct {
	content   string
	reasoning string // beside the content
	refusal   string // in place of the content
	finish    string
}

// usage is the tokens of an answer as the API reports them.
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

// answer asks the model for each choice. The error is that of ctx.
func (s *Server) answer(ctx context.Context, c *call) (answer, error) {
	a := answer{usage: usage{Prompt: c.req.tokens()}}
	for i := range c.req.choices() {
		r, err := s.reply(ctx, c, i)
		if err != nil {
			return answer{}, err
		}
		a.replies = append(a.replies, r)
		a.usage.Completion += r.tokens()
		if r.reasoning != "" {
			if a.usage.Details == nil {
				a.usage.Details = &details{}
			}
			a.usage.Details.Reasoning += count(r.reasoning)
		}
	}
	a.usage.Total = a.usage.Prompt + a.usage.Completion
	return a, nil
}

// reply asks the model for the i-th choice, and applies the request's settings,
// the call's fault and the thinking.
func (s *Server) reply(ctx context.Context, c *call, i int) (reply, error) {
	req := c.req
	resp, err := s.model.Chat(ctx, translate.Request{
		Messages: req.conversation(), Params: translate.Params{Seed: req.Seed}, Key: conversationKey(req, i),
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
		s.think(&r, c.body, i)
	}
	if c.fault == Length {
		r.cut(c.random.IntN(max(1, r.tokens())))
	}
	if most := req.maxTokens(); most != nil && *most < int64(r.tokens()) {
		r.cut(int(*most))
	}
	return r, nil
}

// conversationKey seeds the errors of the i-th choice; the model adds the
// request's seed.
func conversationKey(req *chatRequest, i int) string {
	var parts [][]byte
	for _, m := range req.Messages {
		parts = append(parts, []byte(m.Role), []byte(m.Content))
	}
	if i > 0 { // the first is the one that a request for one gets
		parts = append(parts, []byte(strconv.Itoa(i)))
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

// think adds a thought to a share of the replies, before or beside the content.
// It quotes a part of the answer, as a trap for clients that read one there.
func (s *Server) think(r *reply, body bodyHash, i int) {
	u := s.source("thinking", body, i).Float64()
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

// cut ends the reply after n tokens, the reasoning first.
func (r *reply) cut(n int) {
	r.finish = finishLength
	for _, part := range []*string{&r.reasoning, &r.content, &r.refusal} {
		*part = firstTokens(*part, n)
		n -= count(*part)
	}
}

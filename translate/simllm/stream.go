package simllm

import (
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A chunk is one event of a streamed reply.
type chunk struct {
	ID      string        `json:"id"`
	Object  string        `json:"object"`
	Created int64         `json:"created"`
	Model   string        `json:"model"`
	Choices []chunkChoice `json:"choices"`

	// Usage is absent unless it was asked for, and then null but in the last.
	Usage jsontext.Value `json:"usage,omitzero"`
}

type chunkChoice struct {
	Index  int     `json:"index"`
	Delta  delta   `json:"delta"`
	Finish *string `json:"finish_reason"`
}

type delta struct {
	Role      string  `json:"role,omitempty"`
	Content   *string `json:"content,omitzero"`
	Reasoning string  `json:"reasoning_content,omitempty"`
	Refusal   string  `json:"refusal,omitempty"`
}

// chunks are the events of an answer: for each choice one for the role, one for
// each token and one for the end, and where it was asked for one for the usage.
func (c *call) chunks(a answer) [][]byte {
	asked := c.req.StreamOptions.IncludeUsage
	base := chunk{ID: c.id(), Object: "chat.completion.chunk", Created: time.Now().Unix(), Model: c.req.Model}
	if asked {
		base.Usage = jsontext.Value("null")
	}
	var events [][]byte
	for i, r := range a.replies {
		emit := func(d delta, finish *string) {
			e := base
			e.Choices = []chunkChoice{{Index: i, Delta: d, Finish: finish}}
			events = append(events, marshal(e))
		}
		empty := ""
		emit(delta{Role: "assistant", Content: &empty}, nil)
		for p := range pieces(r.reasoning) {
			emit(delta{Reasoning: p}, nil)
		}
		for p := range pieces(r.content) {
			emit(delta{Content: &p}, nil)
		}
		for p := range pieces(r.refusal) {
			emit(delta{Refusal: p}, nil)
		}
		emit(delta{}, &r.finish)
	}
	if asked {
		e := base
		e.Choices, e.Usage = []chunkChoice{}, marshal(a.usage)
		events = append(events, marshal(e))
	}
	return append(events, []byte("[DONE]"))
}

// stream sends a reply as server-sent events, or what a fault makes of it. A
// cut falls between the first event and the last but one.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, c *call, answer answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	events := c.chunks(answer)
	last := len(events) - 1
	switch c.fault {
	case DropBody, Truncated, Malformed:
		s.endsAs(c.fault)
		sendEvents(w, events[:1+c.random.IntN(last-1)])
	default:
		if sendEvents(w, events[:last]) != nil {
			s.abandon()
			return
		}
		s.deliver(w, r, c, answer, func() { _ = sendEvents(w, events[last:]) }) // deliver sees whether it failed
		return
	}
	switch c.fault {
	case DropBody:
		panic(http.ErrAbortHandler)
	case Malformed:
		_ = sendEvents(w, [][]byte{[]byte(`{"choices" [`)}) // nobody can read it anyway
	}
}

// sendEvents sends each event as soon as it is there.
func sendEvents(w http.ResponseWriter, events [][]byte) error {
	for _, e := range events {
		if _, err := w.Write(append(append([]byte("data: "), e...), "\n\n"...)); err != nil {
			return err
		}
		if err := http.NewResponseController(w).Flush(); err != nil {
			return err
		}
	}
	return nil
}

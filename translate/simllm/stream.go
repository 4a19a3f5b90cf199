package simllm

import (
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A chunk is one event of a streamed reply.
type chunk struct {
	ID      string         `json:"id"`
	Object  string         `json:"object"`
	Created int64          `json:"created"`
	Model   string         `json:"model"`
	Choices []chunkChoice  `json:"choices"`
	Usage   jsontext.Value `json:"usage,omitzero"` // if asked for: null in all but the last chunk
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

// chunks returns the events of an answer: for each choice one with the role,
// one for each token and one with the finish reason, then one with the usage if
// it was asked for.
func (c *call) chunks(a answer) [][]byte {
	withUsage := c.req.StreamOptions.IncludeUsage
	base := chunk{ID: c.id(), Object: "chat.completion.chunk", Created: time.Now().Unix(), Model: c.req.Model, Choices: []chunkChoice{}}
	if withUsage {
		base.Usage = jsontext.Value("null")
	}
	var events [][]byte
	for i, r := range a.replies {
		emit := func(d delta, finish *string) {
			e := base
			e.Choices = []chunkChoice{{Index: i, Delta: d, Finish: finish}}
			events = append(events, marshal(e))
		}
		emit(delta{Role: "assistant", Content: new(string)}, nil)
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
	if withUsage {
		base.Usage = marshal(a.usage)
		events = append(events, marshal(base))
	}
	return append(events, []byte("[DONE]"))
}

// stream sends an answer as server-sent events, or fails as drawn. A cut falls
// between the first event and the last but one.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, c *call, answer answer) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	events := c.chunks(answer)
	last := len(events) - 1
	switch c.fault {
	case DropBody, Truncated, Malformed:
		s.endsAs(c.fault)
		_ = sendEvents(w, events[:1+c.random.IntN(last-1)]) // the reply is broken in any case
	default:
		if sendEvents(w, events[:last]) != nil {
			s.abandon()
			return
		}
		s.deliver(w, r, c, answer, func() { _ = sendEvents(w, events[last:]) }) // deliver flushes, and sees the error
	}
	switch c.fault {
	case DropBody:
		panic(http.ErrAbortHandler)
	case Malformed:
		_ = sendEvents(w, [][]byte{[]byte(`{"choices" [`)})
	}
}

// sendEvents sends each event at once.
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

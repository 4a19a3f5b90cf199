package simllm

import (
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// A call is one request for a completion that was let in.
type call struct {
	req     *chatRequest
	body    bodyHash
	attempt int
	fault   Fault
	random  *rand.Rand // for what the fault leaves open
	latency time.Duration
}

// chat serves POST /v1/chat/completions, and sees that what it ends as is
// counted.
func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	s.ledger.update(func(st *Stats) { st.Requests++; st.UnderWay++ })
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	default:
		s.reject(w, failure(http.StatusServiceUnavailable, "server_error", "", "overloaded",
			"more than "+strconv.Itoa(s.o.MaxUnderWay)+" requests at a time"))
		return
	}
	c, failed := s.admit(w, r)
	if failed != nil {
		s.reject(w, failed)
		return
	}
	s.perform(w, r, c)
}

// reject turns a request away.
func (s *Server) reject(w http.ResponseWriter, e *apiError) {
	s.ledger.update(func(st *Stats) { st.UnderWay--; st.Rejected[e.status]++ })
	writeError(w, e)
}

// admit reads a request, holds it against key, model, context and limits, and
// draws what is to happen to it.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) (*call, *apiError) {
	if err := s.authorize(r); err != nil {
		return nil, err
	}
	body, failed := s.read(w, r)
	if failed != nil {
		return nil, failed
	}
	req, failed := s.parse(body)
	if failed != nil {
		return nil, failed
	}
	now := time.Now()
	limit, wait := s.limiter.take(now, req.tokens())
	s.limiter.describe(w.Header(), now)
	if wait > 0 {
		askToWait(w.Header(), wait)
		return nil, rateLimitError(limit)
	}
	return s.newCall(req, hashOf(body)), nil
}

// newCall draws what is to happen to a request.
func (s *Server) newCall(req *chatRequest, body bodyHash) *call {
	c := &call{req: req, body: body, attempt: s.ledger.attempt(body)}
	c.random = s.source("fault", body, c.attempt)
	c.fault = s.o.Faults.draw(c.random)
	c.latency = s.o.Latency.draw(s.source("latency", body, c.attempt))
	return c
}

func rateLimitError(limit string) *apiError {
	return failure(http.StatusTooManyRequests, limit, "", "rate_limit_exceeded",
		"limit of "+limit+" per minute reached: wait as long as Retry-After says")
}

// perform lets happen what was drawn.
func (s *Server) perform(w http.ResponseWriter, r *http.Request, c *call) {
	switch c.fault {
	case RateLimited:
		askToWait(w.Header(), s.o.RetryAfter)
		s.fail(w, c.fault, rateLimitError("requests"))
		return
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.done:
		}
		s.endsAs(c.fault)
		panic(http.ErrAbortHandler)
	}
	if !wait(r, c.latency) {
		s.abandon()
		return
	}
	switch c.fault {
	case ServerError:
		s.fail(w, c.fault, serverError(c.random))
		return
	case Drop:
		s.endsAs(c.fault)
		panic(http.ErrAbortHandler)
	}
	answer, err := s.answer(r.Context(), c)
	if err != nil {
		s.abandon()
		return
	}
	s.limiter.spend(time.Now(), answer.usage.Completion)
	if c.req.Stream {
		s.stream(w, r, c, answer)
	} else {
		s.whole(w, r, c, answer)
	}
}

// wait waits for d; it is false where the client goes away meanwhile.
func wait(r *http.Request, d time.Duration) bool {
	if d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-r.Context().Done():
		case <-t.C:
		}
	}
	return r.Context().Err() == nil
}

// endsAs counts a request that ends in a fault.
func (s *Server) endsAs(f Fault) {
	s.ledger.update(func(st *Stats) { st.UnderWay--; st.Faults[f]++ })
}

func (s *Server) abandon() {
	s.ledger.update(func(st *Stats) { st.UnderWay--; st.Abandoned++ })
}

// fail answers with an error that a fault wants.
func (s *Server) fail(w http.ResponseWriter, f Fault, e *apiError) {
	s.endsAs(f)
	writeError(w, e)
}

// serverError is one of those that gateways and overloaded servers answer with.
func serverError(random *rand.Rand) *apiError {
	status := []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable}[random.IntN(3)]
	return failure(status, "server_error", "", "", "the server failed on this request: "+http.StatusText(status))
}

// A completion is the body of a whole reply.
type completion struct {
	ID      string   `json:"id"`
	Object  string   `json:"object"`
	Created int64    `json:"created"`
	Model   string   `json:"model"`
	Choices []choice `json:"choices"`
	Usage   usage    `json:"usage"`
}

type choice struct {
	Index   int     `json:"index"`
	Message message `json:"message"`
	Finish  string  `json:"finish_reason"`
}

type message struct {
	Role      string  `json:"role"`
	Content   *string `json:"content"` // null beside a refusal
	Reasoning string  `json:"reasoning_content,omitempty"`
	Refusal   *string `json:"refusal"`
}

// id names a reply. It tells the request and the attempt, so that two runs
// have the same ones.
func (c *call) id() string {
	return "chatcmpl-" + hex.EncodeToString(c.body[:8]) + "-" + strconv.Itoa(c.attempt)
}

// completion is the whole answer of a call.
func (c *call) completion(a answer) completion {
	all := completion{ID: c.id(), Object: "chat.completion", Created: time.Now().Unix(), Model: c.req.Model, Usage: a.usage}
	for i, r := range a.replies {
		m := message{Role: "assistant", Content: &r.content, Reasoning: r.reasoning}
		if r.refusal != "" {
			m.Content, m.Refusal = nil, &r.refusal
		}
		all.Choices = append(all.Choices, choice{Index: i, Message: m, Finish: r.finish})
	}
	return all
}

// whole sends an answer in one piece, or what a fault makes of it.
func (s *Server) whole(w http.ResponseWriter, r *http.Request, c *call, answer answer) {
	body := marshal(c.completion(answer))
	switch c.fault {
	case DropBody:
		s.endsAs(c.fault)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		writeJSON(w, http.StatusOK, body[:1+c.random.IntN(len(body)-1)])
		_ = http.NewResponseController(w).Flush() // it is to be lost
		panic(http.ErrAbortHandler)
	case Truncated:
		s.endsAs(c.fault)
		writeJSON(w, http.StatusOK, body[:1+c.random.IntN(len(body)-1)])
	case Malformed:
		s.endsAs(c.fault)
		writeJSON(w, http.StatusOK, malformed(body, c.random))
	default:
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		s.deliver(w, r, c, answer, func() { writeJSON(w, http.StatusOK, body) })
	}
}

// deliver counts a reply, sends the rest of it, and takes it back where it
// could not be sent.
func (s *Server) deliver(w http.ResponseWriter, r *http.Request, c *call, answer answer, send func()) {
	if c.fault != None { // Refusal or Length: a whole reply, but no answer
		s.endsAs(c.fault)
		send()
		return
	}
	if r.Context().Err() != nil {
		s.abandon()
		return
	}
	s.ledger.deliver(c.body, answer.usage, 1)
	send()
	if http.NewResponseController(w).Flush() != nil {
		s.ledger.deliver(c.body, answer.usage, -1)
		s.abandon()
	}
}

// malformed is what stands in the place of a completion: a page of some
// gateway, JSON that breaks a rule, or JSON of another kind.
func malformed(body []byte, random *rand.Rand) []byte {
	switch random.IntN(4) {
	case 0:
		return []byte("<html><head><title>Bad gateway</title></head><body>upstream is gone</body></html>")
	case 1:
		return append([]byte(`{"choices" `), body...)
	case 2:
		return []byte(`{"object":"chat.completion","choices":"none"}`)
	}
	return []byte(`{"object":"chat.completion","choices":[]}`)
}

package simllm

import (
	"context"
	"encoding/hex"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// A call is an admitted request for a completion.
type call struct {
	req     *chatRequest
	body    bodyHash
	attempt int
	fault   Fault
	random  *rand.Rand // for the details of the fault
	arrived time.Time
	latency time.Duration // from arrived to the reply
}

// chat serves POST /v1/chat/completions. Each path through it counts the end of
// the request exactly once.
func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	s.ledger.update(func(st *Stats) { st.Requests++; st.UnderWay++ })
	c, failed := s.admit(w, r)
	if failed != nil {
		s.ledger.update(func(st *Stats) { st.UnderWay--; st.Rejected[failed.HTTPStatusCode]++ })
		fail(w, failed)
		return
	}
	s.perform(w, r, c)
}

// admit reads a request and checks key, model and limits.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) (*call, *apiError) {
	arrived := time.Now()
	if failed := s.authorize(r); failed != nil {
		return nil, failed
	}
	body, failed := read(r)
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
	c := s.newCall(req, hashOf(body))
	c.arrived = arrived
	return c, nil
}

// newCall draws the fault and the latency of a request.
func (s *Server) newCall(req *chatRequest, body bodyHash) *call {
	c := &call{req: req, body: body, attempt: s.ledger.attempt(body)}
	c.random = s.source("fault", body, c.attempt)
	c.fault = s.o.Faults.draw(c.random)
	c.latency = s.o.Latency.draw(s.source("latency", body, c.attempt))
	return c
}

func rateLimitError(limit string) *apiError {
	e := failure(http.StatusTooManyRequests, "rate_limit_exceeded", "limit of %s per minute reached: wait as long as Retry-After says", limit)
	e.Type = limit
	return e
}

// serverError returns an error of an overloaded server or its gateway.
func serverError(random *rand.Rand) *apiError {
	status := []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable}[random.IntN(3)]
	return failure(status, "", "the server failed on this request: %s", http.StatusText(status))
}

// perform answers a call after its latency, or simulates its fault.
func (s *Server) perform(w http.ResponseWriter, r *http.Request, c *call) {
	switch c.fault {
	case RateLimited:
		askToWait(w.Header(), s.o.RetryAfter)
		s.endsAs(c.fault)
		fail(w, rateLimitError("requests"))
		return
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.closing.Done():
		}
		s.endsAs(c.fault)
		panic(http.ErrAbortHandler)
	}
	answer, err := s.reply(r.Context(), c) // before the pause: the latency contains its time
	pause(r.Context(), time.Until(c.arrived.Add(c.latency)))
	if err != nil || r.Context().Err() != nil {
		s.abandon()
		return
	}
	switch c.fault {
	case ServerError:
		s.endsAs(c.fault)
		fail(w, serverError(c.random))
		return
	case Drop:
		s.endsAs(c.fault)
		panic(http.ErrAbortHandler)
	}
	s.limiter.spend(time.Now(), answer.tokens())
	s.send(w, r, c, &answer)
}

// pause waits for d or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// endsAs counts a request that ends in a fault.
func (s *Server) endsAs(f Fault) {
	s.ledger.update(func(st *Stats) { st.UnderWay--; st.Faults[f]++ })
}

func (s *Server) abandon() {
	s.ledger.update(func(st *Stats) { st.UnderWay--; st.Abandoned++ })
}

// id returns the id of a reply. It depends on the request and the attempt only, so two
// runs have equal ids.
func (c *call) id() string {
	return "chatcmpl-" + hex.EncodeToString(c.body[:8]) + "-" + strconv.Itoa(c.attempt)
}

// completion returns the body of a reply.
func completion(c *call, r *reply) object {
	return object{
		"id": c.id(), "object": "chat.completion", "created": time.Now().Unix(), "model": c.req.Model,
		"choices": []object{{"index": 0, "message": r.message(), "finish_reason": r.finish}}, "usage": r.usage(c.req),
	}
}

// send sends a reply, or simulates the fault of the call.
func (s *Server) send(w http.ResponseWriter, r *http.Request, c *call, answer *reply) {
	body := marshal(completion(c, answer))
	switch c.fault {
	case DropBody:
		s.endsAs(c.fault)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		writeJSON(w, http.StatusOK, body[:1+c.random.IntN(len(body)-1)])
		_ = http.NewResponseController(w).Flush() // the connection breaks anyway
		panic(http.ErrAbortHandler)
	case Truncated:
		s.endsAs(c.fault)
		writeJSON(w, http.StatusOK, body[:1+c.random.IntN(len(body)-1)])
	case Malformed:
		s.endsAs(c.fault)
		writeJSON(w, http.StatusOK, malformed(body, c.random))
	case Refusal, Length: // a whole reply, but no answer
		s.endsAs(c.fault)
		writeJSON(w, http.StatusOK, body)
	default:
		if r.Context().Err() != nil {
			s.abandon()
			return
		}
		// The count comes first, because a client that has read the reply must find it
		// counted.
		s.ledger.deliver(c.body, answer.usage(c.req))
		writeJSON(w, http.StatusOK, body)
	}
}

// malformed returns a body that replaces a completion: a gateway's page, broken JSON,
// or JSON of another kind.
func malformed(body []byte, random *rand.Rand) []byte {
	return []byte([]string{
		"<html><head><title>Bad gateway</title></head><body>upstream is gone</body></html>",
		`{"choices" ` + string(body),
		`{"object":"chat.completion","choices":"none"}`,
		`{"object":"chat.completion","choices":[]}`,
	}[random.IntN(4)])
}

package simllm

import (
	"encoding/hex"
	"math"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/truthloop/truthloop/translate"
)

// A call is an admitted request for a completion.
type call struct {
	req     translate.Request
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

// admit reads a request, checks the key and the limit, and draws the fault and the latency.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) (*call, *apiError) {
	c := &call{arrived: time.Now()}
	if failed := s.authorize(r); failed != nil {
		return nil, failed
	}
	body, failed := read(r)
	if failed != nil {
		return nil, failed
	}
	if c.req, failed = parse(body); failed != nil {
		return nil, failed
	}
	if wait := s.take(w.Header()); wait > 0 {
		return nil, tooMany(w.Header(), wait)
	}
	c.body = hashOf(body)
	c.attempt = s.ledger.attempt(c.body)
	c.random = s.source("fault", c.body, c.attempt)
	c.fault = s.o.Faults.draw(c.random)
	c.latency = s.o.Latency.draw(s.source("latency", c.body, c.attempt))
	return c, nil
}

// take takes a request from the limit, and describes the limit in the headers of the
// reply. It returns the time to wait if the limit forbids the request.
func (s *Server) take(h http.Header) time.Duration {
	if s.limit == nil {
		return 0
	}
	now := time.Now()
	request := s.limit.ReserveN(now, 1)
	wait := request.DelayFrom(now)
	if wait > 0 {
		request.CancelAt(now)
	}
	left := s.limit.TokensAt(now)
	full := (float64(s.limit.Burst()) - left) / float64(s.limit.Limit())
	h.Set("X-Ratelimit-Limit-Requests", strconv.Itoa(s.limit.Burst()))
	h.Set("X-Ratelimit-Remaining-Requests", strconv.Itoa(int(max(0, left))))
	h.Set("X-Ratelimit-Reset-Requests", time.Duration(full*float64(time.Second)).Round(time.Millisecond).String())
	return wait
}

// tooMany returns the error of a limit, and sets the headers that ask a client to wait: in
// seconds, as in HTTP, and in milliseconds, a header of OpenAI.
func tooMany(h http.Header, wait time.Duration) *apiError {
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	h.Set("Retry-After-Ms", strconv.Itoa(int(math.Ceil(float64(wait)/float64(time.Millisecond)))))
	return failure(http.StatusTooManyRequests, "rate_limit_exceeded", "limit of requests per minute reached: wait as long as Retry-After says")
}

// perform answers a call after its latency, or simulates its fault.
func (s *Server) perform(w http.ResponseWriter, r *http.Request, c *call) {
	switch c.fault {
	case RateLimited:
		s.endsAs(c.fault)
		fail(w, tooMany(w.Header(), s.o.RetryAfter))
		return
	case Hang:
		select {
		case <-r.Context().Done():
		case <-s.closing.Done():
		}
		s.endsAs(c.fault)
		panic(http.ErrAbortHandler)
	}
	answer, err := s.model.Chat(r.Context(), c.req) // before the pause: the latency contains its time
	if err == nil {
		select {
		case <-r.Context().Done():
		case <-time.After(time.Until(c.arrived.Add(c.latency))):
		}
	}
	if err != nil || r.Context().Err() != nil {
		s.ledger.update(func(st *Stats) { st.UnderWay--; st.Abandoned++ })
		return
	}
	body, usage := c.completion(answer)
	switch c.fault {
	case None:
		// The count comes first, because a client that has read the reply must find it
		// counted.
		s.ledger.deliver(c.body, usage)
		writeJSON(w, http.StatusOK, body)
	case ServerError:
		s.endsAs(c.fault)
		status := []int{http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable}[c.random.IntN(3)]
		fail(w, failure(status, "", "the server failed on this request: %s", http.StatusText(status)))
	case Drop:
		s.endsAs(c.fault)
		if c.random.IntN(2) == 0 {
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			writeJSON(w, http.StatusOK, body[:1+c.random.IntN(len(body)-1)])
			_ = http.NewResponseController(w).Flush() // the connection breaks anyway
		}
		panic(http.ErrAbortHandler)
	case Malformed:
		s.endsAs(c.fault)
		writeJSON(w, http.StatusOK, malformed(body, c.random))
	}
}

// endsAs counts a request that ends in a fault.
func (s *Server) endsAs(f Fault) {
	s.ledger.update(func(st *Stats) { st.UnderWay--; st.Faults[f]++ })
}

// id returns the id of a reply. It depends on the request and the attempt only, so two
// runs have equal ids.
func (c *call) id() string {
	return "chatcmpl-" + hex.EncodeToString(c.body[:8]) + "-" + strconv.Itoa(c.attempt)
}

// malformed returns a body that replaces a completion: the first part of it, a gateway's
// page, broken JSON, or JSON of another kind.
func malformed(body []byte, random *rand.Rand) []byte {
	return []byte([]string{
		string(body[:1+random.IntN(len(body)-1)]),
		"<html><head><title>Bad gateway</title></head><body>upstream is gone</body></html>",
		`{"choices" ` + string(body),
		`{"object":"chat.completion","choices":"none"}`,
		`{"object":"chat.completion","choices":[]}`,
	}[random.IntN(5)])
}

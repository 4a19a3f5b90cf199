// Package simllm serves the built-in models over OpenAI's HTTP protocol. It
// simulates the latency, the limits and the failures of real endpoints. So a user
// can rehearse a run of thousands of calls before paying for it. The server counts
// its replies. So a test can compare this count with the number of replies that a client
// stored.
//
// The input is HTTP requests for chat completions, models and embeddings, under /v1. The
// output is replies in the format of OpenAI's API. Package
// builtin writes the answers. Each chat completion has a random latency. A request can
// exceed a limit, and is then rejected. A request can also get a Fault: a simulated
// failure, such as a connection that breaks. GET /stats returns the counts.
//
// # Reproducible faults
//
// Each fault and each latency comes from a hash of the seed, the request's body and the
// number of earlier requests with that body. So a run meets the same faults with any
// number of workers and any order of the requests. A repeated request can get another
// fault. If all requests shared one source of random numbers, the order of the requests
// would change the faults.
//
// Requests that were rejected (wrong key, rate limit) are not counted as
// earlier requests: their number can depend on time, and the faults must not. Answers
// depend only on the request, and so do the mistakes of builtin:noisy.
package simllm

import (
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/sashabaranov/go-openai"
	"golang.org/x/time/rate"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
)

// Options configure a Server. The zero value is builtin:rules without latency,
// limits or faults. Requests may use any name of a model.
type Options struct {
	Model string // the built-in model that answers, as for builtin.New; empty: builtin:rules
	Key   string // the bearer token that requests must carry; empty: none
	Seed  uint64 // of faults and latencies; not of the model

	Latency           Latency // from request to reply
	RequestsPerMinute int     // 0: no limit

	Faults     Rates
	RetryAfter time.Duration // of the fault RateLimited; 0: a second
}

// A Server is an http.Handler that simulates an endpoint. Close it after use.
type Server struct {
	o      Options
	model  translate.Model
	mux    *http.ServeMux
	limit  *rate.Limiter // allows at once what a minute allows; nil: no limit
	ledger *ledger

	closing context.Context // ends with Close
	end     context.CancelFunc
}

// New returns a server with these options.
func New(o Options) (*Server, error) {
	o.Model = cmp.Or(o.Model, "builtin:rules")
	o.RetryAfter = cmp.Or(o.RetryAfter, time.Second)
	if o.RequestsPerMinute < 0 {
		return nil, fmt.Errorf("simulated endpoint: requests per minute: found %d, expected a positive number", o.RequestsPerMinute)
	}
	if err := o.Faults.check(); err != nil {
		return nil, fmt.Errorf("simulated endpoint: %w", err)
	}
	model, err := builtin.New(o.Model)
	if err != nil {
		return nil, fmt.Errorf("simulated endpoint: %w", err)
	}
	s := &Server{o: o, model: model, mux: http.NewServeMux(), ledger: newLedger()}
	if n := o.RequestsPerMinute; n > 0 {
		s.limit = rate.NewLimiter(rate.Limit(float64(n)/60), n)
	}
	s.closing, s.end = context.WithCancel(context.Background())
	s.routes()
	return s, nil
}

// A handler answers a request with the value of a JSON reply, or with an error.
type handler func(r *http.Request) (any, *apiError)

// routes sets the paths. The paths of the API need the key.
func (s *Server) routes() {
	for pattern, h := range map[string]handler{
		"GET /v1/models":      s.listModels,
		"POST /v1/embeddings": s.embed,
	} {
		s.handle(pattern, func(r *http.Request) (any, *apiError) {
			if failed := s.authorize(r); failed != nil {
				return nil, failed
			}
			return h(r)
		})
	}
	s.mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.handle("GET /stats", func(*http.Request) (any, *apiError) { return s.Stats(), nil })
	s.handle("/", func(r *http.Request) (any, *apiError) {
		return nil, failure(http.StatusNotFound, "unknown_url", "%s %s: no such path", r.Method, r.URL.Path)
	})
}

func (s *Server) handle(pattern string, h handler) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		reply, failed := h(r)
		if failed != nil {
			fail(w, failed)
		} else {
			writeJSON(w, http.StatusOK, marshal(reply))
		}
	})
}

// maxBody is the limit on the body of a request, in bytes.
const maxBody = 8 << 20

// ServeHTTP serves one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	s.mux.ServeHTTP(w, r)
}

// Stats returns the counts so far.
func (s *Server) Stats() Stats { return s.ledger.snapshot() }

// Close ends hanging requests. Other requests under way are still answered; the
// http.Server waits for them.
func (s *Server) Close() { s.end() }

// authorize checks the key. The message does not repeat the key that was sent,
// which may belong to another endpoint.
func (s *Server) authorize(r *http.Request) *apiError {
	if s.o.Key == "" || subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+s.o.Key)) == 1 {
		return nil
	}
	return failure(http.StatusUnauthorized, "invalid_api_key", "the API key is not the one of this server, expected Authorization: Bearer KEY")
}

// read reads a request's body.
func read(r *http.Request) ([]byte, *apiError) {
	body, err := io.ReadAll(r.Body)
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return nil, failure(http.StatusRequestEntityTooLarge, "", "body: found more than %d bytes", large.Limit)
	}
	if err != nil {
		return nil, failure(http.StatusBadRequest, "", "body: %v", err)
	}
	return body, nil
}

// An apiError is an error as OpenAI's API reports it, with its status.
type apiError = openai.APIError

// failure returns an error with a status; code may be empty.
func failure(status int, code, format string, a ...any) *apiError {
	e := &apiError{HTTPStatusCode: status, Type: "invalid_request_error", Message: fmt.Sprintf(format, a...)}
	if status >= 500 {
		e.Type = "server_error"
	}
	if code != "" {
		e.Code = code
	}
	return e
}

// fail sends an error.
func fail(w http.ResponseWriter, e *apiError) {
	writeJSON(w, e.HTTPStatusCode, marshal(openai.ErrorResponse{Error: e}))
}

// writeJSON ignores errors: a client that has left needs no reply.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// marshal writes JSON. All values are made by this package from strings and
// numbers, so it cannot fail; invalid UTF-8 is replaced.
func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("simllm: %T as JSON: %v", v, err))
	}
	return b
}

// object is a JSON object of a reply.
type object = map[string]any

func (s *Server) listModels(*http.Request) (any, *apiError) {
	return openai.ModelsList{Models: []openai.Model{{ID: "simllm", Object: "model", OwnedBy: s.o.Model}}}, nil
}

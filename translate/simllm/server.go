// Package simllm serves the built-in models over OpenAI's HTTP protocol. It
// simulates the latency, the limits and the failures of real endpoints. So a user
// can rehearse a run of thousands of calls before paying for it. The server counts
// its replies. So a test can compare this count with the number of replies that a client
// stored.
//
// The input is HTTP requests for chat completions, models, embeddings, files and
// batches, under /v1. The output is replies in the format of OpenAI's API. Package
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
// Requests that were rejected (wrong key, unknown model, rate limit) are not counted as
// earlier requests: their number can depend on time, and the faults must not. Answers
// depend only on the request, and so do the mistakes of builtin:noisy.
//
// # Counts
//
// Each chat request ends in exactly one way:
//
//   - a completion: the whole reply was written while the client was connected, even
//     if the client did not read it
//   - a Fault: a simulated failure
//   - rejected, for its content, its key or a limit
//   - abandoned: the client left before the reply was complete
//
// # Tokens
//
// Tokens are estimated in the same way on every machine: up to six successive
// letters, up to three successive digits, and any other character are one token
// each. A space belongs to the token that follows. Each message and the reply have
// three more tokens, as in OpenAI's chat models. The estimate differs from the
// numbers of real tokenizers, so it does not predict a cost.
package simllm

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
)

// A Server is an http.Handler that simulates an endpoint. Close it after use.
type Server struct {
	o       Options
	model   translate.Model
	mux     *http.ServeMux
	started time.Time
	limiter *limiter
	ledger  *ledger
	slots   chan struct{} // one for each chat request under way
	store   *store        // of files and batches

	closing    sync.Once
	done       chan struct{}  // closed by Close
	background sync.WaitGroup // of batches
}

// New returns a server with these options.
func New(o Options) (*Server, error) {
	o = o.withDefaults()
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("simulated endpoint: %w", err)
	}
	model, err := builtin.New(o.Model)
	if err != nil {
		return nil, fmt.Errorf("simulated endpoint: %w", err)
	}
	s := &Server{
		o: o, model: model, started: time.Now(), mux: http.NewServeMux(),
		limiter: newLimiter(o),
		ledger:  newLedger(),
		slots:   make(chan struct{}, o.MaxUnderWay),
		store:   &store{maxBytes: o.MaxFiles},
		done:    make(chan struct{}),
	}
	s.routes()
	return s, nil
}

// A handler answers a request with the value of a JSON reply, or with an error.
// If it returns neither, it has written the reply itself.
type handler func(w http.ResponseWriter, r *http.Request) (any, *apiError)

// routes sets the paths. The paths of the API need the key.
func (s *Server) routes() {
	for pattern, h := range map[string]handler{
		"GET /v1/models":             s.listModels,
		"POST /v1/embeddings":        s.withBody(s.embed),
		"POST /v1/files":             s.uploadFile,
		"GET /v1/files/{id}/content": s.fileContent,
		"POST /v1/batches":           s.withBody(s.createBatch),
		"GET /v1/batches":            s.listBatches,
		"GET /v1/batches/{id}":       s.getBatch,
	} {
		s.handle(pattern, func(w http.ResponseWriter, r *http.Request) (any, *apiError) {
			if failed := s.authorize(r); failed != nil {
				return nil, failed
			}
			return h(w, r)
		})
	}
	s.mux.HandleFunc("POST /v1/chat/completions", s.chat)
	s.handle("GET /stats", func(http.ResponseWriter, *http.Request) (any, *apiError) { return s.Stats(), nil })
	s.handle("GET /health", func(http.ResponseWriter, *http.Request) (any, *apiError) {
		return object{"status": "ok"}, nil
	})
	s.handle("/", func(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
		return nil, failure(http.StatusNotFound, "unknown_url", "%s %s: no such path", r.Method, r.URL.Path)
	})
}

func (s *Server) handle(pattern string, h handler) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		switch reply, failed := h(w, r); {
		case failed != nil:
			fail(w, failed)
		case reply != nil:
			writeJSON(w, http.StatusOK, marshal(reply))
		}
	})
}

// withBody passes the request's body to h.
func (s *Server) withBody(h func(body []byte) (any, *apiError)) handler {
	return func(w http.ResponseWriter, r *http.Request) (any, *apiError) {
		body, failed := s.read(w, r)
		if failed != nil {
			return nil, failed
		}
		return h(body)
	}
}

// ServeHTTP serves one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Stats returns the counts so far.
func (s *Server) Stats() Stats { return s.ledger.snapshot() }

// Close ends hanging requests and batches, and waits for the batches. Other
// requests under way are still answered; the http.Server waits for them.
func (s *Server) Close() {
	s.closing.Do(func() { close(s.done) })
	s.store.close()
	s.background.Wait()
}

// authorize checks the key. The message does not repeat the key that was sent,
// which may belong to another endpoint.
func (s *Server) authorize(r *http.Request) *apiError {
	key, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case s.o.Key == "":
		return nil
	case !bearer || key == "":
		return failure(http.StatusUnauthorized, "invalid_api_key", "no API key in the request, expected Authorization: Bearer KEY")
	case subtle.ConstantTimeCompare([]byte(key), []byte(s.o.Key)) != 1:
		return failure(http.StatusUnauthorized, "invalid_api_key", "the API key is not the one of this server")
	}
	return nil
}

// serves checks the name of the model.
func (s *Server) serves(name string) *apiError {
	names := strings.Join(s.o.Names, ", ")
	switch {
	case name == "":
		return invalid("model", "found none, expected one of %s", names)
	case slices.Contains(s.o.Names, name), slices.Contains(s.o.Names, "*"):
		return nil
	}
	e := failure(http.StatusNotFound, "model_not_found", "model %q: not served here, expected one of %s", name, names)
	e.Param = "model"
	return e
}

// bodyTime is the time that a client has to send a body. A request occupies a slot as
// soon as its head has arrived.
const bodyTime = time.Minute

// limitReading bounds the time to read a body. After done is called, the request may
// take longer. Rejected: the ReadTimeout of http.Server, which also ends the request's
// context. Writers without a network ignore deadlines.
func limitReading(w http.ResponseWriter) (done func()) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(bodyTime))
	return func() { _ = c.SetReadDeadline(time.Time{}) }
}

// read reads a request's body within the limits.
func (s *Server) read(w http.ResponseWriter, r *http.Request) ([]byte, *apiError) {
	defer limitReading(w)()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.MaxBody))
	if err != nil {
		return nil, bodyError(err)
	}
	return body, nil
}

// bodyError returns the error of a body that cannot be read.
func bodyError(err error) *apiError {
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return failure(http.StatusRequestEntityTooLarge, "", "body: found more than %d bytes", large.Limit)
	}
	return failure(http.StatusBadRequest, "", "body: %v", err)
}

// An apiError is an error as OpenAI's API reports it.
type apiError struct {
	status  int
	Message string `json:"message"`
	Type    string `json:"type"`
	Param   any    `json:"param"` // a string or null
	Code    any    `json:"code"`  // likewise
}

// failure returns an error with a status; code may be empty.
func failure(status int, code, format string, a ...any) *apiError {
	e := &apiError{status: status, Type: "invalid_request_error", Message: fmt.Sprintf(format, a...)}
	if status >= 500 {
		e.Type = "server_error"
	}
	if code != "" {
		e.Code = code
	}
	return e
}

// invalid returns an error of a parameter of the request.
func invalid(param, format string, a ...any) *apiError {
	e := failure(http.StatusBadRequest, "", param+": "+format, a...)
	e.Param = param
	return e
}

// fail sends an error.
func fail(w http.ResponseWriter, e *apiError) { writeJSON(w, e.status, e.body()) }

func (e *apiError) body() []byte { return marshal(object{"error": e}) }

// writeJSON ignores errors: a client that has left needs no reply.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// lenient accepts the JSON that clients write.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

func decode[T any](body []byte) (T, *apiError) {
	var v T
	if err := json.Unmarshal(body, &v, lenient); err != nil {
		return v, failure(http.StatusBadRequest, "", "body: %v", err)
	}
	return v, nil
}

// marshal writes JSON. All values are made by this package from strings and
// numbers, so it cannot fail; invalid UTF-8 is replaced.
func marshal(v any) []byte {
	b, err := json.Marshal(v, lenient, json.Deterministic(true))
	if err != nil {
		panic(fmt.Sprintf("simllm: %T as JSON: %v", v, err))
	}
	return b
}

// object is a JSON object of a reply.
type object = map[string]any

func (s *Server) listModels(http.ResponseWriter, *http.Request) (any, *apiError) {
	models := []object{}
	for _, name := range s.o.Names {
		if name == "*" {
			name = DefaultName
		}
		models = append(models, object{"id": name, "object": "model", "created": s.started.Unix(), "owned_by": s.o.Model})
	}
	return object{"object": "list", "data": models}, nil
}

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

// A Server is an endpoint: an http.Handler.
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
	background sync.WaitGroup // batches that are worked on
}

// New is a server with these options. The error says which of them cannot be.
// It is to be closed.
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
		limiter: newLimiter(o.RequestsPerMinute, o.TokensPerMinute),
		ledger:  newLedger(o.MaxBodies),
		slots:   make(chan struct{}, o.MaxUnderWay),
		store:   newStore(o.MaxFiles),
		done:    make(chan struct{}),
	}
	s.routes()
	return s, nil
}

// routes are the paths that are served. Those of the API want the key; what
// tells how the server is does not.
func (s *Server) routes() {
	s.mux.HandleFunc("POST /v1/chat/completions", s.chat)
	for pattern, handler := range map[string]apiHandler{
		"GET /v1/models":               s.listModels,
		"GET /v1/models/{name...}":     s.getModel,
		"POST /v1/embeddings":          s.embeddings,
		"POST /v1/files":               s.uploadFile,
		"GET /v1/files":                s.listFiles,
		"GET /v1/files/{id}":           s.getFile,
		"GET /v1/files/{id}/content":   s.fileContent,
		"DELETE /v1/files/{id}":        s.deleteFile,
		"POST /v1/batches":             s.createBatch,
		"GET /v1/batches":              s.listBatches,
		"GET /v1/batches/{id}":         s.getBatch,
		"POST /v1/batches/{id}/cancel": s.cancelBatch,
	} {
		s.mux.HandleFunc(pattern, s.guarded(handler))
	}
	s.mux.HandleFunc("GET /stats", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, append(marshal(s.Stats()), '\n'))
	})
	s.mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, []byte(`{"status":"ok"}`+"\n"))
	})
	s.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, invalid(http.StatusNotFound, "", "unknown_url", "%s %s: no such path", r.Method, r.URL.Path))
	})
}

// ServeHTTP serves one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Stats is what was served so far.
func (s *Server) Stats() Stats { return s.ledger.snapshot() }

// Close ends requests that hang and batches, and waits for the batches.
// Requests that are to be answered are answered even so; it is the
// http.Server's business to wait for them.
func (s *Server) Close() {
	s.closing.Do(func() { close(s.done) })
	s.store.close()
	s.background.Wait()
}

// An apiHandler answers a request of the API but for chat completions: with
// what it returns, as JSON, or by itself where that is nil.
type apiHandler func(w http.ResponseWriter, r *http.Request) (any, *apiError)

// guarded is a handler behind the key.
func (s *Server) guarded(h apiHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		failed := s.authorize(r)
		var reply any
		if failed == nil {
			reply, failed = h(w, r)
		}
		switch {
		case failed != nil:
			writeError(w, failed)
		case reply != nil:
			writeJSON(w, http.StatusOK, marshal(reply))
		}
	}
}

// authorize checks the key. The message does not repeat what was sent, which
// may be a key of another endpoint.
func (s *Server) authorize(r *http.Request) *apiError {
	if s.o.Key == "" {
		return nil
	}
	key, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !bearer || key == "":
		return invalid(http.StatusUnauthorized, "", "invalid_api_key", "no API key in the request, expected one as Authorization: Bearer KEY")
	case subtle.ConstantTimeCompare([]byte(key), []byte(s.o.Key)) != 1:
		return invalid(http.StatusUnauthorized, "", "invalid_api_key", "the API key is not the one of this server")
	}
	return nil
}

// serves says whether the model may be called by that name.
func (s *Server) serves(name string) *apiError {
	switch {
	case name == "":
		return invalid(http.StatusBadRequest, "model", "", "model: found none, expected one of %s", strings.Join(s.o.Names, ", "))
	case slices.Contains(s.o.Names, name), slices.Contains(s.o.Names, "*"):
		return nil
	}
	return invalid(http.StatusNotFound, "model", "model_not_found", "model %q: not served here, expected one of %s", name, strings.Join(s.o.Names, ", "))
}

// lenient takes the JSON that clients write rather than what they should.
var lenient = json.JoinOptions(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))

// bodyTime is how long a body may take to arrive: a request holds a slot from
// its head on.
const bodyTime = time.Minute

// read reads a request's body within the limits.
func (s *Server) read(w http.ResponseWriter, r *http.Request) ([]byte, *apiError) {
	defer hurry(w)()
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.o.MaxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, invalid(http.StatusRequestEntityTooLarge, "", "", "body: found more than %d bytes", large.Limit)
	case err != nil:
		return nil, invalid(http.StatusBadRequest, "", "", "body: %v", err)
	}
	return body, nil
}

// hurry gives the client bodyTime to send the body, until done is called: what
// follows may take longer. A writer that knows no deadlines has no network.
func hurry(w http.ResponseWriter) (done func()) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Now().Add(bodyTime))
	return func() { _ = c.SetReadDeadline(time.Time{}) }
}

// decode reads a body into v.
func decode(body []byte, v any) *apiError {
	if err := json.Unmarshal(body, v, lenient); err != nil {
		return invalid(http.StatusBadRequest, "", "", "body: %v", err)
	}
	return nil
}

// A modelObject is a model as /v1/models tells it.
type modelObject struct {
	ID      string `json:"id"`
	Object  string `json:"object"`
	Created int64  `json:"created"`
	OwnedBy string `json:"owned_by"`
}

func (s *Server) modelNamed(name string) modelObject {
	return modelObject{ID: name, Object: "model", Created: s.started.Unix(), OwnedBy: s.o.Model}
}

// A list is how the API lists anything.
type list struct {
	Object  string `json:"object"`
	Data    []any  `json:"data"`
	FirstID string `json:"first_id,omitempty"`
	LastID  string `json:"last_id,omitempty"`
	HasMore bool   `json:"has_more"`
}

func (s *Server) listModels(http.ResponseWriter, *http.Request) (any, *apiError) {
	l := list{Object: "list", Data: []any{}}
	for _, name := range s.o.Names {
		if name == "*" {
			name = DefaultName
		}
		l.Data = append(l.Data, s.modelNamed(name))
	}
	return l, nil
}

func (s *Server) getModel(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	name := r.PathValue("name")
	if err := s.serves(name); err != nil {
		return nil, err
	}
	return s.modelNamed(name), nil
}

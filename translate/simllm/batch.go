package simllm

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxBatchLines  = 50_000 // OpenAI's limit
	maxBatches     = 10_000
	maxBatchErrors = 100 // that a failed validation lists
)

// The states of a batch.
const (
	batchValidating = "validating"
	batchFailed     = "failed"
	batchInProgress = "in_progress"
	batchFinalizing = "finalizing"
	batchCompleted  = "completed"
	batchCancelling = "cancelling"
	batchCancelled  = "cancelled"
)

// A batch is as the API tells it. The store's lock guards it.
type batch struct {
	ID          string            `json:"id"`
	Object      string            `json:"object"`
	Endpoint    string            `json:"endpoint"`
	Errors      *batchErrors      `json:"errors"`
	Input       string            `json:"input_file_id"`
	Window      string            `json:"completion_window"`
	Status      string            `json:"status"`
	Output      *string           `json:"output_file_id"`
	ErrorFile   *string           `json:"error_file_id"`
	Created     int64             `json:"created_at"`
	InProgress  *int64            `json:"in_progress_at"`
	Expires     int64             `json:"expires_at"`
	Finalizing  *int64            `json:"finalizing_at"`
	Completed   *int64            `json:"completed_at"`
	Failed      *int64            `json:"failed_at"`
	Cancelling  *int64            `json:"cancelling_at"`
	Cancelled   *int64            `json:"cancelled_at"`
	Counts      batchCounts       `json:"request_counts"`
	Metadata    map[string]string `json:"metadata"`
	interrupted context.CancelFunc
}

type batchErrors struct {
	Object string       `json:"object"`
	Data   []batchError `json:"data"`
}

type batchError struct {
	Code    string  `json:"code"`
	Message string  `json:"message"`
	Param   *string `json:"param"`
	Line    *int    `json:"line"` // counted from 1
}

type batchCounts struct {
	Total     int `json:"total"`
	Completed int `json:"completed"`
	Failed    int `json:"failed"`
}

// enter takes the batch into a state; the lock is held.
func (b *batch) enter(status string) {
	b.Status = status
	now := time.Now().Unix()
	at := map[string]**int64{
		batchInProgress: &b.InProgress, batchFinalizing: &b.Finalizing, batchCompleted: &b.Completed,
		batchFailed: &b.Failed, batchCancelling: &b.Cancelling, batchCancelled: &b.Cancelled,
	}
	if t := at[status]; t != nil {
		*t = &now
	}
}

// createBatch serves POST /v1/batches: it notes the batch and has it worked
// through in the background.
func (s *Server) createBatch(w http.ResponseWriter, r *http.Request) (any, *apiError) {
	body, failed := s.read(w, r)
	if failed != nil {
		return nil, failed
	}
	var req struct {
		Input    string            `json:"input_file_id"`
		Endpoint string            `json:"endpoint"`
		Window   string            `json:"completion_window"`
		Metadata map[string]string `json:"metadata"`
	}
	if err := decode(body, &req); err != nil {
		return nil, err
	}
	input, failed := s.store.file(req.Input)
	switch {
	case failed != nil:
		return nil, failed
	case input.Purpose != "batch":
		return nil, invalid(http.StatusBadRequest, "input_file_id", "", "input_file_id: found a file of purpose %q, expected batch", input.Purpose)
	case req.Endpoint != urlChat && req.Endpoint != urlEmbeddings:
		return nil, invalid(http.StatusBadRequest, "endpoint", "", "endpoint: found %q, expected %s or %s", req.Endpoint, urlChat, urlEmbeddings)
	case req.Window != "24h":
		return nil, invalid(http.StatusBadRequest, "completion_window", "", "completion_window: found %q, expected 24h", req.Window)
	}
	b := &batch{
		Object: "batch", Endpoint: req.Endpoint, Input: req.Input, Window: req.Window, Status: batchValidating,
		Created: time.Now().Unix(), Expires: time.Now().Add(24 * time.Hour).Unix(), Metadata: req.Metadata,
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.interrupted = cancel
	if failed := s.begin(b); failed != nil {
		cancel()
		return nil, failed
	}
	go func() {
		defer s.background.Done()
		defer cancel()
		s.workThrough(ctx, b, input.content)
	}()
	return s.told(b), nil
}

// begin notes a batch, whose worker Close is to wait for.
func (s *Server) begin(b *batch) *apiError {
	st := s.store
	st.mu.Lock()
	defer st.mu.Unlock()
	switch {
	case st.closed:
		return failure(http.StatusServiceUnavailable, "server_error", "", "", "the server is shutting down")
	case len(st.batches) >= maxBatches:
		return failure(http.StatusTooManyRequests, "requests", "", "rate_limit_exceeded", "no more than "+strconv.Itoa(maxBatches)+" batches are kept")
	}
	b.ID = st.id("batch")
	st.batches = append(st.batches, b)
	s.background.Add(1)
	return nil
}

// close interrupts all batches and lets no more begin.
func (st *store) close() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.closed = true
	for _, b := range st.batches {
		b.interrupted()
	}
}

// told is a copy of the batch, to be told outside the lock.
func (s *Server) told(b *batch) batch {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	return *b
}

func (s *Server) batch(r *http.Request) (*batch, *apiError) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	i := slices.IndexFunc(s.store.batches, func(b *batch) bool { return b.ID == r.PathValue("id") })
	if i < 0 {
		return nil, invalid(http.StatusNotFound, "id", "", "batch %q: not here", r.PathValue("id"))
	}
	return s.store.batches[i], nil
}

func (s *Server) getBatch(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	b, failed := s.batch(r)
	if failed != nil {
		return nil, failed
	}
	return s.told(b), nil
}

// cancelBatch ends a batch that is not at its end. What was answered is kept.
func (s *Server) cancelBatch(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	b, failed := s.batch(r)
	if failed != nil {
		return nil, failed
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	if b.Status != batchValidating && b.Status != batchInProgress {
		return nil, invalid(http.StatusConflict, "", "", "batch %s: it is %s, expected one that is validating or in_progress", b.ID, b.Status)
	}
	b.enter(batchCancelling)
	b.interrupted()
	return *b, nil
}

// listBatches serves GET /v1/batches, the newest first, in pages.
func (s *Server) listBatches(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	limit := 20
	if v := r.URL.Query().Get("limit"); v != "" {
		var err error
		if limit, err = strconv.Atoi(v); err != nil || limit < 1 || limit > 100 {
			return nil, invalid(http.StatusBadRequest, "limit", "", "limit: found %q, expected 1 to 100", v)
		}
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	l := list{Object: "list", Data: []any{}}
	after := r.URL.Query().Get("after")
	begun := after == ""
	for _, b := range slices.Backward(s.store.batches) {
		switch {
		case !begun:
			begun = b.ID == after
		case len(l.Data) == limit:
			l.HasMore = true
			return l, nil
		default:
			if l.FirstID == "" {
				l.FirstID = b.ID
			}
			l.LastID = b.ID
			l.Data = append(l.Data, *b)
		}
	}
	return l, nil
}

// A batchLine is one request of a batch's input.
type batchLine struct {
	CustomID string         `json:"custom_id"`
	Method   string         `json:"method"`
	URL      string         `json:"url"`
	Body     jsontext.Value `json:"body"`
}

// A batchResult is one line of its output, or of its error file.
type batchResult struct {
	ID       string         `json:"id"`
	CustomID string         `json:"custom_id"`
	Response *batchResponse `json:"response"`
	Error    *batchError    `json:"error"`
}

type batchResponse struct {
	Status    int            `json:"status_code"`
	RequestID string         `json:"request_id"`
	Body      jsontext.Value `json:"body"`
}

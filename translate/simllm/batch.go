package simllm

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxBatchLines  = 50_000 // OpenAI's limit
	maxBatches     = 10_000
	maxBatchErrors = 100 // number of errors that a failed validation lists
)

// The states of a batch.
const (
	batchValidating = "validating"
	batchFailed     = "failed"
	batchInProgress = "in_progress"
	batchFinalizing = "finalizing"
	batchCompleted  = "completed"
	batchCancelled  = "cancelled"
)

const (
	urlChat       = "/v1/chat/completions"
	urlEmbeddings = "/v1/embeddings"
)

// A batch has the fields of the API. The store's lock guards it.
type batch struct {
	ID        string           `json:"id"`
	Object    string           `json:"object"`
	Endpoint  string           `json:"endpoint"`
	Errors    object           `json:"errors,omitzero"`
	Input     string           `json:"input_file_id"`
	Window    string           `json:"completion_window"`
	Status    string           `json:"status"`
	Output    *string          `json:"output_file_id"`
	ErrorFile *string          `json:"error_file_id"`
	Times     map[string]int64 `json:",embed"` // created_at, expires_at, and the time of each state
	Counts    struct {
		Total     int `json:"total"`
		Completed int `json:"completed"`
		Failed    int `json:"failed"`
	} `json:"request_counts"`
	Metadata  map[string]string `json:"metadata"`
	interrupt context.CancelFunc
}

// enter changes the state. The lock must be held.
func (b *batch) enter(status string) {
	b.Status = status
	b.Times[status+"_at"] = time.Now().Unix()
}

// fail ends the batch with these errors; see batchError. The lock must be held.
func (b *batch) fail(errors ...object) {
	b.Errors = object{"object": "list", "data": errors}
	b.enter(batchFailed)
}

// batchError returns an error of a line, counted from 1, or of the whole batch if line
// is 0.
func batchError(line int, code, format string, a ...any) object {
	e := object{"code": code, "message": fmt.Sprintf(format, a...), "param": nil, "line": nil}
	if line > 0 {
		e["line"] = line
	}
	return e
}

// A batchRequest is the body of POST /v1/batches.
type batchRequest struct {
	Input    string            `json:"input_file_id"`
	Endpoint string            `json:"endpoint"`
	Window   string            `json:"completion_window"`
	Metadata map[string]string `json:"metadata"`
}

// createBatch begins a batch, which runs in the background.
func (s *Server) createBatch(body []byte) (any, *apiError) {
	req, failed := decode[batchRequest](body)
	if failed != nil {
		return nil, failed
	}
	input, failed := s.store.file(req.Input)
	switch {
	case failed != nil:
		return nil, failed
	case input.Purpose != "batch":
		return nil, invalid("input_file_id", "found a file of purpose %q, expected batch", input.Purpose)
	case req.Endpoint != urlChat && req.Endpoint != urlEmbeddings:
		return nil, invalid("endpoint", "found %q, expected %s or %s", req.Endpoint, urlChat, urlEmbeddings)
	case req.Window != "24h":
		return nil, invalid("completion_window", "found %q, expected 24h", req.Window)
	}
	st := s.store
	return st.locked(func() (any, *apiError) {
		if st.closed {
			return nil, failure(http.StatusServiceUnavailable, "", "the server is shutting down")
		}
		if len(st.batches) >= maxBatches {
			return nil, failure(http.StatusTooManyRequests, "rate_limit_exceeded", "at most %d batches are kept", maxBatches)
		}
		now := time.Now()
		ctx, cancel := context.WithCancel(context.Background())
		b := &batch{
			ID: st.newID("batch"), Object: "batch", Endpoint: req.Endpoint, Input: req.Input, Window: req.Window,
			Status: batchValidating, Metadata: req.Metadata, interrupt: cancel,
			Times: map[string]int64{"created_at": now.Unix(), "expires_at": now.Add(24 * time.Hour).Unix()},
		}
		st.batches = append(st.batches, b)
		s.background.Go(func() {
			defer cancel()
			s.run(ctx, b, input.content)
		})
		return b, nil
	})
}

// close interrupts all batches. After that, no batch can begin.
func (st *store) close() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.closed = true
	for _, b := range st.batches {
		b.interrupt()
	}
}

func (s *Server) getBatch(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	return s.store.locked(func() (any, *apiError) { return find(s.store.batches, "batch", r.PathValue("id")) })
}

// listBatches serves GET /v1/batches, the newest first, in pages.
func (s *Server) listBatches(_ http.ResponseWriter, r *http.Request) (any, *apiError) {
	limit, after := 20, r.URL.Query().Get("after")
	if v := r.URL.Query().Get("limit"); v != "" {
		var err error
		if limit, err = strconv.Atoi(v); err != nil || limit < 1 || limit > 100 {
			return nil, invalid("limit", "found %q, expected 1 to 100", v)
		}
	}
	return s.store.locked(func() (any, *apiError) {
		all := slices.Clone(s.store.batches)
		slices.Reverse(all)
		for after != "" && len(all) > 0 { // nothing follows an unknown id
			if after == all[0].ID {
				after = ""
			}
			all = all[1:]
		}
		page := all[:min(limit, len(all))]
		l := object{"object": "list", "data": page, "has_more": len(all) > limit}
		if len(page) > 0 {
			l["first_id"], l["last_id"] = page[0].ID, page[len(page)-1].ID
		}
		return l, nil
	})
}

// run validates a batch and answers its lines. It waits a latency before the first line
// and after the last, so that clients see the states. Lines are answered in random
// order, because the API promises no order and clients must use custom_id.
func (s *Server) run(ctx context.Context, b *batch, input []byte) {
	st := s.store
	change := func(do func()) {
		st.mu.Lock()
		defer st.mu.Unlock()
		do()
	}
	lines, wrong := readBatch(input, b.Endpoint)
	random := s.source("batch", hashOf(input), 0)
	pause(ctx, s.o.Latency.draw(random))
	if len(wrong) > 0 {
		change(func() { b.fail(wrong...) })
		return
	}
	change(func() {
		b.Counts.Total = len(lines)
		if b.Status == batchValidating {
			b.enter(batchInProgress)
		}
	})
	var answered, failed bytes.Buffer
	for i, k := range random.Perm(len(lines)) {
		if ctx.Err() != nil {
			break
		}
		result, ok := s.answerLine(ctx, lines[k], fmt.Sprintf("%s-%d", b.ID, i))
		to, counter := &failed, &b.Counts.Failed
		if ok {
			to, counter = &answered, &b.Counts.Completed
		}
		to.Write(append(result, '\n'))
		change(func() { *counter++ })
	}
	pause(ctx, s.o.Latency.draw(random))
	change(func() {
		if b.Status == batchInProgress && ctx.Err() == nil {
			b.enter(batchFinalizing)
		}
	})
	output, full := st.addResult(b.ID+"_output.jsonl", answered.Bytes())
	errorFile, full2 := st.addResult(b.ID+"_error.jsonl", failed.Bytes())
	if full == nil {
		full = full2
	}
	change(func() {
		b.Output, b.ErrorFile = output, errorFile
		switch {
		case full != nil:
			b.fail(batchError(0, "no_room", "%s", full.Message))
		case b.Status == batchFinalizing:
			b.enter(batchCompleted)
		default:
			b.enter(batchCancelled)
		}
	})
}

// addResult keeps the lines as a file, unless there are none.
func (st *store) addResult(name string, lines []byte) (id *string, full *apiError) {
	if len(lines) == 0 {
		return nil, nil
	}
	f, full := st.add(name, "batch_output", lines)
	if full != nil {
		return nil, full
	}
	return &f.ID, nil
}

// A batchLine is one request of a batch.
type batchLine struct {
	CustomID string         `json:"custom_id"`
	Method   string         `json:"method"`
	URL      string         `json:"url"`
	Body     jsontext.Value `json:"body"`
}

// readBatch reads and checks a batch's input.
func readBatch(input []byte, endpoint string) (lines []batchLine, wrong []object) {
	seen := map[string]bool{}
	number := 0
	for text := range bytes.Lines(input) {
		number++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		if len(lines) == maxBatchLines {
			return nil, append(wrong, batchError(0, "too_many_requests", "found more than %d requests", maxBatchLines))
		}
		l, malformed := decode[batchLine](text)
		var e object
		switch {
		case malformed != nil:
			e = batchError(number, "invalid_json_line", "%s", malformed.Message)
		case l.CustomID == "":
			e = batchError(number, "missing_required_parameter", "custom_id: found none")
		case seen[l.CustomID]:
			e = batchError(number, "duplicate_custom_id", "custom_id: found %q a second time", l.CustomID)
		case l.Method != http.MethodPost:
			e = batchError(number, "invalid_method", "method: found %q, expected POST", l.Method)
		case l.URL != endpoint:
			e = batchError(number, "mismatched_url", "url: found %q, expected the batch's endpoint %s", l.URL, endpoint)
		}
		if e != nil && len(wrong) < maxBatchErrors {
			wrong = append(wrong, e)
		}
		seen[l.CustomID] = true
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		wrong = append(wrong, batchError(0, "empty_batch", "found no requests"))
	}
	return lines, wrong
}

// answerLine answers one line; ok is false if it failed.
func (s *Server) answerLine(ctx context.Context, l batchLine, id string) (result []byte, ok bool) {
	var answer any
	var failed *apiError
	if l.URL == urlEmbeddings {
		answer, failed = s.embed(l.Body)
	} else {
		answer, failed = s.complete(ctx, l.Body)
	}
	response := object{"status_code": http.StatusOK, "request_id": id, "body": answer}
	counter := &s.ledger.stats.BatchAnswers
	if failed != nil {
		response["status_code"], response["body"] = failed.status, jsontext.Value(failed.body())
		counter = &s.ledger.stats.BatchErrors
	}
	s.ledger.update(func(*Stats) { *counter++ })
	return marshal(object{"id": id, "custom_id": l.CustomID, "response": response, "error": nil}), failed == nil
}

// complete answers a line that asks for a completion. Faults of connections do
// not occur in batches.
func (s *Server) complete(ctx context.Context, body []byte) (any, *apiError) {
	req, failed := s.parse(body)
	if failed != nil {
		return nil, failed
	}
	c := s.newCall(req, hashOf([]byte("batch"), body))
	switch c.fault {
	case RateLimited:
		return nil, rateLimitError("requests")
	case ServerError:
		return nil, serverError(c.random)
	}
	answer, err := s.reply(ctx, c)
	if err != nil {
		return nil, failure(http.StatusServiceUnavailable, "", "the batch was cancelled")
	}
	s.ledger.update(func(*Stats) { s.ledger.credit(c.body, 1) })
	return completion(c, &answer), nil
}

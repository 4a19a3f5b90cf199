package simllm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sashabaranov/go-openai"
)

// A store keeps files and batches in memory.
type store struct {
	mu      sync.Mutex
	files   map[string][]byte
	batches []*openai.Batch // in the order of their creation
}

// add keeps a file.
func (st *store) add(name string, content []byte) openai.File {
	st.mu.Lock()
	defer st.mu.Unlock()
	f := openai.File{
		ID: "file-" + strconv.Itoa(len(st.files)+1), Object: "file", Bytes: len(content), CreatedAt: time.Now().Unix(),
		FileName: name, Purpose: string(openai.PurposeBatch), Status: "processed",
	}
	st.files[f.ID] = content
	return f
}

// file returns the content of a file.
func (st *store) file(id string) ([]byte, *apiError) {
	st.mu.Lock()
	defer st.mu.Unlock()
	content, found := st.files[id]
	if !found {
		return nil, failure(http.StatusNotFound, "", "file %q: not here", id)
	}
	return content, nil
}

// change calls do with the lock held.
func (st *store) change(do func()) {
	st.mu.Lock()
	defer st.mu.Unlock()
	do()
}

// uploadFile serves POST /v1/files.
func (s *Server) uploadFile(r *http.Request) (any, *apiError) {
	part, header, err := r.FormFile("file")
	if err != nil {
		return nil, bodyError(err)
	}
	defer part.Close()
	content, err := io.ReadAll(part)
	if err != nil {
		return nil, bodyError(err)
	}
	return s.store.add(header.Filename, content), nil
}

func (s *Server) fileContent(r *http.Request) (any, *apiError) {
	content, failed := s.store.file(r.PathValue("id"))
	return content, failed
}

// createBatch begins a batch, which runs in the background.
func (s *Server) createBatch(r *http.Request) (any, *apiError) {
	body, failed := read(r)
	if failed != nil {
		return nil, failed
	}
	var req openai.CreateBatchRequest
	if err := json.Unmarshal(body, &req); err != nil {
		return nil, invalid("body", "%v", err)
	}
	input, failed := s.store.file(req.InputFileID)
	switch {
	case failed != nil:
		return nil, failed
	case req.Endpoint != openai.BatchEndpointChatCompletions:
		return nil, invalid("endpoint", "found %q, expected %s", req.Endpoint, openai.BatchEndpointChatCompletions)
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	if s.closing.Err() != nil {
		return nil, failure(http.StatusServiceUnavailable, "", "the server is shutting down")
	}
	b := &openai.Batch{
		ID: "batch-" + strconv.Itoa(len(s.store.batches)+1), Object: "batch", Endpoint: req.Endpoint, InputFileID: req.InputFileID,
		CompletionWindow: req.CompletionWindow, Status: "validating", CreatedAt: *unix(),
	}
	s.store.batches = append(s.store.batches, b)
	s.background.Go(func() { s.run(b, input) })
	return *b, nil
}

// unix returns the time as the API writes it.
func unix() *int {
	now := int(time.Now().Unix())
	return &now
}

func (s *Server) getBatch(r *http.Request) (any, *apiError) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	for _, b := range s.store.batches {
		if b.ID == r.PathValue("id") {
			return *b, nil
		}
	}
	return nil, failure(http.StatusNotFound, "", "batch %q: not here", r.PathValue("id"))
}

// listBatches serves GET /v1/batches, the newest first, in pages.
func (s *Server) listBatches(r *http.Request) (any, *apiError) {
	limit, after := 20, r.URL.Query().Get("after")
	if v := r.URL.Query().Get("limit"); v != "" {
		var err error
		if limit, err = strconv.Atoi(v); err != nil || limit < 1 || limit > 100 {
			return nil, invalid("limit", "found %q, expected 1 to 100", v)
		}
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	list := openai.ListBatchResponse{Object: "list"}
	for _, b := range slices.Backward(s.store.batches) {
		switch {
		case after != "": // until the last one of the page before
			if b.ID == after {
				after = ""
			}
		case len(list.Data) == limit:
			list.HasMore = true
		default:
			list.Data, list.LastID = append(list.Data, *b), b.ID
		}
	}
	return list, nil
}

// run validates a batch and answers its lines. It waits a latency before the first line
// and after the last, so that clients see the states. Lines are answered in random
// order, because the API promises no order and clients must use custom_id.
func (s *Server) run(b *openai.Batch, input []byte) {
	lines, err := readBatch(input)
	random := s.source("batch", hashOf(input), 0)
	pause(s.closing, s.o.Latency.draw(random))
	if err != nil {
		s.store.change(func() {
			b.Status, b.FailedAt = "failed", unix()
			// The type of Errors has no name.
			_ = json.Unmarshal(marshal(object{"errors": object{"data": []object{{"message": err.Error()}}}}), b)
		})
		return
	}
	s.store.change(func() {
		b.RequestCounts.Total = len(lines)
		b.Status, b.InProgressAt = "in_progress", unix()
	})
	var answered, failed bytes.Buffer
	for i, k := range random.Perm(len(lines)) {
		result, ok := s.answerLine(lines[k], fmt.Sprintf("%s-%d", b.ID, i))
		to, counter := &failed, &b.RequestCounts.Failed
		if ok {
			to, counter = &answered, &b.RequestCounts.Completed
		}
		to.Write(append(result, '\n'))
		s.store.change(func() { *counter++ })
	}
	pause(s.closing, s.o.Latency.draw(random))
	output, errorFile := s.store.addResults(b.ID+"_output.jsonl", answered.Bytes()), s.store.addResults(b.ID+"_error.jsonl", failed.Bytes())
	s.store.change(func() {
		b.OutputFileID, b.ErrorFileID = output, errorFile
		if b.Status, b.CompletedAt = "completed", unix(); s.closing.Err() != nil {
			b.Status, b.CompletedAt, b.CancelledAt = "cancelled", nil, unix()
		}
	})
}

// addResults keeps the lines as a file, unless there are none.
func (st *store) addResults(name string, lines []byte) (id *string) {
	if len(lines) == 0 {
		return nil
	}
	return &[]string{st.add(name, lines).ID}[0]
}

// A batchLine is one request of a batch. Its body is counted as it is.
type batchLine struct {
	openai.BatchChatCompletionRequest
	Body json.RawMessage `json:"body"`
}

// readBatch reads and checks a batch's input. The error names the first wrong line.
func readBatch(input []byte) (lines []batchLine, err error) {
	seen := map[string]bool{}
	number := 0
	for text := range bytes.Lines(input) {
		number++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var l batchLine
		if err := json.Unmarshal(text, &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if l.CustomID == "" || seen[l.CustomID] || l.Method != http.MethodPost || l.URL != openai.BatchEndpointChatCompletions {
			return nil, fmt.Errorf("line %d: found custom_id %q, method %q and url %q, expected a new custom_id, POST and %s",
				number, l.CustomID, l.Method, l.URL, openai.BatchEndpointChatCompletions)
		}
		seen[l.CustomID] = true
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		return nil, errors.New("found no requests")
	}
	return lines, nil
}

// answerLine answers one line; ok is false if it failed.
func (s *Server) answerLine(l batchLine, id string) (result []byte, ok bool) {
	answer, failed := s.complete(l.Body)
	response := object{"status_code": http.StatusOK, "request_id": id, "body": answer}
	if failed != nil {
		response["status_code"], response["body"] = failed.HTTPStatusCode, openai.ErrorResponse{Error: failed}
	}
	s.ledger.update(func(st *Stats) {
		if failed != nil {
			st.BatchErrors++
		} else {
			st.BatchAnswers++
		}
	})
	return marshal(object{"id": id, "custom_id": l.CustomID, "response": response, "error": nil}), failed == nil
}

// complete answers the request of a line. Faults of connections do not occur in batches.
func (s *Server) complete(body []byte) (any, *apiError) {
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
	answer, err := s.reply(s.closing, c)
	if err != nil {
		return nil, failure(http.StatusServiceUnavailable, "", "the batch was cancelled")
	}
	s.ledger.update(func(*Stats) { s.ledger.credit(c.body) })
	return completion(c, &answer), nil
}

package simllm

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	urlChat       = "/v1/chat/completions"
	urlEmbeddings = "/v1/embeddings"
)

// workThrough takes a batch from validation to its end. It waits a latency
// before it begins and before it ends, so that clients see the states. Lines
// are answered in an order drawn from the seed, since the API promises none
// and clients are to go by the custom_id.
func (s *Server) workThrough(ctx context.Context, b *batch, input []byte) {
	lines, wrong := readBatch(input, b.Endpoint)
	random := s.source("batch", hashOf(input), 0)
	pause(ctx, s.o.Latency.draw(random))
	if len(wrong) > 0 {
		s.change(func() {
			b.Errors = &batchErrors{Object: "list", Data: wrong}
			b.enter(batchFailed)
		})
		return
	}
	s.change(func() {
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
		result, ok := s.work(ctx, lines[k])
		result.ID = fmt.Sprintf("%s-%d", b.ID, i)
		result.Response.RequestID = result.ID
		to, counter := &failed, &b.Counts.Failed
		if ok {
			to, counter = &answered, &b.Counts.Completed
		}
		to.Write(append(marshal(result), '\n'))
		s.change(func() { *counter++ })
	}
	pause(ctx, s.o.Latency.draw(random))
	s.finish(ctx, b, answered.Bytes(), failed.Bytes())
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// change changes a batch.
func (s *Server) change(do func()) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	do()
}

// finish keeps what became of a batch as files.
func (s *Server) finish(ctx context.Context, b *batch, answered, failed []byte) {
	s.change(func() {
		if b.Status == batchInProgress && ctx.Err() == nil {
			b.enter(batchFinalizing)
		}
	})
	var full *apiError
	for _, part := range []struct {
		kind    string
		content []byte
		id      **string
	}{{"output", answered, &b.Output}, {"error", failed, &b.ErrorFile}} {
		if len(part.content) == 0 {
			continue
		}
		f, err := s.store.add(b.ID+"_"+part.kind+".jsonl", "batch_output", part.content)
		if err != nil {
			full = err
			continue
		}
		s.change(func() { *part.id = &f.ID })
	}
	s.change(func() {
		switch {
		case full != nil:
			b.Errors = &batchErrors{Object: "list", Data: []batchError{{Code: "no_room", Message: full.Message}}}
			b.enter(batchFailed)
		case b.Status == batchFinalizing:
			b.enter(batchCompleted)
		default:
			b.enter(batchCancelled)
		}
	})
}

// readBatch reads and checks a batch's input.
func readBatch(input []byte, endpoint string) (lines []batchLine, wrong []batchError) {
	seen := map[string]bool{}
	number := 0
	for line := range bytes.Lines(input) {
		number++
		complain := func(code, format string, a ...any) {
			if len(wrong) < maxBatchErrors {
				n := number
				wrong = append(wrong, batchError{Code: code, Message: fmt.Sprintf(format, a...), Line: &n})
			}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var l batchLine
		err := decode(line, &l)
		switch {
		case err != nil:
			complain("invalid_json_line", "%s", err.Message)
		case l.CustomID == "":
			complain("missing_required_parameter", "custom_id: found none")
		case seen[l.CustomID]:
			complain("duplicate_custom_id", "custom_id: found %q a second time", l.CustomID)
		case l.Method != http.MethodPost:
			complain("invalid_method", "method: found %q, expected POST", l.Method)
		case l.URL != endpoint:
			complain("mismatched_url", "url: found %q, expected the batch's endpoint %s", l.URL, endpoint)
		case len(lines) == maxBatchLines:
			complain("too_many_requests", "found more than %d requests", maxBatchLines)
			return nil, wrong
		}
		seen[l.CustomID] = true
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		wrong = append(wrong, batchError{Code: "empty_batch", Message: "found no requests"})
	}
	return lines, wrong
}

// work does one line and says whether it was answered. Of the faults those of
// connections do not exist within a batch.
func (s *Server) work(ctx context.Context, l batchLine) (result batchResult, ok bool) {
	var answer any
	var failed *apiError
	if l.URL == urlEmbeddings {
		answer, failed = s.embed(l.Body)
	} else {
		answer, failed = s.complete(ctx, l.Body)
	}
	response := &batchResponse{Status: http.StatusOK}
	if failed != nil {
		response.Status, response.Body = failed.status, failed.body()
	} else {
		response.Body = marshal(answer)
	}
	s.ledger.update(func(st *Stats) {
		if failed != nil {
			st.BatchErrors++
		} else {
			st.BatchAnswers++
		}
	})
	return batchResult{CustomID: l.CustomID, Response: response}, failed == nil
}

// complete answers a line that asks for a completion.
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
	answer, err := s.answer(ctx, c)
	if err != nil {
		return nil, failure(http.StatusServiceUnavailable, "server_error", "", "", "the batch was cancelled")
	}
	s.ledger.answered(c.body)
	return c.completion(answer), nil
}

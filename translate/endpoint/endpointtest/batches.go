package endpointtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"

	"github.com/sashabaranov/go-openai"
)

// Batches returns a server with OpenAI's files and batches in front of an endpoint. The
// endpoint answers the requests of a batch one by one.
func Batches(endpoint http.Handler) http.Handler {
	b := &batches{endpoint: endpoint, files: map[string][]byte{}}
	mux := http.NewServeMux()
	mux.Handle("/", endpoint)
	for pattern, h := range map[string]func(*http.Request) any{
		"POST /v1/files":             b.upload,
		"GET /v1/files/{id}/content": b.content,
		"POST /v1/batches":           b.create,
		"GET /v1/batches":            b.list,
		"GET /v1/batches/{id}":       b.get,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if allowed := b.ask(r, http.MethodGet, "/v1/models", nil); allowed.Code >= 400 { // a wrong key
				Status(w, allowed.Code, allowed.Body.String())
				return
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			switch reply := h(r).(type) {
			case nil:
				Status(w, http.StatusNotFound, `{"error":{"message":"not here"}}`)
			case []byte:
				w.Write(reply)
			default:
				json.NewEncoder(w).Encode(reply)
			}
		})
	}
	return mux
}

type batches struct {
	endpoint http.Handler

	mu    sync.Mutex
	files map[string][]byte
	all   []*openai.Batch // in the order of their creation
}

// ask passes a request to the endpoint, with the key of another one.
func (b *batches) ask(with *http.Request, method, path string, body []byte) *httptest.ResponseRecorder {
	req, reply := httptest.NewRequest(method, path, bytes.NewReader(body)), httptest.NewRecorder()
	req.Header.Set("Authorization", with.Header.Get("Authorization"))
	b.endpoint.ServeHTTP(reply, req)
	return reply
}

// add keeps a file and returns its id, or nil if it is empty.
func (b *batches) add(content []byte) *string {
	if len(content) == 0 {
		return nil
	}
	id := fmt.Sprint("file-", len(b.files)+1)
	b.files[id] = content
	return &id
}

func (b *batches) upload(r *http.Request) any {
	part, _, err := r.FormFile("file")
	if err != nil {
		return nil
	}
	content, err := io.ReadAll(part)
	if id := b.add(content); err == nil && id != nil {
		return openai.File{ID: *id, Object: "file"}
	}
	return nil
}

func (b *batches) content(r *http.Request) any { return b.files[r.PathValue("id")] }

func (b *batches) create(r *http.Request) any {
	var req openai.CreateBatchRequest
	if json.NewDecoder(r.Body).Decode(&req) != nil || b.files[req.InputFileID] == nil {
		return nil
	}
	batch := &openai.Batch{ID: fmt.Sprint("batch-", len(b.all)+1), Object: "batch", InputFileID: req.InputFileID, Status: "in_progress"}
	b.all = append(b.all, batch)
	go b.run(r, batch, b.files[req.InputFileID])
	return *batch
}

// run answers the requests of a batch, the last first: the API promises no order.
func (b *batches) run(r *http.Request, batch *openai.Batch, input []byte) {
	var answered, failed bytes.Buffer
	lines := bytes.Split(bytes.TrimSpace(input), []byte("\n"))
	for i, text := range slices.Backward(lines) {
		var line struct {
			CustomID string          `json:"custom_id"`
			URL      string          `json:"url"`
			Body     json.RawMessage `json:"body"`
		}
		if json.Unmarshal(text, &line) != nil {
			continue
		}
		reply, to := b.ask(r, http.MethodPost, line.URL, line.Body), &answered
		if reply.Code >= 400 {
			to = &failed
		}
		fmt.Fprintf(to, `{"id":"%s-%d","custom_id":%q,"response":{"status_code":%d,"body":%s},"error":null}`+"\n", batch.ID, i, line.CustomID, reply.Code, bytes.TrimSpace(reply.Body.Bytes()))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	batch.OutputFileID, batch.ErrorFileID, batch.Status = b.add(answered.Bytes()), b.add(failed.Bytes()), "completed"
	batch.RequestCounts.Failed = bytes.Count(failed.Bytes(), []byte("\n"))
	batch.RequestCounts.Total, batch.RequestCounts.Completed = len(lines), len(lines)-batch.RequestCounts.Failed
}

// list returns all batches in one page, the newest first.
func (b *batches) list(*http.Request) any {
	list := openai.ListBatchResponse{Object: "list"}
	for _, batch := range slices.Backward(b.all) {
		list.Data = append(list.Data, *batch)
	}
	return list
}

func (b *batches) get(r *http.Request) any {
	for _, batch := range b.all {
		if batch.ID == r.PathValue("id") {
			return *batch
		}
	}
	return nil
}

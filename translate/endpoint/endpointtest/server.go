// Package endpointtest provides an endpoint for tests: an HTTP server on the loopback
// interface. The server stores every request. A function of the test writes the reply to
// each request.
package endpointtest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// A Request is a request that a Server received.
type Request struct {
	Body          []byte
	Authorization string
	Path          string
	Model         string           `json:"model"`
	Messages      []record.Message `json:"messages"`
}

// Prompt returns the content of the last message.
func (r *Request) Prompt() string {
	if len(r.Messages) == 0 {
		return ""
	}
	return r.Messages[len(r.Messages)-1].Content
}

// A Server is an endpoint.
type Server struct {
	URL string // the base URL, for a client

	mu       sync.Mutex
	requests []Request
}

// NewServer starts an endpoint that stops at the end of the test. answer gets each
// request and the number of requests before it.
func NewServer(t testing.TB, answer func(w http.ResponseWriter, r *Request, n int)) *Server {
	s := &Server{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req := Request{Authorization: r.Header.Get("Authorization"), Path: r.URL.Path}
		var err error
		if req.Body, err = io.ReadAll(r.Body); err == nil {
			err = json.Unmarshal(req.Body, &req)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		s.mu.Lock()
		n := len(s.requests)
		s.requests = append(s.requests, req)
		s.mu.Unlock()
		answer(hangable{w, r}, &req, n)
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL + "/v1"
	return s
}

// Requests returns the requests so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// A hangable is a response writer with its request, for Hang.
type hangable struct {
	http.ResponseWriter
	r *http.Request
}

// Hang waits until the client ends the connection.
func Hang(w http.ResponseWriter) { <-w.(hangable).r.Context().Done() }

// Drop breaks the connection.
func Drop() { panic(http.ErrAbortHandler) }

// Status answers with a status and a body.
func Status(w http.ResponseWriter, status int, body string) {
	w.WriteHeader(status)
	io.WriteString(w, body)
}

// Answer answers with a complete message.
func Answer(w http.ResponseWriter, content string) {
	io.WriteString(w, Completion("stop", Says(content)))
}

// Says returns a message of the assistant with the content.
func Says(content string) map[string]any {
	return map[string]any{"role": "assistant", "content": content}
}

// Completion returns the body of a reply with one choice. Its usage is 11 prompt tokens,
// 3 of them cached, and 7 completion tokens, 5 of them reasoning.
func Completion(finish string, message map[string]any) string {
	b, err := json.Marshal(map[string]any{
		"id": "c1", "object": "chat.completion",
		"choices": []any{map[string]any{"index": 0, "finish_reason": finish, "message": message}},
		"usage": map[string]any{
			"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18,
			"prompt_tokens_details":     map[string]any{"cached_tokens": 3},
			"completion_tokens_details": map[string]any{"reasoning_tokens": 5},
		},
	})
	if err != nil {
		panic(err) // the test's message cannot be JSON
	}
	return string(b)
}

package endpointtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"testing"
)

// A Recorded reply is one that a real server sent: xllamacpp 2026.10.11549
// (llama.cpp), vLLM 0.32.0 on a CPU, or LiteLLM's proxy 1.106.2 in front of another
// server. Nothing in it is changed.
type Recorded struct {
	Server string            `json:"server"` // llama.cpp, vllm or litellm
	Case   string            `json:"case"`   // one of requestsOf in the tests of tools/internal/e2e, or what the server behind LiteLLM's proxy did
	Status int               `json:"status"`
	Header map[string]string `json:"header"` // only what differs from other servers
	Body   string            `json:"body"`
}

//go:embed servers.jsonl
var servers []byte

// Replies returns all recorded replies.
func Replies(t testing.TB) (replies []Recorded) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(servers))
	for d.More() {
		var r Recorded
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		replies = append(replies, r)
	}
	return replies
}

// ServeHTTP sends the reply.
func (r Recorded) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	for name, value := range r.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(r.Status)
	_, _ = io.WriteString(w, r.Body)
}

package endpoint_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// Key and prompt followed redirects to other hosts and ports, and an answer
// from there counted as the model's. No request follows one now, and the error
// names the host.
func TestRedirectsAreNotFollowed(t *testing.T) {
	var followed atomic.Int64
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		followed.Add(1)
		fmt.Fprint(w, `{"id":"x","choices":[{"message":{"content":"p1"}}],"content":[{"type":"text","text":"p1"}],"stop_reason":"end_turn"}`)
	}))
	defer target.Close()
	port := target.URL[strings.LastIndex(target.URL, ":"):]
	var status int
	var location string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/elsewhere") {
			followed.Add(1)
		}
		w.Header().Set("Location", location)
		w.WriteHeader(status)
	}))
	defer server.Close()
	config := endpoint.Config{BaseURL: server.URL, Key: key}
	openAI, err := endpoint.New(endpoint.OpenAI, "m", config)
	if err != nil {
		t.Fatal(err)
	}
	anthropic, err := endpoint.New(endpoint.Anthropic, "m", config)
	if err != nil {
		t.Fatal(err)
	}
	chat := func(m translate.Model, req translate.Request) func() error {
		return func() error { _, err := m.Chat(t.Context(), req); return err }
	}
	fetching := batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f","batch_id":"b"}]`)
	requests := map[string]func() error{
		"chat":       chat(openAI, request(1, "")),
		"embeddings": chat(openAI, translate.Request{Texts: []string{"p1"}}),
		"messages":   chat(anthropic, translate.Request{Params: limited()}),
		"upload":     func() error { return service(t, openAI, batchDir(t, `[]`)).Submit(t.Context()) },
		"submit": func() error {
			return service(t, openAI, batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f"}]`)).Submit(t.Context())
		},
		"fetch": func() error { _, err := service(t, openAI, fetching).Refresh(t.Context(), true); return err },
	}
	for _, status = range []int{301, 302, 303, 307, 308} {
		for host, to := range map[string]string{
			"127.0.0.1" + port: target.URL + "/elsewhere", "localhost" + port: "http://localhost" + port,
			strings.TrimPrefix(server.URL, "http://"): "/elsewhere", "(none)": "",
		} {
			location = to
			for what, do := range requests {
				if err := do(); err == nil || !strings.Contains(err.Error(), "host "+host) || strings.Contains(err.Error(), key) {
					t.Errorf("%s, %d to %q: error %v, want one that names %s", what, status, to, err, host)
				}
			}
		}
	}
	if n := followed.Load(); n > 0 {
		t.Errorf("%d redirects were followed", n)
	}
}

// batchDir is a directory with a request file and a state of the batches.
func batchDir(t *testing.T, state string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"requests-00001.jsonl": "{}\n", "batches.json": state} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func service(t *testing.T, c *endpoint.Client, dir string) *endpoint.BatchService {
	t.Helper()
	s, err := endpoint.NewBatchService(c, dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The results' file is fetched by another request than the batch.
func TestDownloadIsNotRedirected(t *testing.T) {
	var paths []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.EscapedPath())
		if strings.HasPrefix(r.URL.Path, "/batches") {
			fmt.Fprint(w, `{"id":"b","status":"completed","output_file_id":"../o"}`)
			return
		}
		http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
	}))
	defer server.Close()
	c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	dir := batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f","batch_id":"b"}]`)
	if _, err := service(t, c, dir).Refresh(t.Context(), true); err == nil || !strings.Contains(err.Error(), "elsewhere.example") {
		t.Errorf("error %v", err)
	}
	if got := strings.Join(paths, " "); got != "/batches/b /files/..%2Fo/content" {
		t.Errorf("asked for %s", got)
	}
}

// TestHostileResults: the size of a downloaded file was not limited, and a line of it
// was read into memory as a whole.
func TestHostileResults(t *testing.T) {
	result := `{"custom_id":"x%d","response":null}` + "\n"
	for _, tt := range []struct {
		name, head, rest string // what the server sends: head, and then rest without end
		want             string
	}{
		{"an endless line", `{"custom_id":"`, strings.Repeat("x", 4096), "line 1: found more than 2097152 bytes"},
		{"an endless file", "", strings.Repeat("\n", 4096), "found more than 4194304 bytes, expected at most so many for 2 requests"},
		{"too many results", "", fmt.Sprintf(result+result, 1, 2), "line 3: found more results than the 2 requests"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var sent atomic.Int64
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasPrefix(r.URL.Path, "/batches") {
					fmt.Fprint(w, `{"id":"b","status":"completed","output_file_id":"o"}`)
					return
				}
				for text := tt.head; ; text = tt.rest {
					n, err := io.WriteString(w, text)
					if sent.Add(int64(n)); err != nil || sent.Load() > 1<<28 {
						return
					}
				}
			}))
			c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
			if err != nil {
				t.Fatal(err)
			}
			dir := batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f","batch_id":"b"}]`)
			if err := os.WriteFile(filepath.Join(dir, "requests-00001.jsonl"), []byte("{}\n{}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			before := allocated()
			if _, err := service(t, c, dir).Refresh(t.Context(), true); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "output-00001.jsonl") {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			server.Close()
			if n := allocated() - before; n > 64<<20 || sent.Load() > 1<<27 {
				t.Errorf("%d bytes were allocated for %d", n, sent.Load())
			}
			if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 2 { // the requests and the state
				t.Errorf("left %v", names)
			}
		})
	}
	// A file that another program fetched: a line of 4 GB.
	c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "output.jsonl")
	if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 4<<30)); err != nil {
		t.Skip(err) // of a file system without sparse files
	}
	before := allocated()
	if _, err := endpoint.OpenBatch(c, filepath.Dir(name)); err == nil || !strings.Contains(err.Error(), "output.jsonl: line 1: found more than 2097152 bytes") {
		t.Errorf("error %v", err)
	}
	if n := allocated() - before; n > 64<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

// allocated is the number of bytes that the process has allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// A run that is killed after a batch was created and before that was recorded
// finds the batch by its file, also on a later page of the list.
func TestCreatedBatchIsFoundAgain(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.String())
		if r.URL.Query().Get("after") == "" {
			fmt.Fprint(w, `{"data":[{"id":"b1","input_file_id":"other"}],"has_more":true}`)
			return
		}
		fmt.Fprint(w, `{"data":[{"id":"b2","input_file_id":"f","status":"in_progress","request_counts":{"total":3}}]}`)
	}))
	defer server.Close()
	c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	dir := batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f"}]`)
	for range 2 {
		s := service(t, c, dir)
		if err := s.Submit(t.Context()); err != nil || s.Jobs[0].BatchID != "b2" || s.Jobs[0].Total != 3 {
			t.Fatalf("%+v, %v", s.Jobs[0], err)
		}
	}
	if got := strings.Join(asked, " "); got != "GET /batches?limit=100 GET /batches?limit=100&after=b1" {
		t.Errorf("asked %s", got)
	}
}

// A state without an id made the next submit create, and pay for, the batch
// again. A list that repeats its page had no end.
func TestOddBatchObjects(t *testing.T) {
	posts := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost:
			posts++
			fmt.Fprint(w, `{"id":"b"}`)
		case r.URL.Path == "/batches":
			fmt.Fprint(w, `{"data":[{"id":"other"}],"has_more":true}`)
		default:
			fmt.Fprint(w, `{"errors":{"data":[{"message":"not with `+key+`"}]},"request_counts":null}`)
		}
	}))
	defer server.Close()
	c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	dir := batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f"}]`)
	for range 3 {
		s := service(t, c, dir)
		if err := s.Submit(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Refresh(t.Context(), true); err != nil || s.Jobs[0].BatchID != "b" || s.Jobs[0].Message != "not with [redacted]" {
			t.Errorf("%+v, %v", s.Jobs[0], err)
		}
	}
	if posts != 1 {
		t.Errorf("%d batches were created", posts)
	}
}

// The results of a batch and the state of the batches showed a key that the service
// repeats.
func TestBatchFilesHideTheKey(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString([]byte("ann:" + key))
	result := fmt.Sprintf(`{"custom_id":"x","response":{"status_code":200,"body":{"choices":[{"message":{"content":"%s %s"}}]}}}`, key, encoded)
	id, output := "b", "o"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/files/o"):
			fmt.Fprintln(w, result)
		case strings.HasPrefix(r.URL.Path, "/files/"):
			w.WriteHeader(404)
		default:
			fmt.Fprintf(w, `{"id":%q,"status":"completed","output_file_id":%q,"errors":{"data":[{"message":%q}]}}`, id, output, "for "+encoded)
		}
	}))
	defer server.Close()
	c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{BaseURL: server.URL, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ id, output, want string }{
		{"b", "o", ""}, {"b", key, "download [redacted]"}, {encoded, "o", "the id of the batch contains the key"},
	} {
		id, output = tt.id, tt.output
		dir := batchDir(t, `[{"requests":"requests-00001.jsonl","file_id":"f","batch_id":"b"}]`)
		_, err := service(t, c, dir).Refresh(t.Context(), true)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), key)) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
		names, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(names) < 2 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil || strings.Contains(string(b), key) || strings.Contains(string(b), encoded[8:]) {
				t.Errorf("%s: %v: %s", filepath.Base(name), err, b)
			}
		}
	}
}

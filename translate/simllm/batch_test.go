package simllm_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/translate/simllm"
)

func completionRequest(t testing.TB, n int) api.ChatCompletionRequest {
	t.Helper()
	var req api.ChatCompletionRequest
	if err := json.Unmarshal([]byte(request(t, n, nil)), &req); err != nil {
		t.Fatal(err)
	}
	return req
}

// submit sends a batch of requests 0 to n-1, and waits until it has the state.
func submit(t *testing.T, e endpoint, n int, state string) api.BatchResponse {
	t.Helper()
	var upload api.UploadBatchFileRequest
	for i := range n {
		upload.AddChatCompletion(fmt.Sprint("row-", i), completionRequest(t, i))
	}
	b, err := client(e).CreateBatchWithUploadFile(t.Context(), api.CreateBatchWithUploadFileRequest{
		Endpoint: api.BatchEndpointChatCompletions, UploadBatchFileRequest: upload, CompletionWindow: "24h",
	})
	if err != nil {
		t.Fatal(err)
	}
	return await(t, e, b.ID, state)
}

func await(t *testing.T, e endpoint, id, state string) (b api.BatchResponse) {
	t.Helper()
	eventually(t, func() string {
		var err error
		if b, err = client(e).RetrieveBatch(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if b.Status != state {
			return fmt.Sprintf("batch %+v, want it %s", b.Batch, state)
		}
		return ""
	})
	return b
}

// A result is a line of a batch's output or error file.
type result struct {
	ID       string
	CustomID string `json:"custom_id"`
	Response struct {
		Status int `json:"status_code"`
		Body   struct {
			api.ChatCompletionResponse
			Error *struct{ Message string }
		}
	}
}

// results downloads a file and reads it by custom_id.
func results(t *testing.T, e endpoint, file *string) (byID map[string]result, order []string) {
	t.Helper()
	byID = map[string]result{}
	if file == nil {
		return byID, nil
	}
	content, err := client(e).GetFileContent(t.Context(), *file)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	for lines := bufio.NewScanner(content); lines.Scan(); {
		var r result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		byID[r.CustomID] = r
		order = append(order, r.CustomID)
	}
	return byID, order
}

func TestBatch(t *testing.T) {
	e := start(t, simllm.Options{})
	const n = 50
	b := submit(t, e, n, "completed")
	if b.RequestCounts != (api.BatchRequestCounts{Total: n, Completed: n}) || b.CompletedAt == nil || b.ErrorFileID != nil {
		t.Fatalf("batch %+v", b.Batch)
	}
	got, order := results(t, e, b.OutputFileID)
	if len(got) != n || order[0] == "row-0" && order[1] == "row-1" && order[2] == "row-2" {
		t.Errorf("%d results in the order %v, want %d in another than that of the requests", len(got), order, n)
	}
	for i := range n {
		want, err := client(e).CreateChatCompletion(t.Context(), completionRequest(t, i))
		if err != nil {
			t.Fatal(err)
		}
		r := got[fmt.Sprint("row-", i)].Response
		if r.Status != 200 || len(r.Body.Choices) != 1 || r.Body.Choices[0].Message.Content != want.Choices[0].Message.Content {
			t.Errorf("row %d: got %+v, want %q", i, r, want.Choices[0].Message.Content)
		}
	}
	if s := e.Stats(); s.BatchAnswers != n || s.Requests != n || s.DistinctBodies != 2*n || s.CompletionsPerBody[1] != 2*n {
		t.Errorf("stats %+v", s)
	}
}

// Failed lines are in the error file, and every line is in one of the two.
// Faults of connections do not occur.
func TestBatchWithFaults(t *testing.T) {
	e := start(t, simllm.Options{Faults: simllm.Rates{simllm.ServerError: 0.2, simllm.RateLimited: 0.1, simllm.Hang: 0.3, simllm.Drop: 0.4}})
	const n = 60
	b := submit(t, e, n, "completed")
	good, _ := results(t, e, b.OutputFileID)
	bad, _ := results(t, e, b.ErrorFileID)
	if len(good)+len(bad) != n || len(bad) < 5 || len(bad) > 35 || b.RequestCounts != (api.BatchRequestCounts{Total: n, Completed: len(good), Failed: len(bad)}) {
		t.Errorf("%d answered and %d failed of %d, counts %+v", len(good), len(bad), n, b.RequestCounts)
	}
	for id, r := range bad {
		if _, both := good[id]; both || r.Response.Status < 429 || r.Response.Body.Error == nil || r.Response.Body.Error.Message == "" {
			t.Errorf("failed line %+v", r)
		}
	}
}

func TestBatchThatIsWrong(t *testing.T) {
	e := start(t, simllm.Options{})
	line := func(id string) string {
		return fmt.Sprintf(`{"custom_id":%q,"method":"POST","url":"/v1/chat/completions","body":%s}`, id, request(t, 1, nil))
	}
	for name, tt := range map[string]struct {
		input, found string
	}{
		"JSON":       {line("a") + "\n{\n", "line 2: "},
		"twice":      {line("a") + "\n\n" + line("a"), `line 3: found custom_id "a"`},
		"no id":      {line(""), `line 1: found custom_id ""`},
		"method":     {strings.Replace(line("a"), "POST", "GET", 1), `method "GET"`},
		"path":       {strings.Replace(line("a"), "/v1/chat/completions", "/v1/embeddings", 1), `url "/v1/embeddings"`},
		"white only": {"\n \n", "found no requests"},
	} {
		f, err := client(e).CreateFileBytes(t.Context(), api.FileBytesRequest{Name: "x.jsonl", Bytes: []byte(tt.input), Purpose: api.PurposeBatch})
		if err != nil {
			t.Fatal(err)
		}
		b, err := client(e).CreateBatch(t.Context(), api.CreateBatchRequest{InputFileID: f.ID, Endpoint: api.BatchEndpointChatCompletions})
		if err != nil {
			t.Fatal(err)
		}
		failed := await(t, e, b.ID, "failed")
		if failed.Errors == nil || len(failed.Errors.Data) != 1 || !strings.Contains(failed.Errors.Data[0].Message, tt.found) || failed.OutputFileID != nil {
			t.Errorf("%s: batch %+v, errors %+v; want %s", name, failed.Batch, failed.Errors, tt.found)
		}
	}
	for body, status := range map[string]int{
		`{"input_file_id":"file-1","endpoint":"/v1/models","completion_window":"24h"}`: 400,
		`{"input_file_id":"file-x","endpoint":"/v1/chat/completions"}`:                 404,
	} {
		if resp, text := e.do(t, "POST", "/v1/batches", body); resp.StatusCode != status {
			t.Errorf("%s: got %d %s, want %d", body, resp.StatusCode, text, status)
		}
	}
}

func TestBatchesAreListed(t *testing.T) {
	e := start(t, simllm.Options{})
	var ids []string
	for range 3 {
		ids = append(ids, submit(t, e, 1, "completed").ID)
	}
	two := 2
	page, err := client(e).ListBatch(t.Context(), nil, &two)
	if err != nil || len(page.Data) != 2 || page.Data[0].ID != ids[2] || !page.HasMore || page.LastID != ids[1] {
		t.Fatalf("page %+v, %v", page, err)
	}
	page, err = client(e).ListBatch(t.Context(), &page.LastID, &two)
	if err != nil || len(page.Data) != 1 || page.Data[0].ID != ids[0] || page.HasMore {
		t.Errorf("page %+v, %v", page, err)
	}
}

func TestFiles(t *testing.T) {
	e := start(t, simllm.Options{})
	c := client(e)
	upload := func(n int) (api.File, error) {
		return c.CreateFileBytes(t.Context(), api.FileBytesRequest{Name: "a.jsonl", Bytes: []byte(strings.Repeat("x", n)), Purpose: api.PurposeBatch})
	}
	f, err := upload(600)
	if err != nil || f.Bytes != 600 || f.FileName != "a.jsonl" || f.Purpose != "batch" {
		t.Fatalf("file %+v, %v", f, err)
	}
	if resp, _ := e.do(t, "GET", "/v1/files/file-99/content", ""); resp.StatusCode != 404 {
		t.Errorf("unknown file: status %d", resp.StatusCode)
	}
	if resp, _ := e.do(t, "GET", "/v1/batches/batch-99", ""); resp.StatusCode != 404 {
		t.Errorf("unknown batch: status %d", resp.StatusCode)
	}
	if resp, text := e.do(t, "POST", "/v1/files", "no form"); resp.StatusCode != 400 {
		t.Errorf("no form: %d %s", resp.StatusCode, text)
	}
}

// Close ends batches and hung requests, and leaves no goroutine behind.
func TestCloseEndsEverything(t *testing.T) {
	e := start(t, simllm.Options{Latency: latency(t, "1h"), Faults: simllm.Rates{simllm.Hang: 1}})
	b := submit(t, e, 3, "validating")
	hung := make(chan error, 1)
	go func() {
		_, _, err := e.try(t.Context(), "POST", path, request(t, 1, nil))
		hung <- err
	}()
	eventually(t, func() string {
		if e.Stats().UnderWay != 1 {
			return "the request is not there"
		}
		return ""
	})
	e.Close()
	select {
	case err := <-hung:
		if err == nil {
			t.Error("a hung request got a reply")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the request still hangs")
	}
	await(t, e, b.ID, "cancelled")
	resp, _ := e.do(t, "POST", "/v1/batches", `{"input_file_id":"file-1","endpoint":"/v1/chat/completions","completion_window":"24h"}`)
	if resp.StatusCode != 503 {
		t.Errorf("a batch after the end: status %d", resp.StatusCode)
	}
	wantNoGoroutines(t)
}

// wantNoGoroutines fails the test where a goroutine of the server, but for
// those of tests, is left.
func wantNoGoroutines(t *testing.T) {
	t.Helper()
	eventually(t, func() string {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		for _, stack := range strings.Split(string(stacks), "\n\n") {
			if strings.Contains(stack, "simllm.(*Server)") {
				return stack
			}
		}
		return ""
	})
}

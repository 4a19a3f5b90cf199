package endpoint_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

func newClient(t testing.TB) *endpoint.Client {
	t.Helper()
	c, err := endpoint.New(endpoint.OpenAI, "m", endpoint.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func request(n int, key string) translate.Request {
	return translate.Request{Key: key, Messages: []record.Message{{Role: "user", Content: fmt.Sprint("question ", n)}}}
}

// No file exceeds a limit, no request is lost or written twice, and every
// custom_id belongs to one request.
func TestBatchLimits(t *testing.T) {
	for _, l := range []struct {
		Requests int
		Bytes    int64
	}{{Requests: 7}, {Bytes: 1000}, {Requests: 3, Bytes: 700}, {}} {
		dir := t.TempDir()
		w, err := endpoint.NewBatchWriter(newClient(t), dir)
		if err != nil {
			t.Fatal(err)
		}
		w.Limit(l.Requests, l.Bytes)
		for n := range 50 {
			for _, key := range []string{"a", "b", "a"} {
				if err := w.Add(request(n, key)); err != nil {
					t.Fatal(err)
				}
			}
		}
		files, requests, err := w.Close()
		if err != nil || requests != 100 {
			t.Fatalf("%+v: %d requests, %v", l, requests, err)
		}
		names, _ := filepath.Glob(filepath.Join(dir, "*"))
		if len(names) != files {
			t.Errorf("%+v: %d files, and there are %v", l, files, names)
		}
		ids := map[string]bool{}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(b, []byte("\n")); l.Requests > 0 && n > l.Requests || l.Bytes > 0 && int64(len(b)) > l.Bytes {
				t.Errorf("%+v: %s has %d requests in %d bytes", l, name, n, len(b))
			}
			for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
				var r struct {
					CustomID string `json:"custom_id"`
				}
				if err := json.Unmarshal(lines.Bytes(), &r); err != nil || len(r.CustomID) > 64 {
					t.Fatalf("%s: %v", lines.Text(), err)
				}
				ids[r.CustomID] = true
			}
		}
		if len(ids) != 100 {
			t.Errorf("%+v: %d custom_ids of 100 requests", l, len(ids))
		}
	}
}

func TestTooLargeRequest(t *testing.T) {
	dir := t.TempDir()
	w, err := endpoint.NewBatchWriter(newClient(t), dir)
	if err != nil {
		t.Fatal(err)
	}
	w.Limit(0, 10)
	if err := w.Add(request(1, "")); err == nil || !strings.Contains(err.Error(), "expected at most 10") {
		t.Errorf("error %v", err)
	}
	w.Abort()
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 0 {
		t.Errorf("left %v", names)
	}
}

// Every result is an answer, a failure of the row, or an error with its
// position; it never ends a run.
func FuzzBatchAnswers(f *testing.F) {
	dir := f.TempDir()
	w, err := endpoint.NewBatchWriter(newClient(f), dir)
	if err != nil {
		f.Fatal(err)
	}
	if err := w.Add(request(1, "k")); err != nil {
		f.Fatal(err)
	}
	if _, _, err := w.Close(); err != nil {
		f.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(dir, "requests-00001.jsonl"))
	if err != nil {
		f.Fatal(err)
	}
	var asked struct {
		CustomID string `json:"custom_id"`
	}
	if err := json.Unmarshal(b, &asked); err != nil {
		f.Fatal(err)
	}
	for _, rest := range []string{
		`,"response":null`, `,"response":{"status_code":200,"body":{"choices":[{"message":{"content":"p1"}}]}}`, `,"response":{"status_code":401,"body":"no"}`,
		`,"response":{"status_code":-1,"body":[]},"error":{"code":"x"}`, `,"response":{"status_code":200,"body":null}`, "", `,"error":3`, "\xff",
		`,"response":{"status_code":429,"body":{"error":{"code":"insufficient_quota","message":"x"}}}`,
	} {
		f.Add(rest)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		dir := t.TempDir()
		text := `{"custom_id":"` + asked.CustomID + `"` + strings.ReplaceAll(rest, "\n", " ") + "}\n"
		if err := os.WriteFile(filepath.Join(dir, "output.jsonl"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		a, err := endpoint.OpenBatch(newClient(t), dir)
		if err != nil {
			if !strings.Contains(err.Error(), "line 1: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		defer a.Close()
		resp, err := a.Chat(t.Context(), request(1, "k"))
		var call *translate.CallError
		if err != nil && (!errors.As(err, &call) || call.Fatal()) || resp.Outcome == "" || err == nil && resp.Outcome == record.OK && resp.Content == "" {
			t.Errorf("%s gives %+v, %v", text, resp, err)
		}
	})
}

package translate_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	latency := 1.5
	answer := translate.Response{
		Content: "p1 \x00\u2028", Reasoning: "hm", FinishReason: "stop", Outcome: record.OK,
		Usage: record.Usage{PromptTokens: 3, Attempts: 2, LatencySeconds: &latency},
	}
	s := &script{entries: []entry{{resp: answer}}}
	m, err := translate.Cache(s, "http://host/v1", dir)
	if err != nil {
		t.Fatal(err)
	}
	request := translate.Request{Model: "m", Key: "a/0", Messages: []record.Message{{Role: "user", Content: "p1?"}}}
	chat := func(m translate.Model, r translate.Request) translate.Response {
		t.Helper()
		resp, err := m.Chat(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}

	first := chat(m, request)
	if first.Cached || s.calls != 1 {
		t.Fatalf("first answer: %+v after %d calls", first, s.calls)
	}
	second := chat(m, request)
	if !second.Cached || s.calls != 1 {
		t.Fatalf("second answer: %+v after %d calls", second, s.calls)
	}
	second.Cached = false
	if !reflect.DeepEqual(first, second) {
		t.Errorf("replayed %+v, recorded %+v", second, first)
	}

	// Whatever could change the answer is another recording.
	zero := 0.0
	for name, change := range map[string]func(*translate.Request){
		"model":       func(r *translate.Request) { r.Model = "n" },
		"key":         func(r *translate.Request) { r.Key = "a/1" },
		"role":        func(r *translate.Request) { r.Messages = []record.Message{{Role: "system", Content: "p1?"}} },
		"content":     func(r *translate.Request) { r.Messages = []record.Message{{Role: "user", Content: "p2?"}} },
		"temperature": func(r *translate.Request) { r.Params.Temperature = &zero },
		"extra":       func(r *translate.Request) { r.Params.Extra = map[string]jsontext.Value{"top_k": jsontext.Value("1")} },
	} {
		other := request
		change(&other)
		if chat(m, other).Cached {
			t.Errorf("another %s was answered from the cache", name)
		}
	}
	elsewhere, err := translate.Cache(s, "http://other/v1", dir)
	if err != nil {
		t.Fatal(err)
	}
	if chat(elsewhere, request).Cached {
		t.Error("another endpoint was answered from the cache")
	}

	// Files that were damaged are replaced.
	damaged := 0
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		damaged++
		return os.WriteFile(path, []byte(`{"endpoint":"http://host/v1","resp`), 0o666)
	})
	if err != nil || damaged != 8 {
		t.Fatalf("damaged %d files, %v; want 8", damaged, err)
	}
	if chat(m, request).Cached || !chat(m, request).Cached {
		t.Error("a damaged recording was not replaced")
	}
}

func TestCacheStoresOnlyAnswers(t *testing.T) {
	for _, e := range []entry{
		refused, tooMany, dropped,
		{resp: translate.Response{Content: "p1 ∧", Outcome: record.Truncated}},
		{resp: translate.Response{Outcome: record.Empty}},
	} {
		s := &script{entries: []entry{e, ok}}
		m, err := translate.Cache(s, "http://host/v1", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		resp, err := m.Chat(t.Context(), translate.Request{})
		if resp.Outcome != e.resp.Outcome || !errors.Is(err, e.err) {
			t.Errorf("got %s, %v; want %s, %v", resp.Outcome, err, e.resp.Outcome, e.err)
		}
		if resp, err := m.Chat(t.Context(), translate.Request{}); err != nil || resp.Cached || resp.Outcome != record.OK {
			t.Errorf("after %s: got %+v, %v", e.resp.Outcome, resp, err)
		}
	}
}

// Goroutines and processes can record the same answer at the same time.
func TestCacheIsShared(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			m, err := translate.Cache(&script{entries: []entry{ok}}, "http://host/v1", dir)
			if err != nil {
				t.Error(err)
				return
			}
			for range 8 {
				if resp, err := m.Chat(t.Context(), translate.Request{}); err != nil || resp.Content != "p1" {
					t.Errorf("got %+v, %v", resp, err)
				}
			}
		})
	}
	wg.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "*", "*.tmp"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// An answer that cannot be stored is an error, since it was paid for.
func TestCacheThatCannotStore(t *testing.T) {
	dir := t.TempDir()
	m, err := translate.Cache(&script{entries: []entry{ok}}, "http://host/v1", filepath.Join(dir, "cache"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "cache")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "cache"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Chat(t.Context(), translate.Request{}); err == nil || !strings.Contains(err.Error(), "cache: ") {
		t.Errorf("error %v, want one of the cache", err)
	}
}

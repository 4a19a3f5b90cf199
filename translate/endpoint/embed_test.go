package endpoint_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/simllm"
)

// embedder is an embedding model at an endpoint.
func embedder(t *testing.T, h http.Handler) translate.Model {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	m, err := endpoint.Open("m", endpoint.Options{
		Config: endpoint.Config{BaseURL: server.URL + "/v1"},
		Policy: translate.Policy{Retries: 2, Base: time.Microsecond},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func embed(t *testing.T, m translate.Model, texts ...string) translate.Response {
	t.Helper()
	resp, err := m.Chat(t.Context(), translate.Request{Texts: texts})
	if err != nil || len(resp.Vectors) != len(texts) {
		t.Fatalf("%d vectors, %v", len(resp.Vectors), err)
	}
	return resp
}

// The simulated endpoint gives the vectors of the built-in model.
func TestEndpointAgainstNgrams(t *testing.T) {
	server, err := simllm.New(simllm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"Every cube is small.", "∀x. (Cube(x) → Small(x))", "Every cube is small!"}
	resp := embed(t, embedder(t, server), texts...)
	got, want := resp.Vectors, embed(t, endpoint.NgramsModel{}, texts...).Vectors
	for i := range texts {
		if c := translate.Cosine(got[i], want[i]); c < 0.999999 {
			t.Errorf("%s: cosine %v", texts[i], c)
		}
	}
	if near, far := translate.Cosine(got[0], got[2]), translate.Cosine(got[0], got[1]); near <= far || near >= 1 {
		t.Errorf("near %v, far %v", near, far)
	}
	if resp.Usage.PromptTokens == 0 || resp.Usage.Attempts != 1 {
		t.Errorf("usage %+v", resp.Usage)
	}
}

func TestEmbeddingFaults(t *testing.T) {
	for body, want := range map[string]string{
		`{"data":[{"index":0,"embedding":[1,2]}]}`:                                             "1 embeddings of 2 texts",
		`{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}`:                 "of different lengths",
		`{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`:                   "embedding of text 0",
		`{"data":[{"index":7,"embedding":[1]}]}`:                                               "embedding of text 7",
		`{"data":[{"index":0,"embedding":[]}]}`:                                                "embedding of text 0",
		`{"data":[{"index":0,"embedding":[0.5]},{"index":1,"embedding":[1]}],"usage":{"x":1}}`: "",
		`nonsense`: "",
	} {
		var calls atomic.Int64
		m := embedder(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if calls.Add(1) == 1 {
				http.Error(w, `{"error":{"message":"busy"}}`, http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, body)
		}))
		resp, err := m.Chat(t.Context(), translate.Request{Texts: []string{"a", "b"}})
		if body == "nonsense" {
			if err == nil || calls.Load() != 3 {
				t.Errorf("%s: %v after %d calls", body, err, calls.Load())
			}
			continue
		}
		if want == "" {
			if err != nil || len(resp.Vectors) != 2 || resp.Usage.Attempts != 2 {
				t.Errorf("%s: %+v, %v", body, resp, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", body, err, want)
		}
	}
}

// counting counts the texts that it embeds.
type counting struct {
	endpoint.NgramsModel
	texts atomic.Int64
}

func (c *counting) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	c.texts.Add(int64(len(req.Texts)))
	return c.NgramsModel.Chat(ctx, req)
}

func TestCachedVectors(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	inner := &counting{}
	calls := 0
	ask := func(params translate.Params, texts []string) translate.Response {
		t.Helper()
		m, err := translate.Cache(inner, "here", dir)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := m.Chat(t.Context(), translate.Request{Params: params, Texts: texts, Key: fmt.Sprint("row ", calls)})
		if err != nil {
			t.Fatal(err)
		}
		calls++
		return resp
	}
	for _, step := range []struct {
		params translate.Params
		texts  []string
		asked  int64
	}{
		{translate.Params{}, []string{"a", "b"}, 2},
		{translate.Params{}, []string{"b", "c", "a"}, 5},
		{translate.Params{}, []string{"a", "b"}, 5}, // of another row
		{translate.Params{}.With("dimensions", jsontext.Value("8")), []string{"a", "b"}, 7},
	} {
		before := inner.texts.Load()
		got := ask(step.params, step.texts)
		if inner.texts.Load() != step.asked || got.Cached != (before == step.asked) {
			t.Fatalf("%v: asked for %d texts, want %d; cached %t", step.texts, inner.texts.Load(), step.asked, got.Cached)
		}
		want := embed(t, endpoint.NgramsModel{}, step.texts...).Vectors
		for i := range got.Vectors {
			if translate.Cosine(got.Vectors[i], want[i]) < 0.999999 {
				t.Errorf("%s: another vector", step.texts[i])
			}
		}
	}
	// A damaged recording is asked for again.
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if ask(translate.Params{}, []string{"a", "b"}); inner.texts.Load() != 9 {
		t.Errorf("asked for %d texts", inner.texts.Load())
	}
}

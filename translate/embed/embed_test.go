package embed_test

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/embed"
	"github.com/truthloop/truthloop/translate/openai"
	"github.com/truthloop/truthloop/translate/simllm"
)

func TestCosine(t *testing.T) {
	for _, c := range []struct {
		a, b embed.Vector
		want float64
	}{
		{embed.Vector{1, 0}, embed.Vector{2, 0}, 1},
		{embed.Vector{1, 0}, embed.Vector{0, 3}, 0},
		{embed.Vector{1, 1}, embed.Vector{-1, -1}, -1},
		{embed.Vector{1, 0}, embed.Vector{1, 1}, math.Sqrt2 / 2},
		{embed.Vector{0, 0}, embed.Vector{1, 1}, 0},
		{embed.Vector{1}, embed.Vector{1, 1}, 0},
		{embed.Vector{float32(math.Inf(1))}, embed.Vector{1}, 0},
	} {
		if got := embed.Cosine(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("cosine of %v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func client(t *testing.T, h http.Handler) *openai.Client {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	c, err := openai.New("m", openai.Config{BaseURL: server.URL + "/v1"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func policy() translate.Policy {
	return translate.Policy{Retries: 2, Wait: func(context.Context, time.Duration) error { return nil }}
}

// The simulated endpoint gives the vectors of the built-in embedder.
func TestEndpointAgainstNgrams(t *testing.T) {
	server, err := simllm.New(simllm.Options{Names: []string{"m"}})
	if err != nil {
		t.Fatal(err)
	}
	e := embed.Endpoint(client(t, server), translate.Params{}, policy())
	texts := []string{"Every cube is small.", "∀x. (Cube(x) → Small(x))", "Every cube is small!"}
	got, usage, err := e.Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _ := embed.Ngrams{}.Embed(t.Context(), texts)
	for i := range texts {
		if c := embed.Cosine(got[i], want[i]); c < 0.999999 {
			t.Errorf("%s: cosine %v", texts[i], c)
		}
	}
	if near, far := embed.Cosine(got[0], got[2]), embed.Cosine(got[0], got[1]); near <= far || near >= 1 {
		t.Errorf("near %v, far %v", near, far)
	}
	if usage.PromptTokens == 0 || usage.Attempts != 1 {
		t.Errorf("usage %+v", usage)
	}
}

func TestEndpointFaults(t *testing.T) {
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
		e := embed.Endpoint(client(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if calls.Add(1) == 1 {
				http.Error(w, `{"error":{"message":"busy"}}`, http.StatusServiceUnavailable)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, body)
		})), translate.Params{}, policy())
		vectors, usage, err := e.Embed(t.Context(), []string{"a", "b"})
		if body == "nonsense" {
			if err == nil || calls.Load() != 3 {
				t.Errorf("%s: %v after %d calls", body, err, calls.Load())
			}
			continue
		}
		if want == "" {
			if err != nil || len(vectors) != 2 || usage.Attempts != 2 {
				t.Errorf("%s: %v, %v, %+v", body, vectors, err, usage)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", body, err, want)
		}
	}
}

// counting counts the texts that it is asked for.
type counting struct {
	embed.Ngrams
	texts atomic.Int64
}

func (c *counting) Embed(ctx context.Context, texts []string) ([]embed.Vector, record.Usage, error) {
	c.texts.Add(int64(len(texts)))
	return c.Ngrams.Embed(ctx, texts)
}

func TestCached(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	inner := &counting{}
	open := func(settings string) embed.Embedder {
		e, err := embed.Cached(inner, "here", settings, dir)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, step := range []struct {
		settings string
		texts    []string
		asked    int64
	}{
		{"{}", []string{"a", "b"}, 2},
		{"{}", []string{"b", "c", "a"}, 3},
		{"{}", []string{"a", "b", "c"}, 3},
		{`{"dimensions":8}`, []string{"a"}, 4},
	} {
		got, _, err := open(step.settings).Embed(t.Context(), step.texts)
		if err != nil || inner.texts.Load() != step.asked {
			t.Fatalf("%v: asked for %d texts, want %d: %v", step.texts, inner.texts.Load(), step.asked, err)
		}
		want, _, _ := embed.Ngrams{}.Embed(t.Context(), step.texts)
		for i := range got {
			if embed.Cosine(got[i], want[i]) < 0.999999 {
				t.Errorf("%s: another vector", step.texts[i])
			}
		}
	}
	// A damaged recording is asked for again.
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if err := os.WriteFile(f, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := open("{}").Embed(t.Context(), []string{"a"}); err != nil || inner.texts.Load() != 5 {
		t.Errorf("asked for %d texts: %v", inner.texts.Load(), err)
	}
}

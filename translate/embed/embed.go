// Package embed compares texts by the vectors that embedding models give them.
// Texts flow in, vectors flow out; Cosine says how near two of them are.
//
// An Embedder is the built-in one, which hashes n-grams of characters and
// needs no endpoint, or an OpenAI-compatible endpoint's, with the retries that
// chat models have. Cached stands in front of either. The built-in vectors are
// those that simllm serves, so that a run against it can be rehearsed.
package embed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/builtin"
	"github.com/truthloop/truthloop/translate/openai"
)

// A Vector is a text's place. All of one model have one length.
type Vector []float32

// An Embedder gives vectors. Implementations are safe for use by several
// goroutines.
type Embedder interface {
	// Embed gives a vector for each text, in their order. The usage is of the
	// call that was made for it. The error is a *translate.CallError or the
	// error of ctx.
	Embed(ctx context.Context, texts []string) ([]Vector, record.Usage, error)
	Name() string
}

// Builtin is the name of the built-in embedder.
const Builtin = "builtin:ngrams"

// Ngrams is the built-in embedder: hashed counts of the texts' n-grams of
// characters, of length one. It knows nothing of meaning.
type Ngrams struct{}

// Embed never fails but for ctx.
func (Ngrams) Embed(ctx context.Context, texts []string) ([]Vector, record.Usage, error) {
	vectors := make([]Vector, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, record.Usage{}, err
		}
		vectors[i] = builtin.Embed(text, builtin.Dimensions)
	}
	return vectors, record.Usage{Attempts: 1}, nil
}

// Name is Builtin.
func (Ngrams) Name() string { return Builtin }

// Endpoint is the model of an endpoint, each call tried as p says.
func Endpoint(c *openai.Client, params translate.Params, p translate.Policy) Embedder {
	return &endpoint{c, params, p}
}

type endpoint struct {
	client *openai.Client
	params translate.Params
	policy translate.Policy
}

func (e *endpoint) Name() string { return e.client.Name() }

func (e *endpoint) Embed(ctx context.Context, texts []string) ([]Vector, record.Usage, error) {
	call := &call{endpoint: e, texts: texts}
	// The messages are for the estimate of tokens, which the Gate goes by.
	req := translate.Request{Model: e.Name(), Messages: make([]record.Message, len(texts))}
	for i, text := range texts {
		req.Messages[i].Content = text
	}
	resp, err := translate.Retry(call, e.policy).Chat(ctx, req)
	if err != nil {
		return nil, resp.Usage, err
	}
	vectors := make([]Vector, len(call.vectors))
	for i, v := range call.vectors {
		vectors[i] = v
	}
	return vectors, resp.Usage, nil
}

// A call lends embeddings the retries of chats: they are one scheme.
type call struct {
	*endpoint
	texts   []string
	vectors [][]float32
}

func (c *call) Chat(ctx context.Context, _ translate.Request) (translate.Response, error) {
	vectors, usage, err := c.client.Embed(ctx, c.texts, c.params)
	var fault *translate.CallError
	if errors.As(err, &fault) {
		return translate.Response{Outcome: fault.Outcome}, err
	}
	c.vectors = vectors
	return translate.Response{Usage: usage, Outcome: record.OK}, err
}

// Metered is e with its calls counted, priced and held to the budget of m. It
// belongs behind Cached: what is recorded takes nothing.
func Metered(e Embedder, m *translate.Meter) Embedder { return &metered{e, m} }

type metered struct {
	Embedder
	meter *translate.Meter
}

func (e *metered) Embed(ctx context.Context, texts []string) (vectors []Vector, usage record.Usage, err error) {
	resp, err := e.meter.Do(estimate(texts), func() (translate.Response, error) {
		var err error
		resp := translate.Response{Outcome: record.OK}
		vectors, resp.Usage, err = e.Embedder.Embed(ctx, texts)
		var call *translate.CallError
		switch {
		case errors.As(err, &call):
			resp.Outcome = call.Outcome
		case err != nil:
			resp.Outcome = record.Canceled
		}
		return resp, err
	})
	return vectors, resp.Usage, err
}

func estimate(texts []string) int64 {
	var n int64
	for _, text := range texts {
		n += translate.TextTokens(text)
	}
	return n
}

// Cosine is the cosine of the angle of two vectors, from -1 to 1; 0 where one
// of them is zero or their lengths differ.
func Cosine(a, b Vector) float64 {
	if len(a) != len(b) {
		return 0
	}
	var dot, na, nb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot += x * y
		na += x * x
		nb += y * y
	}
	if na == 0 || nb == 0 {
		return 0
	}
	cos := dot / math.Sqrt(na) / math.Sqrt(nb)
	if math.IsNaN(cos) {
		return 0
	}
	return cos
}

// Cached is e with its vectors recorded in dir, one file for each text, found
// by the endpoint, the model, its settings and the text.
func Cached(e Embedder, endpoint, settings, dir string) (Embedder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	return &cache{e, endpoint, settings, dir}, nil
}

type cache struct {
	Embedder
	endpoint, settings, dir string
}

// A recording is a file of the cache.
type recording struct {
	Endpoint string `json:"endpoint"`
	Model    string `json:"model"`
	Settings string `json:"settings"`
	Text     string `json:"text"`
	Vector   Vector `json:"vector,omitempty"`
}

// Embed asks for the texts that are not recorded, all in one call.
func (c *cache) Embed(ctx context.Context, texts []string) ([]Vector, record.Usage, error) {
	vectors := make([]Vector, len(texts))
	var missing []string
	var at []int
	for i, text := range texts {
		v, err := c.load(text)
		switch {
		case err == nil:
			vectors[i] = v
		case errors.Is(err, fs.ErrNotExist):
			missing, at = append(missing, text), append(at, i)
		default:
			return nil, record.Usage{}, fmt.Errorf("cache: %w", err)
		}
	}
	if len(missing) == 0 {
		return vectors, record.Usage{}, nil
	}
	found, usage, err := c.Embedder.Embed(ctx, missing)
	if err != nil {
		return nil, usage, err
	}
	for k, v := range found {
		vectors[at[k]] = v
		if err := c.store(missing[k], v); err != nil {
			return nil, usage, fmt.Errorf("cache: %w", err)
		}
	}
	return vectors, usage, nil
}

func (c *cache) recording(text string) (recording, string, error) {
	r := recording{Endpoint: c.endpoint, Model: c.Name(), Settings: c.settings, Text: text}
	b, err := json.Marshal(r, json.Deterministic(true))
	if err != nil {
		return r, "", err
	}
	sum := sha256.Sum256(b)
	name := hex.EncodeToString(sum[:])
	return r, filepath.Join(c.dir, name[:2], name+".json"), nil
}

// load reads a vector. A file that is no recording is as good as none.
func (c *cache) load(text string) (Vector, error) {
	_, path, err := c.recording(text)
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r recording
	if json.Unmarshal(b, &r) != nil || len(r.Vector) == 0 {
		return nil, fs.ErrNotExist
	}
	return r.Vector, nil
}

func (c *cache) store(text string, v Vector) error {
	r, path, err := c.recording(text)
	if err != nil {
		return err
	}
	r.Vector = v
	b, err := json.Marshal(r, json.Deterministic(true))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	// A name of its own: another worker may be writing the same recording.
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return os.Rename(f.Name(), path)
}

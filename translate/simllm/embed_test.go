package simllm_test

import (
	"math"
	"strings"
	"testing"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/translate/simllm"
)

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestEmbeddings(t *testing.T) {
	e := start(t, simllm.Options{})
	texts := []string{"every dog barks", "every dog is barking", "p1 or not p2"}
	reply, err := client(e).CreateEmbeddings(t.Context(), api.EmbeddingRequestStrings{Model: "simllm", Input: texts})
	if err != nil || len(reply.Data) != 3 || len(reply.Data[0].Embedding) != 256 || reply.Usage.PromptTokens != 13 {
		t.Fatalf("got %d embeddings, usage %+v, %v", len(reply.Data), reply.Usage, err)
	}
	for i, d := range reply.Data {
		if d.Index != i || math.Abs(dot(d.Embedding, d.Embedding)-1) > 1e-5 {
			t.Errorf("embedding %d has index %d, length %v", i, d.Index, dot(d.Embedding, d.Embedding))
		}
	}
	near, far := dot(reply.Data[0].Embedding, reply.Data[1].Embedding), dot(reply.Data[0].Embedding, reply.Data[2].Embedding)
	if near < 0.5 || far > 0.3 {
		t.Errorf("texts alike at %v, others at %v", near, far)
	}
}

func TestWrongEmbeddings(t *testing.T) {
	e := start(t, simllm.Options{})
	for body, status := range map[string]int{
		`{"model":"simllm","input":""}`:         400,
		`{"model":"simllm","input":[]}`:         400,
		`{"model":"simllm"}`:                    400,
		`{"model":"simllm","input":[1,2]}`:      400,
		`{"model":"simllm","input":["\ud800"]}`: 200,
		`{"model":"simllm","input":["∀x","` + strings.Repeat("long ", 1000) + `","\u0000"]}`: 200,
	} {
		if resp, text := e.do(t, "POST", "/v1/embeddings", body); resp.StatusCode != status {
			t.Errorf("%.80s: got %d %.200s, want %d", body, resp.StatusCode, text, status)
		}
	}
}

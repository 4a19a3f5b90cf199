//go:build unix

package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
)

// tinyLlama writes a model of the Llama architecture with random weights in
// llama.cpp's format, GGUF 3 (docs/gguf.md of ggml): a header of typed key-value
// pairs, then the tensors' names and shapes, then their numbers. Its vocabulary
// is the 256 bytes. Its text is random, but the server treats it like any other
// model.
func tinyLlama(t *testing.T, name string, seed uint64) {
	t.Helper()
	const width, inner, heads, layers, context = 64, 128, 4, 2, 16384
	tokens, scores, kinds := byteVocabulary()
	g := &gguf{rng: rand.New(rand.NewPCG(seed, 1))}
	g.text("general.architecture", "llama")
	g.text("general.name", "tiny")
	g.number("llama.context_length", context)
	g.number("llama.embedding_length", width)
	g.number("llama.block_count", layers)
	g.number("llama.feed_forward_length", inner)
	g.number("llama.attention.head_count", heads)
	g.number("llama.attention.head_count_kv", heads)
	g.number("llama.rope.dimension_count", width/heads)
	g.float("llama.attention.layer_norm_rms_epsilon", 1e-5)
	g.text("tokenizer.ggml.model", "llama")
	list(g, "tokenizer.ggml.tokens", 8, tokens, g.str)
	list(g, "tokenizer.ggml.scores", 6, scores, func(v float32) { g.put(v) })
	list(g, "tokenizer.ggml.token_type", 5, kinds, func(v int32) { g.put(v) })
	g.number("tokenizer.ggml.unknown_token_id", 0)
	g.number("tokenizer.ggml.bos_token_id", 1)
	g.number("tokenizer.ggml.eos_token_id", 2)
	g.text("tokenizer.chat_template", "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant: ")

	g.tensor("token_embd.weight", width, len(tokens))
	g.tensor("output_norm.weight", width)
	g.tensor("output.weight", width, len(tokens))
	for i := range layers {
		block := func(part string, dims ...int) { g.tensor(fmt.Sprintf("blk.%d.%s.weight", i, part), dims...) }
		block("attn_norm", width)
		block("ffn_norm", width)
		for _, part := range []string{"attn_q", "attn_k", "attn_v", "attn_output"} {
			block(part, width, width)
		}
		block("ffn_gate", width, inner)
		block("ffn_up", width, inner)
		block("ffn_down", inner, width)
	}
	if err := os.WriteFile(name, g.file(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// byteVocabulary is the vocabulary of a SentencePiece model with the space and
// all bytes.
func byteVocabulary() (tokens []string, scores []float32, kinds []int32) {
	const normal, unknown, control, isByte = 1, 2, 3, 6
	add := func(token string, kind int32) {
		tokens, scores, kinds = append(tokens, token), append(scores, 0), append(kinds, kind)
	}
	add("<unk>", unknown)
	add("<s>", control)
	add("</s>", control)
	for b := range 256 {
		add(fmt.Sprintf("<0x%02X>", b), isByte)
	}
	add("▁", normal)
	return tokens, scores, kinds
}

// A gguf collects the parts of a file: pairs, shapes and numbers. They are joined
// at the end.
type gguf struct {
	pairs, shapes, data bytes.Buffer
	pairCount, tensors  uint64
	rng                 *rand.Rand
}

// put writes a number of fixed size to the pairs.
func (g *gguf) put(v any) { g.write(&g.pairs, v) }

func (g *gguf) write(to *bytes.Buffer, v any) {
	if err := binary.Write(to, binary.LittleEndian, v); err != nil {
		panic(err) // of a value without a fixed size
	}
}

func (g *gguf) str(s string) {
	g.put(uint64(len(s)))
	g.pairs.WriteString(s)
}

// key begins a pair of the type: 4 is uint32, 5 int32, 6 float32, 8 a string, 9
// an array.
func (g *gguf) key(name string, kind uint32) {
	g.pairCount++
	g.str(name)
	g.put(kind)
}

func (g *gguf) text(name, v string)          { g.key(name, 8); g.str(v) }
func (g *gguf) number(name string, v uint32) { g.key(name, 4); g.put(v) }
func (g *gguf) float(name string, v float32) { g.key(name, 6); g.put(v) }

func list[T any](g *gguf, name string, kind uint32, values []T, put func(T)) {
	g.key(name, 9)
	g.put(kind)
	g.put(uint64(len(values)))
	for _, v := range values {
		put(v)
	}
}

// alignment is the alignment of the data of tensors, in bytes.
const alignment = 32

// tensor adds a tensor of 32-bit numbers. With one dimension, as norms have, they
// are ones; otherwise they are random.
func (g *gguf) tensor(name string, dims ...int) {
	g.tensors++
	g.write(&g.shapes, uint64(len(name)))
	g.shapes.WriteString(name)
	g.write(&g.shapes, uint32(len(dims)))
	size := 1
	for _, d := range dims {
		g.write(&g.shapes, uint64(d))
		size *= d
	}
	g.write(&g.shapes, uint32(0))
	g.write(&g.shapes, uint64(g.data.Len()))
	for range size {
		v := float32(1)
		if len(dims) > 1 {
			v = float32(g.rng.NormFloat64() * 0.3)
		}
		g.write(&g.data, v)
	}
	g.data.Write(make([]byte, (alignment-g.data.Len()%alignment)%alignment))
}

func (g *gguf) file() []byte {
	var out bytes.Buffer
	out.WriteString("GGUF")
	for _, v := range []any{uint32(3), g.tensors, g.pairCount} {
		g.write(&out, v)
	}
	out.Write(g.pairs.Bytes())
	out.Write(g.shapes.Bytes())
	out.Write(make([]byte, (alignment-out.Len()%alignment)%alignment))
	out.Write(g.data.Bytes())
	return out.Bytes()
}

package simllm

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"math"
	"net/http"
	"strings"
	"unicode/utf8"
)

// Dimensions is the length of an embedding where a request asks for no other,
// MaxDimensions the greatest that it may ask for.
const (
	Dimensions    = 256
	MaxDimensions = 4096
)

const (
	maxInputs  = 2048 // texts of a request, OpenAI's limit
	gramLength = 3    // characters
)

// Embed is the embedding of a text, of length one unless the text is empty;
// see the package comment.
func Embed(text string, dimensions int) []float32 {
	sums := make([]float64, dimensions)
	padded := " " + strings.ToLower(strings.ToValidUTF8(text, "\uFFFD")) + " "
	h := fnv.New64a()
	for start := range padded {
		end := start
		for range gramLength {
			_, size := utf8.DecodeRuneInString(padded[end:])
			end += size
		}
		h.Reset()
		h.Write([]byte(padded[start:end]))
		sum := mix(h.Sum64())
		if sum>>63 == 0 {
			sums[sum%uint64(dimensions)]++
		} else {
			sums[sum%uint64(dimensions)]--
		}
		if end == len(padded) {
			break
		}
	}
	norm := 0.0
	for _, x := range sums {
		norm += x * x
	}
	v := make([]float32, dimensions)
	for i, x := range sums {
		if norm > 0 {
			v[i] = float32(x / math.Sqrt(norm))
		}
	}
	return v
}

// mix spreads a hash over all bits: of short texts, FNV's highest ones, which
// give the sign, are nearly the same. The constants are those of the finalizer
// of MurmurHash3 (Appleby, 2011).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

type embeddingRequest struct {
	Model      string `json:"model"`
	Input      texts  `json:"input"`
	Dimensions *int   `json:"dimensions"`
	Encoding   string `json:"encoding_format"`
}

type embeddingReply struct {
	Object string         `json:"object"`
	Model  string         `json:"model"`
	Data   []embedding    `json:"data"`
	Usage  embeddingUsage `json:"usage"`
}

type embeddingUsage struct {
	Prompt int `json:"prompt_tokens"`
	Total  int `json:"total_tokens"`
}

type embedding struct {
	Object    string `json:"object"`
	Index     int    `json:"index"`
	Embedding any    `json:"embedding"` // []float32, or these in little-endian bytes as base64
}

// embeddings serves POST /v1/embeddings.
func (s *Server) embeddings(w http.ResponseWriter, r *http.Request) (any, *apiError) {
	body, failed := s.read(w, r)
	if failed != nil {
		return nil, failed
	}
	return s.embed(body)
}

// embed answers a request's body.
func (s *Server) embed(body []byte) (any, *apiError) {
	var req embeddingRequest
	if err := decode(body, &req); err != nil {
		return nil, err
	}
	if err := s.serves(req.Model); err != nil {
		return nil, err
	}
	dimensions := Dimensions
	if req.Dimensions != nil {
		dimensions = *req.Dimensions
	}
	bad := func(param, format string, a ...any) (any, *apiError) {
		return nil, invalid(http.StatusBadRequest, param, "", param+": "+format, a...)
	}
	switch {
	case len(req.Input) == 0 || len(req.Input) > maxInputs:
		return bad("input", "found %d texts, expected 1 to %d", len(req.Input), maxInputs)
	case dimensions < 1 || dimensions > MaxDimensions:
		return bad("dimensions", "found %d, expected 1 to %d", dimensions, MaxDimensions)
	case req.Encoding != "" && req.Encoding != "float" && req.Encoding != "base64":
		return bad("encoding_format", "found %q, expected float or base64", req.Encoding)
	}
	out := embeddingReply{Object: "list", Model: req.Model}
	for i, text := range req.Input {
		if text == "" {
			return bad("input", "text %d: found an empty one", i)
		}
		out.Usage.Prompt += count(text)
		e := embedding{Object: "embedding", Index: i}
		if v := Embed(text, dimensions); req.Encoding == "base64" {
			e.Embedding = inBase64(v)
		} else {
			e.Embedding = v
		}
		out.Data = append(out.Data, e)
	}
	out.Usage.Total = out.Usage.Prompt
	s.ledger.update(func(st *Stats) {
		st.Embeddings += int64(len(req.Input))
		st.PromptTokens += int64(out.Usage.Prompt)
	})
	return out, nil
}

func inBase64(v []float32) string {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(b)
}

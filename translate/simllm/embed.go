package simllm

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"net/http"

	"github.com/truthloop/truthloop/translate/builtin"
)

// MaxDimensions is the greatest length of an embedding that a request may ask
// for; that of one that asks for none is builtin.Dimensions.
const MaxDimensions = 4096

const maxInputs = 2048 // texts of a request, OpenAI's limit

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
	dimensions := builtin.Dimensions
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
		if v := builtin.Embed(text, dimensions); req.Encoding == "base64" {
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

package simllm

import (
	"encoding/base64"
	"encoding/binary"
	"math"

	"github.com/truthloop/truthloop/translate/builtin"
)

// MaxDimensions is the largest dimension of embeddings that a request may ask
// for. The default is builtin.Dimensions.
const MaxDimensions = 4096

const maxInputs = 2048 // texts of a request, OpenAI's limit

type embeddingRequest struct {
	Model      string `json:"model"`
	Input      texts  `json:"input"`
	Dimensions *int   `json:"dimensions"`
	Encoding   string `json:"encoding_format"`
}

// embed answers the body of a request for embeddings.
func (s *Server) embed(body []byte) (any, *apiError) {
	req, failed := decode[embeddingRequest](body)
	if failed == nil {
		failed = s.serves(req.Model)
	}
	if failed != nil {
		return nil, failed
	}
	dimensions := builtin.Dimensions
	if req.Dimensions != nil {
		dimensions = *req.Dimensions
	}
	switch {
	case len(req.Input) == 0 || len(req.Input) > maxInputs:
		return nil, invalid("input", "found %d texts, expected 1 to %d", len(req.Input), maxInputs)
	case dimensions < 1 || dimensions > MaxDimensions:
		return nil, invalid("dimensions", "found %d, expected 1 to %d", dimensions, MaxDimensions)
	case req.Encoding != "" && req.Encoding != "float" && req.Encoding != "base64":
		return nil, invalid("encoding_format", "found %q, expected float or base64", req.Encoding)
	}
	var data []object
	tokens := 0
	for i, text := range req.Input {
		if text == "" {
			return nil, invalid("input", "text %d: found an empty one", i)
		}
		tokens += count(text)
		var v any = builtin.Embed(text, dimensions)
		if req.Encoding == "base64" {
			v = inBase64(v.([]float32))
		}
		data = append(data, object{"object": "embedding", "index": i, "embedding": v})
	}
	s.ledger.update(func(st *Stats) {
		st.Embeddings += int64(len(req.Input))
		st.PromptTokens += int64(tokens)
	})
	return object{
		"object": "list", "model": req.Model, "data": data,
		"usage": object{"prompt_tokens": tokens, "total_tokens": tokens},
	}, nil
}

// inBase64 encodes a vector as little-endian bytes.
func inBase64(v []float32) string {
	var b []byte
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return base64.StdEncoding.EncodeToString(b)
}

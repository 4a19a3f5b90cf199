package openai

import (
	"context"
	"fmt"

	api "github.com/sashabaranov/go-openai"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/endpoint"
)

// Embed makes one attempt to get the embeddings of texts, in their order. A
// reply that has not one vector for each text, all of one length, is a fault of
// the endpoint. The error is a *translate.CallError, as that of Chat.
func (c *Client) Embed(ctx context.Context, texts []string, params translate.Params) ([][]float32, record.Usage, error) {
	x := &endpoint.Exchange{Client: c.http, Settings: params.String(), Limit: c.limit}
	config := api.DefaultConfig(c.key)
	config.BaseURL = c.base.String()
	config.HTTPClient = x
	reply, err := api.NewClientWithConfig(config).CreateEmbeddings(ctx, api.EmbeddingRequest{
		Input: texts, Model: api.EmbeddingModel(c.model), EncodingFormat: api.EmbeddingEncodingFormatFloat,
	})
	if err != nil {
		return nil, record.Usage{}, c.fault(ctx, x, err)
	}
	vectors := make([][]float32, len(texts))
	for _, e := range reply.Data {
		if e.Index < 0 || e.Index >= len(texts) || vectors[e.Index] != nil || len(e.Embedding) == 0 {
			_, err := c.malformed(x, fmt.Sprintf("an embedding of text %d", e.Index))
			return nil, record.Usage{}, err
		}
		vectors[e.Index] = e.Embedding
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			_, err := c.malformed(x, fmt.Sprintf("%d embeddings of %d texts, or of different lengths", len(reply.Data), len(texts)))
			return nil, record.Usage{}, err
		}
	}
	return vectors, usage(reply.Usage), nil
}

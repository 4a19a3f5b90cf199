package access

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/embed"
	"github.com/truthloop/truthloop/translate/openai"
	"github.com/truthloop/truthloop/translate/provider"
)

// OpenEmbedder is Open for a model of embeddings: embed.Builtin, or one of an
// endpoint that speaks OpenAI's protocol. The Access is for all but asking; it
// has no Model.
func OpenEmbedder(abort context.Context, c *ucli.Context, prefix, name string, underWay int, getenv func(string) string) (embed.Embedder, *Access, error) {
	a, o, err := settle(abort, c, prefix, name, underWay, getenv)
	if err != nil {
		return nil, nil, err
	}
	var e embed.Embedder = embed.Ngrams{}
	endpoint, settings := provider.BuiltinEndpoint, "{}"
	switch {
	case a.forecast != nil:
		return dryEmbedder{embed.Ngrams{}, a.forecast}, a, nil
	case name == embed.Builtin:
	case o.Provider != provider.OpenAI:
		return nil, nil, cli.Usagef("--%sprovider: found %s, expected openai, whose protocol has embeddings", prefix, o.Provider)
	default:
		client, err := openai.New(name, openai.Config{BaseURL: o.BaseURL, Key: o.Key, HTTP: openai.NewHTTPClient(underWay)})
		if err != nil {
			return nil, nil, cli.Usagef("--%sbase-url: %w", prefix, err)
		}
		endpoint, settings = client.Endpoint(), a.Params.String()
		e = embed.Metered(embed.Endpoint(client, a.Params, o.Policy), a.metered(nil))
	}
	if o.CacheDir != "" {
		e, err = embed.Cached(e, endpoint, settings, o.CacheDir)
	}
	return e, a, err
}

// dryEmbedder counts what another one would take.
type dryEmbedder struct {
	embed.Ngrams
	forecast *forecast
}

func (e dryEmbedder) Name() string { return e.forecast.name }

func (e dryEmbedder) Embed(ctx context.Context, texts []string) ([]embed.Vector, record.Usage, error) {
	messages := make([]record.Message, len(texts))
	var tokens int64
	for i, text := range texts {
		messages[i] = record.Message{Role: "text", Content: text}
		tokens += translate.TextTokens(text)
	}
	e.forecast.count("embeddings", messages, tokens, 0)
	return e.Ngrams.Embed(ctx, texts)
}

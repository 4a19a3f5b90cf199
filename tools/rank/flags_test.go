package rank

import (
	"net/http"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// Flags that do nothing were accepted: --model with --scores, --prompts with an
// embedding model, --rpm with a built-in one and others.
func TestNoFlagIsAcceptedWithoutAnEffect(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, r *endpointtest.Request, _ int) {
		if strings.Contains(r.Path, "embeddings") {
			endpointtest.Status(w, http.StatusOK, `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]},{"index":2,"embedding":[1,0]},{"index":3,"embedding":[0,1]}]}`)
			return
		}
		endpointtest.Answer(w, "Answer: 1")
	})
	// A request's limits change no output, and neither does what only the endpoint sees.
	quiet := []string{
		"base-url", "api-key-file", "timeout", "row-timeout", "give-up-after", "grace", "rpm", "tpm", "retries", "stop-after", "no-structured",
		"budget-tokens", "max-errors", "max-unknown", "models", "part-rows",
	}
	// A forecast is of a run with these flags.
	forecast := append(quiet, "no-conversations", "output", "format", "no-timing", "cache", "temperature", "top-p", "seed", "reasoning-effort", "stop", "param", "share-limits", "embeddings")
	scored := `{"id":"1","dataset":"d","fs":"p","nl":"s","model":"m","run":0,"task":"ranking","form":"nl","roles":["original","negation"],"answer_class":"ok","score_eq":1,"score_neg":0,"score_both":0}
{"id":"1","dataset":"e","fs":"p","nl":"s","model":"m","run":0,"task":"ranking","form":"nl","roles":["original","negation"],"answer_class":"ok","score_eq":0,"score_neg":0,"score_both":0}
{"id":"1","dataset":"d","fs":"p","nl":"s","model":"n","run":0,"task":"ranking","form":"nl","roles":["original","negation"],"answer_class":"ok","score_eq":1,"score_neg":1,"score_both":1}
`
	there := " --no-timing --model=m --base-url=" + server.URL + " sets.jsonl"
	flagtest.CheckBut(t, Command, map[string]string{
		"scores":      "--scores --format=csv scored.jsonl",
		"markdown":    "--scores --format=markdown scored.jsonl",
		"contingency": "--contingency --format=csv scored.jsonl",
		"ngrams":      "--model=builtin:ngrams --no-timing sets.jsonl",
		"rules":       "--model=builtin:rules --no-timing sets.jsonl",
		"chat":        there,
		"shared":      "--rpm=1000000" + there,
		"embeddings":  "--embeddings" + there,
		"forecast":    "--dry-run --model=claude-haiku-4-5 --provider=anthropic --max-tokens=9 --budget=1 sets.jsonl",
	}, map[string]string{
		"sets.jsonl": similar + similar, "scored.jsonl": scored, "key": "secret", "models.toml": "",
		"ranking.txt":      "{{.Sentence}}{{range .Candidates}} {{.}}{{end}}",
		"most-similar.txt": "{{.Sentence}}{{range .Candidates}} {{.}}{{end}}",
	}, map[string]string{
		"task": "ranking", "form": "fol", "instruction": "I", "candidate-instruction": "C", "by": "model", "score": "neg",
		"model": "builtin:rules", "runs": "2", "prompts": ".", "provider": "anthropic", "base-url": server.URL + "/", "api-key-file": "key",
		"timeout": "1m", "row-timeout": "2h", "give-up-after": "1m", "grace": "1s", "rpm": "1000000", "tpm": "100000000", "retries": "1",
		"models": "models.toml", "cache": "cache", "stop-after": "3", "temperature": "1", "top-p": "0.5", "max-tokens": "9", "seed": "3",
		"reasoning-effort": "low", "stop": "x", "param": "a=1", "budget": "1", "budget-tokens": "100000", "share-limits": "2",
		"bold": "mean", "output": "out.jsonl", "format": "csv", "part-rows": "5", "retry": "error", "limit": "1", "shard": "3/3", "max-errors": "0", "max-unknown": "0",
	}, map[string][]string{"chat": quiet, "shared": quiet, "embeddings": quiet, "ngrams": quiet, "rules": quiet, "forecast": forecast})
}

package reason

import (
	"net/http"
	"os"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
	"github.com/truthloop/truthloop/translate/endpoint/endpointtest"
)

// Flags that do nothing were accepted: --model with --scores, --by with --audit,
// --form without --task folio, --temperature with builtin:prover and others.
func TestNoFlagIsAcceptedWithoutAnEffect(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	z3 := os.Getenv("TRUTHLOOP_Z3")
	if z3 == "" {
		t.Skip("no Z3: make test sets TRUTHLOOP_Z3")
	}
	server := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		endpointtest.Answer(w, `[Answer] True`)
	})
	formulas := endpointtest.NewServer(t, func(w http.ResponseWriter, _ *endpointtest.Request, _ int) {
		endpointtest.Answer(w, `{"premises": ["P(walter)"], "conclusion": "P(c)"}`)
	})
	limits := []string{
		"base-url", "api-key-file", "timeout", "row-timeout", "give-up-after", "grace", "rpm", "tpm", "retries", "stop-after",
		"budget-tokens", "max-errors", "max-unknown", "models", "part-rows", "z3",
	}
	forecast := append(limits, "no-conversations", "output", "format", "no-timing", "cache", "temperature", "top-p", "seed", "reasoning-effort", "stop", "param", "share-limits")
	rows := `{"id":"1","story_id":1,"premises":["P(a)"],"conclusion":"P(a)","premises_nl":["A is p."],"conclusion_nl":"A is p.","label":"True","context":"A is p.","question":"Is a p?"}
{"id":"2","story_id":1,"premises":["P(walter)"],"conclusion":"P(b)","premises_nl":["A is p."],"conclusion_nl":"A is p.","label":"True","context":"A is p.","question":"Is a p?"}
`
	scored := `{"id":"1","model":"m","label":"True","verdict":"false","benchmark":"B","answer_class":"ok","score_answer":1,"ontology":{"predicates":[{"name":"P","arity":1,"positive":"{} is p","negative":"{} is not p"}]}}
{"id":"2","model":"m","label":"False","verdict":"true","benchmark":"B","answer_class":"ok","score_answer":0,"ontology":{"story_id":2,"predicates":[{"name":"Q","arity":1,"positive":"{} is q","negative":"{} is not q"}]}}
`
	flagtest.CheckBut(t, Command, map[string]string{
		"scores":     "--scores --format=csv scored.jsonl",
		"votes":      "--scores --answers=verdict --format=csv votes.jsonl",
		"markdown":   "--scores --format=markdown scored.jsonl",
		"audit":      "--audit --format=csv scored.jsonl",
		"ontologies": "--ontologies scored.jsonl",
		"prover":     "--model=builtin:prover --form=fol --no-timing rows.jsonl",
		"rules":      "--model=builtin:rules --no-timing rows.jsonl",
		"chat":       "--model=m --no-timing --base-url=" + server.URL + " rows.jsonl",
		"shared":     "--model=m --rpm=1000000 --no-timing --base-url=" + server.URL + " rows.jsonl",
		"linc":       "--task=linc --model=m --no-timing --base-url=" + formulas.URL + " rows.jsonl",
		"forecast":   "--dry-run --model=claude-haiku-4-5 --provider=anthropic --max-tokens=9 --budget=1 rows.jsonl",
	}, map[string]string{
		"votes.jsonl": `{"id":"1","model":"m","label":"True","verdict":"true"}` + "\n" + `{"id":"1","model":"m","sample":1,"label":"True","verdict":"false"}` + "\n",
		"rows.jsonl":  rows, "scored.jsonl": scored, "key": "secret", "models.toml": "",
		"folio.txt": "{{range .Premises}}{{.}}{{end}} {{.Conclusion}}", "linc.txt": "{{range .Premises}}{{.}}{{end}} {{.Conclusion}}",
	}, map[string]string{
		"answers": "label", "free-variables": "universal", "variable-names": "nltk", "task": "ontology", "form": "fol", "z3": z3, "samples": "2", "by": "id",
		"model": "builtin:rules", "runs": "2", "prompts": ".", "provider": "anthropic", "base-url": server.URL + "/", "api-key-file": "key",
		"timeout": "1m", "row-timeout": "2h", "give-up-after": "1m", "grace": "1s", "rpm": "1000000", "tpm": "100000000", "retries": "1",
		"models": "models.toml", "cache": "cache", "stop-after": "3", "temperature": "1", "top-p": "0.5", "max-tokens": "9", "seed": "3",
		"reasoning-effort": "low", "stop": "x", "param": "a=1", "budget": "1", "budget-tokens": "100000", "share-limits": "2",
		"bold": "n", "output": "out.jsonl", "format": "csv", "part-rows": "5", "limit": "1", "shard": "2/2", "max-errors": "0", "max-unknown": "0",
	}, map[string][]string{"chat": limits, "shared": limits, "linc": limits, "rules": limits, "prover": append(limits, "task"), "forecast": forecast})
}

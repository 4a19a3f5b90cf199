package report

import (
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli/flagtest"
)

// Each flag changes the report or is refused.
func TestEachFlagActs(t *testing.T) {
	const rows = `{"id":"a","dataset":"d","depth":1,"model":"one","fs":"p","fs_out":"p","verdict":"equivalent","conversations":[{"stage":"informalize","messages":[{"role":"user","content":"p"}]}]}
{"id":"b","dataset":"d","depth":2,"model":"one","fs":"p","fs_out":"q","verdict":"not_equivalent"}
`
	flagtest.Check(t, Command(), map[string]string{"file": "-o=r.html rows.jsonl", "stdout": "-o=- rows.jsonl"}, map[string]string{"rows.jsonl": rows},
		map[string]string{"title": "Mine", "rows": "1", "where": "depth > 1", "level": "0.5", "seed": "9", "shard": "1/2", "limit": "1", "output": "s.html"})
}

package programs

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A misspelt value of a flag got a list of the values, and not the nearest one. The file
// none.jsonl is missing, which a program notices after it has read its flags.
func TestMisspeltValuesNameTheNearest(t *testing.T) {
	t.Chdir(t.TempDir())
	for command, want := range map[string]string{
		"generate -d plogc": "plogic", "run -d plogc --model builtin:rules -o out": "plogic", "simllm --faults drp=1": "drop",
		"generate -d fol --metric dept":               "depth",
		"informalize --model builtin:nosy none.jsonl": "builtin:noisy", "run --model builtin:rules --format parqet -o out none.jsonl": "parquet",
		"autoformalize --model builtin:rules --extract strct none.jsonl":   "strict",
		"autoformalize --model builtin:rules --context ontlogy none.jsonl": "ontology", "reason --model m --task foli none.jsonl": "folio",
		"verify none.jsonl --retry eror -o out.jsonl": "error", "verify --task entailmnt none.jsonl": "entailment", "verify --format arow none.jsonl": "arrow",
		"metrics --show intervls none.jsonl": "intervals", "metrics --format latx none.jsonl": "latex", "perturb --task rankng none.jsonl": "ranking",
		"perturb --kinds operatr none.jsonl": "operator", "rank contingency --score bth none.jsonl": "both", "convert --from follo none.jsonl": "folio",
	} {
		if code, _, stderr := call(t, "truthloop "+command); code != cli.ExitUsage || !strings.Contains(stderr, `Did you mean "`+want+`"?`) {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
	}
}

//go:build unix

package e2e

import (
	"encoding/csv"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// overall reads the output of metrics --format csv and returns its last line,
// which is that of all rows.
func overall(t *testing.T, table string) map[string]float64 {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(lines) < 2 {
		t.Fatalf("metrics wrote %d lines: %v\n%s", len(lines), err, table)
	}
	values := map[string]float64{}
	last := lines[len(lines)-1]
	for i, name := range lines[0] {
		if x, err := strconv.ParseFloat(last[i], 64); err == nil {
			values[name] = x
		}
	}
	return values
}

// wantPerfect fails the test unless the table counts at least rows rows, all of
// them compliant and proved equivalent.
func wantPerfect(t *testing.T, table string, rows float64) {
	t.Helper()
	got := overall(t, table)
	if got["rows"] < rows || got["compliance"] != 1 || got["accuracy_low"] != 1 || got["unknown"] != 0 || got["error"] != 0 || got["leak"] != 0 {
		t.Errorf("noise-free: got %v of %v rows or more, want compliance 1, accuracy 1, no unknown, no error, no leak\n%s", got, rows, table)
	}
}

// Without noise, the loop over each dataset at the paper's parameters loses no
// row and leaves none unknown.
func TestNoiseFreeLoopKeepsTheTruth(t *testing.T) {
	for dataset, rows := range map[string]float64{"ksat": 900, "plogic": 1800, "fol": 1800, "fol-english": 1800, "regex": 1700, "ltl": 700} {
		t.Run(dataset, func(t *testing.T) {
			t.Parallel()
			wantPerfect(t, sh(t, t.TempDir(), `
				generate --dataset `+dataset+` --seed 7 |
				informalize --model builtin:rules |
				autoformalize --model builtin:rules |
				verify | metrics --format csv`), rows)
		})
	}
}

// The loop over sentences and formulas that people wrote, through files.
func TestStoriesThroughParquet(t *testing.T) {
	dir := t.TempDir()
	wantPerfect(t, sh(t, dir, `
		convert --from folio `+filepath.Join(root, "data/examples/stories.jsonl")+` -o stories.parquet
		informalize --model builtin:rules stories.parquet -o told.parquet
		autoformalize --model builtin:rules told.parquet -o back.parquet
		verify back.parquet -o verified.parquet
		metrics --format csv verified.parquet`), 49)
	if got := strings.TrimSpace(py(t, dir, `
import duckdb, pandas
df = pandas.read_parquet("verified.parquet")
assert (df.verdict == "equivalent").all(), df.verdict.value_counts()
assert df.conversations.iloc[0][0]["stage"] == "informalize", df.conversations.iloc[0]
assert df.vocabulary.notna().all()
q = duckdb.sql("select count(*), count(distinct id), count(fs_out) from 'verified.parquet' where verdict = 'equivalent'").fetchone()
assert q[0] == q[1] == q[2] == len(df), (q, len(df))
stages = duckdb.sql("select distinct c.stage from (select unnest(conversations) c from 'verified.parquet') order by 1").fetchall()
print([s for (s,) in stages], str(df.num_operators.dtype).lower())`)); got != "['autoformalize', 'informalize'] int64" {
		t.Errorf("Python read %s", got)
	}
}

// The labels of the example stories agree with the proofs.
func TestStoryLabels(t *testing.T) {
	got := sh(t, t.TempDir(), `
		convert --from folio-stories `+filepath.Join(root, "data/examples/stories.jsonl")+` |
		verify --task entailment > verified.jsonl
		wc -l < verified.jsonl
		grep -c -e '"label":"True".*"verdict":"true"' -e '"verdict":"true".*"label":"True"' verified.jsonl
		grep -c -e '"label":"False".*"verdict":"false"' -e '"verdict":"false".*"label":"False"' verified.jsonl
		grep -c -e '"label":"Uncertain".*"verdict":"uncertain"' -e '"verdict":"uncertain".*"label":"Uncertain"' verified.jsonl`)
	if want := "20 8 6 6"; strings.Join(strings.Fields(got), " ") != want {
		t.Errorf("stories, and labels True, False, Uncertain that agree with the proof: got %s, want %s", strings.Join(strings.Fields(got), " "), want)
	}
}

func TestHeadEndsThePipeQuietly(t *testing.T) {
	cmd := shell(t, t.TempDir(), `set +o pipefail
		generate --dataset plogic --batches 3 | informalize --model builtin:rules | autoformalize --model builtin:rules | verify | head -n 3 | wc -l`)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "3" {
		t.Errorf("got %q, %v; want 3 lines and nothing on stderr", out, err)
	}
}

package metrics

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// notebook is the main table as a reader would compute it from the Parquet
// alone, and its comparison with what metrics wrote; docs/howto/pandas.md has it, too.
const notebook = `
import pandas as pd
df = pd.read_parquet("rows.parquet")
is_ = lambda *verdicts: df.verdict.isin(verdicts)
df = df.assign(right=is_("equivalent"), open=is_("unknown"), parsed=is_("equivalent", "not_equivalent", "unknown"))
df = df.assign(failed=~df.parsed & ~is_("noncompliant"))
g = df.groupby(["model", "num_operators"], observed=True)
ours = pd.DataFrame({"rows": g.size(), "compliance": g.parsed.mean(), "compliance_answered": g.parsed.sum() / (g.size() - g.failed.sum()),
                     "accuracy_low": g.right.mean(), "accuracy_high": g.right.mean() + g.open.mean(),
                     "unknown": g.open.sum(), "error": g.failed.sum()})
theirs = pd.read_csv("metrics.csv").set_index(["model", "num_operators"])[list(ours.columns)]
pd.testing.assert_frame_equal(ours, theirs, check_dtype=False, check_index_type=False, check_categorical=False, rtol=1e-9)
assert df.num_operators.dtype.kind in "if", df.num_operators.dtype
print(len(theirs))
`

func TestPandasAgrees(t *testing.T) {
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python with pandas: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	dir := t.TempDir()
	var rows bytes.Buffer
	w, err := shard.NewWriter(&rows, shard.Parquet)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	verdicts := []record.Verdict{record.Equivalent, record.Equivalent, record.NotEquivalent, record.Unknown, record.Noncompliant, record.Unverifiable, ""}
	for i := range 500 {
		row := &record.Row{
			ID: fmt.Sprint(i), Dataset: "plogic", Model: []string{"one", "two"}[r.IntN(2)],
			NumOperators: record.Int(r.IntN(6)), Verdict: verdicts[r.IntN(len(verdicts))],
		}
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "rows.parquet")
	if err := os.WriteFile(file, rows.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"metrics", "--by", "model,num_operators", "--no-total", "--allow-duplicates", "-o", filepath.Join(dir, "metrics.csv"), file}
	if err := Command().Run(context.Background(), args, nil, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	cmd := exec.CommandContext(t.Context(), python, "-c", notebook)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || string(out) != "12\n" {
		t.Errorf("%v\n%s", err, out)
	}
}

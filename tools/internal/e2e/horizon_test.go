//go:build unix

package e2e

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// knownHorizon writes the study of a model that answers with a formula and words around
// it, which extract = "strict" refuses, at a rate p per operator. So its accuracy at n
// operators is (1−p)^n, and its horizon is ln 2 / −ln(1−p). run are keys of [run].
func knownHorizon(horizon, seed int, run string) string {
	p := -math.Expm1(-math.Ln2 / float64(horizon))
	return fmt.Sprintf(`cat > study.toml <<'END'
[run]
%s
[model]
model = "builtin:noisy?seed=%d,all=0,prose=%v"
no-conversations = true
[autoformalize]
extract = "strict"
END
`, run, seed, p)
}

// horizonOf returns a column of the table of a run.
func horizonOf(t *testing.T, dir, column string) float64 {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "table.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) != 2 {
		t.Fatalf("%d lines, want 2: %v", len(lines), err)
	}
	for i, name := range lines[0] {
		if name == column {
			x, err := strconv.ParseFloat(lines[1][i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
	}
	t.Fatalf("no column %s", column)
	return 0
}

// A run in rounds finds a known horizon of a built-in model, and its interval contains
// it.
func TestRunFindsAKnownHorizon(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, "generate --dataset plogic --method walk --depth 200 --sample-count 10 -o pool.parquet")
	sh(t, dir, knownHorizon(15, 1, "inputs = [\"pool.parquet\"]\nadaptive = 150")+"run study.toml -o results")
	results := filepath.Join(dir, "results")
	got, low, high := horizonOf(t, results, "horizon_low"), horizonOf(t, results, "interval_low"), horizonOf(t, results, "interval_high")
	if math.Abs(got/15-1) > 0.3 || low > 15 || high < 15 {
		t.Errorf("found %.2f in [%.2f, %.2f], want about 15", got, low, high)
	}
}

// The mean error over 20 models with horizons of 15, 60 and 300 operators each, by 150
// and by 300 formulas, which take twice as many calls. As many formulas of sizes from 0
// to 1000 follow for comparison. docs/explanation/horizon.md has the figures.
func TestHorizonsOfModels(t *testing.T) {
	if os.Getenv("TRUTHLOOP_SOAK") == "" {
		t.Skip("takes half an hour: make soak")
	}
	dir := t.TempDir()
	sh(t, dir, "generate --dataset plogic --method walk --depth 1050 --sample-count 10 -o pool.parquet")
	const pool, models = 9500, 20
	var mean [2]float64 // with 300 formulas
	for _, horizon := range []int{15, 60, 300} {
		for _, n := range []int{150, 300} {
			var errors [2]float64
			for seed := range models {
				for i, choice := range []string{fmt.Sprintf("adaptive = %d", n), fmt.Sprintf("shard = \"%d/%d\"", seed+1, pool/n)} {
					sh(t, dir, knownHorizon(horizon, seed, "inputs = [\"pool.parquet\"]\n"+choice)+`run study.toml --overwrite -o results
						test -d results/round-1 || metrics horizon results/verified.parquet --overwrite -o results/table.csv`)
					errors[i] += math.Abs(horizonOf(t, filepath.Join(dir, "results"), "horizon_low")/float64(horizon)-1) / models
				}
			}
			t.Logf("horizon %d, %d formulas: mean error %.1f%%, of evenly spread sizes %.1f%%", horizon, n, 100*errors[0], 100*errors[1])
			if n == 300 {
				mean[0] += errors[0] / 3
				mean[1] += errors[1] / 3
			}
		}
	}
	if mean[0] > 0.1 || mean[1] < 1.5*mean[0] {
		t.Errorf("300 formulas: mean error %.3f, of evenly spread sizes %.3f; want at most 0.1, and half as much again", mean[0], mean[1])
	}
}

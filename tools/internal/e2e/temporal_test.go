//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
)

// differ reports whether two formulas differ on a lasso. It shares no code with the verifier
// but the tree.
func differ(t *testing.T, left, right string) bool {
	t.Helper()
	var fs []*temporal.Formula
	for _, text := range []string{left, right} {
		f, err := temporal.Parse(text, temporal.Options{})
		if err != nil {
			t.Fatal(err)
		}
		fs = append(fs, f)
	}
	return !same(fs[0], fs[1])
}

// TestTemporalNoiseIsProved: a verdict of a noisy loop is the one that lassos show, and
// each kind of noise that temporal logic has makes wrong formulas.
func TestTemporalNoiseIsProved(t *testing.T) {
	for _, kind := range []string{"temporal_swapped", "temporal_dropped", "until_swapped", "argument_order", "scope"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			wrong, shown := 0, 0
			for _, row := range rowsOf(t, sh(t, t.TempDir(), `
				generate --dataset ltl --seed 5 --depth 10 --propositions 4 --sample-count 20 |
				informalize --model builtin:rules |
				autoformalize --model 'builtin:noisy?per=formula,`+kind+`=1' |
				verify --diagnose`)) {
				switch row.Verdict {
				case record.Equivalent:
					if differ(t, row.FS, row.FSOut) {
						t.Errorf("%s and %s are called equivalent, and differ on a lasso", row.FS, row.FSOut)
					}
				case record.NotEquivalent:
					if wrong++; row.Diagnosis != record.OtherMistake {
						shown++
					}
					if row.FS == row.FSOut || row.Witness == "" {
						t.Errorf("%s and %s are called different, with the witness %q", row.FS, row.FSOut, row.Witness)
					}
				default:
					t.Errorf("%s and %s: the verdict is %s, %s", row.FS, row.FSOut, row.Verdict, row.VerdictReason)
				}
			}
			if wrong < 40 || shown*10 < wrong*8 {
				t.Errorf("found %d wrong formulas, %d of them diagnosed", wrong, shown)
			}
		})
	}
}

// TestTemporalRun: run makes the loop, a table by a column of temporal logic, and a
// report that names the dataset.
func TestTemporalRun(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, `
		printf '[generate]\ndataset = "ltl"\ndepth = 8\nsample-count = 10\n[model]\nmodel = "builtin:noisy?seed=3,until_swapped=0.2"\n' > study.toml
		run study.toml -o results`)
	table := sh(t, dir, `metrics --by temporal_depth --format csv results/verified.parquet`)
	if !strings.HasPrefix(table, "temporal_depth,") || strings.Count(table, "\n") < 4 {
		t.Errorf("the table is\n%s", table)
	}
	page, err := os.ReadFile(filepath.Join(dir, "results", "report.html"))
	if err != nil || !strings.Contains(string(page), "ltl") || !strings.Contains(string(page), "temporal_depth") {
		t.Errorf("the report has %d bytes and lacks the dataset or its columns: %v", len(page), err)
	}
}

// TestTemporalPairs: perturb makes pairs with proved verdicts.
func TestTemporalPairs(t *testing.T) {
	verdicts := map[record.Verdict]int{}
	for _, row := range rowsOf(t, sh(t, t.TempDir(), `
		generate --dataset ltl --depth 7 --propositions 3 --sample-count 5 --no-trivial | perturb --task pairs`)) {
		verdicts[row.Verdict]++
		if row.Error != nil || row.Verdict == record.Equivalent && differ(t, row.FS, row.FSOut) {
			t.Errorf("%s and %s: %s, %v", row.FS, row.FSOut, row.Verdict, row.Error)
		}
	}
	if verdicts[record.Equivalent] < 20 || verdicts[record.Equivalent] != verdicts[record.NotEquivalent] {
		t.Errorf("the verdicts are %v", verdicts)
	}
}

//go:build unix

package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two errors can cancel out. A model that swaps the only connective of a formula
// with probability 0.3 in each direction has p_I = p_A = 0.7 and p_H = 1. metrics
// must estimate these values from single steps, with builtin:rules as the reader
// of the descriptions. They must predict the share of chains of two steps in
// which every description is wrong and the last formula is equivalent.
func TestFalsePositivesAreBoundAsSimulated(t *testing.T) {
	const rate, atoms = 0.3, 80
	dir := t.TempDir()
	var rows strings.Builder
	n := 0.0
	for i := range atoms {
		for j := range i {
			fmt.Fprintf(&rows, `{"id":"%d-%d","formalism":"propositional","fs":"(p%d ∧ p%d)"}`+"\n", i, j, i, j)
			n++
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	table := sh(t, dir, fmt.Sprintf(`
		informalize --model 'builtin:noisy?seed=3,operator_swapped=%v' --steps 2 fs.jsonl | verify > chains.jsonl
		autoformalize --model builtin:rules chains.jsonl | verify > read.jsonl
		metrics --show bound --readings read.jsonl --format csv chains.jsonl`, rate))
	got := overall(t, table)
	described := got["described"]
	if described < n || described >= 2*n {
		t.Fatalf("%v rows count, want the %v first steps and those that tell the same\n%s", described, n, table)
	}
	near := func(name string, x, want, trials float64) {
		t.Helper()
		deviation := math.Sqrt(want * (1 - want) / trials)
		t.Logf("%s: %.4f, expected %.4f ± %.4f", name, x, want, deviation)
		if math.Abs(x-want) > 3.5*deviation {
			t.Errorf("%s: %v, want %v ± %v", name, x, want, 3.5*deviation)
		}
	}
	near("p_I", got["p_i"], 1-rate, described)
	near("p_A", got["p_a"], 1-rate, described*(1-rate))
	near("false positives", got["false_positive"], rate*rate, described)
	if got["p_h"] < 0.9 || got["bound_2"] > got["bound_2_high"] {
		t.Errorf("p_H is %v, want about 1; the bound %v, at most %v", got["p_h"], got["bound_2"], got["bound_2_high"])
	}
	near("chains", wrongThroughout(t, dir, 2)/n, got["bound_2"], n)
}

// wrongThroughout counts the formulas for which each step has a wrong description
// (read.jsonl) and an equivalent formula (chains.jsonl).
func wrongThroughout(t *testing.T, dir string, steps int) float64 {
	t.Helper()
	verdicts := func(name string) map[string]string {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		of := map[string]string{}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			var row struct {
				ID, Verdict string
				Step        int
			}
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			of[fmt.Sprint(row.ID, " ", row.Step)] = row.Verdict
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
		return of
	}
	read, count := verdicts("read.jsonl"), map[string]int{}
	for key, verdict := range verdicts("chains.jsonl") {
		if verdict == "equivalent" && read[key] == "not_equivalent" {
			count[strings.Fields(key)[0]]++
		}
	}
	wrong := 0.0
	for _, k := range count {
		if k == steps {
			wrong++
		}
	}
	return wrong
}

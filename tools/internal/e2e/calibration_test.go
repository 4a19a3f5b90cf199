//go:build unix

package e2e

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/simllm"
)

// The loop measures the true accuracy of a model over HTTP whose error rate is
// known. Each formula has one place for an error, and an error always changes the
// meaning, so the expected rates are known exactly. The seeds are fixed, so every
// run of the test has the same result. With random seeds, one in 2,000 would
// exceed the tolerance.
func TestNoisyModelIsMeasuredAsItIs(t *testing.T) {
	const rate = 0.2
	for _, tt := range []struct {
		kind, formula string // of two different propositions
		column        string // of metrics
		want          float64
		meanings      bool // told by these, and not by the names of propositions
	}{
		// If both stages swap the connective, it is the original one.
		{"operator_swapped", "(p%d ∧ p%d)", "accuracy_low", (1-rate)*(1-rate) + rate*rate, false},
		{"operator_swapped", "(p%d ∧ p%d)", "accuracy_low", (1-rate)*(1-rate) + rate*rate, true},
		// If the first stage drops the negation, the second has none to drop.
		{"negation_dropped", "(¬p%d ∧ p%d)", "accuracy_low", (1 - rate) * (1 - rate), false},
		{"negation_dropped", "(¬p%d ∧ p%d)", "accuracy_low", (1 - rate) * (1 - rate), true},
		// Only formulas are wrapped in prose, not descriptions.
		{"prose", "(p%d ∨ p%d)", "compliance", 1 - rate, false},
		{"", "(p%d → ¬p%d)", "accuracy_low", 1, false},
	} {
		t.Run(fmt.Sprintf("kind=%s meanings=%t", tt.kind, tt.meanings), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			const atoms = 50
			var rows strings.Builder
			n := 0.0
			for i := range atoms {
				for j := range i {
					row := record.Row{Formalism: record.Propositional, FS: fmt.Sprintf(tt.formula, i, j)}
					if tt.meanings {
						row.Vocabulary = &record.Vocabulary{Meanings: []record.Meaning{meaning(i), meaning(j)}}
					}
					rows.Write(append(record.Append(nil, &row), '\n'))
					n++
				}
			}
			if err := os.WriteFile(filepath.Join(dir, "fs.jsonl"), []byte(rows.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			model := "builtin:rules"
			if tt.kind != "" {
				model = fmt.Sprintf("builtin:noisy?seed=1,%s=%v", tt.kind, rate)
			}
			_, url := answering(t, simllm.Options{Model: model})
			got := overall(t, sh(t, dir, fmt.Sprintf(`informalize --model simllm --base-url %s --workers 8 fs.jsonl |
				autoformalize --model simllm --base-url %s --workers 8 --extract strict | verify | metrics --format csv`, url, url)))
			if got["rows"] != n || got["unknown"] != 0 || got["error"] != 0 {
				t.Fatalf("%v rows, %v unknown, %v errors; want %v rows and none", got["rows"], got["unknown"], got["error"], n)
			}
			deviation := math.Sqrt(tt.want * (1 - tt.want) / n)
			t.Logf("%s %.4f, expected %.4f ± %.4f", tt.column, got[tt.column], tt.want, deviation)
			if math.Abs(got[tt.column]-tt.want) > 3.5*deviation {
				t.Errorf("%s %v, want %v ± %v", tt.column, got[tt.column], tt.want, 3.5*deviation)
			}
		})
	}
}

// meaning returns the meaning of the proposition with the number.
func meaning(i int) record.Meaning {
	return record.Meaning{Symbol: fmt.Sprint("p", i), Meaning: fmt.Sprint("lamp ", i, " is on")}
}

// The confusion matrix of a judge over HTTP with known error rates has the
// expected counts, on pairs whose truth is known.
func TestJudgeIsMeasuredAsItIs(t *testing.T) {
	const wrong, unparsable, atoms = 0.2, 0.1, 40
	var rows strings.Builder
	n := 0.0 // of either truth
	for i := range atoms {
		for j := range i {
			fs := fmt.Sprintf("(p%d ∧ p%d)", i, j)
			for _, back := range []string{fmt.Sprintf("p%d & p%d", i, j), fmt.Sprintf("p%d | p%d", i, j)} {
				row := record.Row{Formalism: record.Propositional, FS: fs, FSOut: back}
				rows.Write(append(record.Append(nil, &row), '\n'))
			}
			n++
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pairs.jsonl"), []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, url := answering(t, simllm.Options{Model: fmt.Sprintf("builtin:noisy?seed=1,judge_wrong=%v,judge_unparsable=%v", wrong, unparsable)})
	got := overall(t, sh(t, dir, "verify pairs.jsonl | judge --model simllm --base-url "+url+" --workers 8 | metrics judges --format csv"))
	if got["answers"] != 2*n || got["undecided"] != 0 {
		t.Fatalf("%v answers, %v of them on undecided pairs; want %v and none", got["answers"], got["undecided"], 2*n)
	}
	parsed := 1 - unparsable
	for cell, share := range map[string]float64{
		"tp": parsed * (1 - wrong), "tn": parsed * (1 - wrong), "fn": parsed * wrong, "fp": parsed * wrong,
	} {
		deviation := math.Sqrt(share * (1 - share) * n)
		if math.Abs(got[cell]-share*n) > 3.5*deviation {
			t.Errorf("%s: %v of %v pairs, want %.0f ± %.0f", cell, got[cell], n, share*n, 3.5*deviation)
		}
	}
	if all := got["tp"] + got["fp"] + got["fn"] + got["tn"] + got["unparsable"]; all != 2*n {
		t.Errorf("the cells of the matrix add up to %v, want %v", all, 2*n)
	}
	if recall := got["tp"] / (got["tp"] + got["fn"]); math.Abs(got["recall"]-recall) > 1e-9 {
		t.Errorf("recall %v, want %v of the cells", got["recall"], recall)
	}
}

//go:build unix

package e2e

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folioFormulas lists the distinct formulas of FOLIO v0.0, premises and
// conclusions of both splits.
func folioFormulas(t *testing.T) []string {
	t.Helper()
	var formulas []string
	seen := map[string]bool{"": true}
	for _, name := range []string{"folio-train.jsonl", "folio-validation.jsonl"} {
		f, err := os.Open(filepath.Join(root, "..", "shared", "testdata", "folio", name))
		if os.IsNotExist(err) {
			t.Skipf("FOLIO is not here: %v", err)
		} else if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var story struct {
				Premises   []string `json:"premises-FOL"`
				Conclusion string   `json:"conclusion-FOL"`
			}
			if err := json.Unmarshal(lines.Bytes(), &story); err != nil {
				t.Fatal(err)
			}
			for _, fs := range append(story.Premises, story.Conclusion) {
				if fs = strings.TrimSpace(fs); !seen[fs] {
					seen[fs] = true
					formulas = append(formulas, fs)
				}
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return formulas
}

// Of the distinct formulas that people wrote for FOLIO all but 16 parse: 9 have a
// surplus parenthesis, 4 have a space inside a name, and the other three lack a
// parenthesis, lack an operator, or have a comma in place of an operator
// (format/logic lists them). All others are equivalent after the translation to
// English and back.
func TestFolioFormulasComeBack(t *testing.T) {
	formulas := folioFormulas(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "folio.txt"), []byte(strings.Join(formulas, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := overall(t, sh(t, dir, `
		convert --from text --formalism first_order folio.txt |
		informalize --model builtin:rules | autoformalize --model builtin:rules |
		verify | metrics --format csv`))
	const unparsable = 16
	rows := float64(len(formulas))
	if got["rows"] != rows || got["gold_error"] != unparsable || got["accuracy_low"] != 1 || got["error"] != 0 || got["unknown"] != 0 || got["noncompliant"] != 0 {
		t.Errorf("of %v formulas got %v, want %d that do not parse and all others equivalent", rows, got, unparsable)
	}
}

package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// FOLIO's stories go through the NL-FOL tasks: joined with their published
// glossaries, given candidates whose relations are proved, ranked by the
// built-in embeddings in both forms, and summed up.
func TestFOLIOThroughTheTasks(t *testing.T) {
	data, err := filepath.Abs(filepath.Join(root, "..", "shared", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(data, "nlfol", "ontology.jsonl")); err != nil {
		t.Skipf("FOLIO's glossaries are not here: %v", err)
	}
	dir := t.TempDir()
	out := sh(t, dir, fmt.Sprintf(`
		export S='%s'
		convert --log-level error --from folio --ontology "$S/nlfol/ontology.jsonl" "$S/folio/folio-train.jsonl" | grep -v '"error":' > joined.jsonl
		for task in most-similar ranking; do
			perturb --task $task joined.jsonl -o $task.jsonl
			for form in nl fol; do rank --model builtin:ngrams --form $form --no-timing $task.jsonl -o $task-$form.jsonl; done
		done
		rank --scores --format csv most-similar-*.jsonl ranking-*.jsonl`, data))
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+2*2*(1+3) {
		t.Fatalf("scores:\n%s", out)
	}
	for _, row := range rows[1:] {
		score := fmt.Sprint(row[1:5])
		if row[5] != "1618" {
			t.Errorf("%s: of %s sets, want 1618", score, row[5])
		}
		mean, err1 := strconv.ParseFloat(row[7], 64)
		chance, err2 := strconv.ParseFloat(row[9], 64)
		if err1 != nil || err2 != nil || !(mean >= 0 && mean <= 1) || !(chance > 0 && chance < 0.5) {
			t.Errorf("%s: mean %s, chance %s", score, row[7], row[9])
		}
		if row[10] != "0" || row[11] != "0" {
			t.Errorf("%s: %s malformed, %s errors", score, row[10], row[11])
		}
	}
	// What was proved when the sets were made is what other engines find.
	for _, task := range []string{"most-similar", "ranking"} {
		if faulty := sh(t, dir, "perturb --check --engines sample,finite,instances,truth_table,sat "+task+".jsonl | grep -c '\"faults\":' || true"); strings.TrimSpace(faulty) != "0" {
			t.Errorf("%s: %s sets are at fault", task, strings.TrimSpace(faulty))
		}
	}
}

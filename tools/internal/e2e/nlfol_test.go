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

// sharedData is the directory with FOLIO and its published glossaries.
func sharedData(t *testing.T) string {
	t.Helper()
	data, err := filepath.Abs(filepath.Join(root, "..", "shared", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(data, "nlfol", "ontology.jsonl")); err != nil {
		t.Skipf("FOLIO and its glossaries are not here: %v", err)
	}
	return data
}

// Nine of FOLIO's 204 validation labels are contradicted, each by a proof, or by
// two models of the premises; the formulas that do not parse are mended before.
func TestLabelsOfFOLIO(t *testing.T) {
	out := sh(t, t.TempDir(), fmt.Sprintf(`convert --log-level error --from folio --per story --mend '%s/folio/folio-validation.jsonl' |
		verify --log-level error --task entailment | reason --audit --format csv`, sharedData(t)))
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, row := range rows[1:] {
		found = append(found, row[0])
		kind := map[string]string{"Uncertain": `{"kind":"models"`}[row[3]]
		if proof := row[6]; proof == "" || !strings.HasPrefix(proof, kind) {
			t.Errorf("row %s is %s by %s", row[0], row[3], proof)
		}
	}
	if got, want := strings.Join(found, " "), "5 27 29 47 87 112 114 138 139"; got != want {
		t.Errorf("suspicious are rows %s, want %s", got, want)
	}
}

// FOLIO's stories go through the NL-FOL tasks: joined with their published
// glossaries, given candidates whose relations are proved, ranked by the
// built-in embeddings in both forms, and summed up.
func TestFOLIOThroughTheTasks(t *testing.T) {
	data := sharedData(t)
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

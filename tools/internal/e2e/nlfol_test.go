//go:build unix

package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/translate/simllm"
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

// Proofs contradict nine of FOLIO's 204 validation labels, each by a proof or by
// two models of the premises. Formulas that do not parse are repaired first.
func TestLabelsOfFOLIO(t *testing.T) {
	out := sh(t, t.TempDir(), fmt.Sprintf(`convert --log-level error --from folio-stories '%s/folio/folio-validation.jsonl' |
		verify --log-level error --lenient --task entailment | reason audit --format csv`, sharedData(t)))
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

// FOLIO's stories pass through the NL-FOL tasks: they are joined with their
// published glossaries, get candidates with proved relations, are ranked by the
// built-in embeddings in both forms, and are scored.
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
		rank scores --by model --format csv most-similar-*.jsonl ranking-*.jsonl`, data))
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+2*(1+3) {
		t.Fatalf("scores:\n%s", out)
	}
	for _, row := range rows[1:] {
		score := fmt.Sprint(row[1:4])
		if row[4] != "1618" {
			t.Errorf("%s: of %s sets, want 1618", score, row[4])
		}
		mean, err1 := strconv.ParseFloat(row[6], 64)
		chance, err2 := strconv.ParseFloat(row[8], 64)
		if err1 != nil || err2 != nil || !(mean >= 0 && mean <= 1) || !(chance > 0 && chance < 0.5) {
			t.Errorf("%s: mean %s, chance %s", score, row[6], row[8])
		}
		if row[9] != "0" || row[10] != "0" {
			t.Errorf("%s: %s malformed, %s errors", score, row[9], row[10])
		}
	}
	// Other engines find the same relations as those that made the sets.
	for _, task := range []string{"most-similar", "ranking"} {
		if faulty := sh(t, dir, "perturb check "+task+".jsonl | grep -c '\"faults\":' || true"); strings.TrimSpace(faulty) != "0" {
			t.Errorf("%s: %s sets are at fault", task, strings.TrimSpace(faulty))
		}
	}
}

// FOLIO's formulas are described and translated back with the prompt of logical
// translation, whose system message has the whole ontology of the story.
func TestLogicalTranslationOfFOLIO(t *testing.T) {
	data := sharedData(t)
	got := overall(t, sh(t, t.TempDir(), fmt.Sprintf(`
		convert --log-level error --from folio --ontology '%[1]s/nlfol/ontology.jsonl' '%[1]s/folio/folio-train.jsonl' | grep -v '"error":' |
		informalize --model builtin:rules --no-conversations |
		autoformalize --model builtin:rules --no-conversations --task logical-translation |
		verify | metrics --format csv`, data)))
	if got["rows"] != 1618 || got["accuracy_low"] != 1 || got["unknown"] != 0 || got["noncompliant"] != 0 || got["error"] != 0 {
		t.Errorf("got %v, want 1618 rows, all equivalent", got)
	}
}

// Every task runs without an endpoint and with one. Over HTTP, the built-in model
// gives the same answers to the same prompts, and gives JSON if rank asks for it
// by a schema.
func TestEveryTaskOverHTTP(t *testing.T) {
	_, url := answering(t, simllm.Options{})
	dir := t.TempDir()
	sh(t, dir, fmt.Sprintf(`
		convert --from ontology '%[1]s/data/ontologies/tarski.json' | head -n 12 >pairs.jsonl
		perturb --task most-similar pairs.jsonl -o similar.jsonl
		perturb --task ranking pairs.jsonl -o ranking.jsonl
		convert --from folio-stories '%[1]s/data/examples/stories.jsonl' | head -n 8 >stories.jsonl
		convert --from logieval '%[1]s/data/examples/logieval' -o questions.jsonl`, root))
	for _, c := range []struct {
		command string
		rows    int
	}{
		{"rank --form nl similar.jsonl", 12},
		{"rank --form fol similar.jsonl", 12},
		{"rank --form nl ranking.jsonl", 12},
		{"rank --form fol ranking.jsonl", 12},
		{"reason --task folio --form nl stories.jsonl", 8},
		{"reason --task folio --form fol stories.jsonl", 8},
		{"reason --task linc stories.jsonl", 8},
		{"reason --task logieval questions.jsonl", 14},
		{"reason --task ontology stories.jsonl", 8},
	} {
		t.Run(c.command, func(t *testing.T) {
			here := answers(t, sh(t, dir, c.command+" --no-conversations --model builtin:rules"))
			there := answers(t, sh(t, dir, c.command+" --no-conversations --model far --base-url "+url))
			if len(here) != c.rows || len(there) != c.rows {
				t.Fatalf("%d rows here, %d there, want %d", len(here), len(there), c.rows)
			}
			for i := range here {
				if here[i]["answer_class"] != "ok" || here[i]["score_answer"] == nil && here[i]["score_most_similar"] == nil && here[i]["score_both"] == nil {
					t.Errorf("row %d: %v", i, here[i])
				}
				for _, field := range []string{"answer", "answer_class", "ontology", "extractions"} {
					if !reflect.DeepEqual(here[i][field], there[i][field]) {
						t.Errorf("row %d: %s is %v here and %v there", i, field, here[i][field], there[i][field])
					}
				}
			}
		})
	}
}

// answers returns rows as decoded JSON.
func answers(t *testing.T, lines string) (rows []map[string]any) {
	t.Helper()
	for line := range strings.Lines(lines) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

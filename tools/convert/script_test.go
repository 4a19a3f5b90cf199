package convert

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"convert": func() { cli.Main(os.Args, Command().Run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}

const shared = "../../../shared/testdata"

// converted runs convert and reads its rows.
func converted(t *testing.T, args ...string) []*record.Row {
	t.Helper()
	var out, stderr bytes.Buffer
	if err := Command().Run(t.Context(), append([]string{"convert"}, args...), strings.NewReader(""), &out, &stderr); err != nil {
		t.Fatalf("convert %v: %v\n%s", args, err, stderr.String())
	}
	var rows []*record.Row
	for line := range bytes.Lines(out.Bytes()) {
		row := new(record.Row)
		if err := record.Decode(line, row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

func sharedFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(shared, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs %s, which is not here", path)
	}
	return path
}

// repaired repairs a formula that does not parse, as verify --lenient does.
func repaired(text string) string {
	if _, err := logic.Parse(text, logic.Options{}); err == nil {
		return text
	}
	f, err := logic.Parse(text, logic.Options{Lenient: true})
	if err != nil {
		return text
	}
	return f.String()
}

func TestRepairs(t *testing.T) {
	for text, want := range map[string]string{
		"P(a)":                     "P(a)",
		"∀x P(x)":                  "∀x P(x)", // as published, since it parses
		"P(a))":                    "P(a)",
		"(P(a) ∧ Q(a)) ∨ R)":       "(P(a) ∧ Q(a)) ∨ R)",  // or P(a) ∧ (Q(a) ∨ R)
		"(P(a) ∧ Q(a)))) ∨ R":      "(P(a) ∧ Q(a)))) ∨ R", // three brackets too many
		"∀x (P(x) → Q(x)":          "∀x. (P(x) → Q(x))",
		"∀x (P(x), R(x) → Q(x))":   "∀x. ((P(x) ∧ R(x)) → Q(x))",
		"∀x (P(x) ∧ R(x)) → Q(x))": "∀x. ((P(x) ∧ R(x)) → Q(x))", // once (∀x (P(x) ∧ R(x))) → Q(x), where the last x is free
		"In(new york, x)":          "In(newyork, x)",
		"P(a) Q(a)":                "P(a) Q(a)", // which operator is missing nobody can tell
		"P(a":                      "P(a)",
		"((((((((((p":              "((((((((((p",
		"":                         "",
	} {
		if got := repaired(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}

// TestRepairsOfFOLIO repairs all formulas of FOLIO v0.0 that do not parse but five. One of the five lacks an operator, and four have a surplus bracket and two
// readings.
func TestRepairsOfFOLIO(t *testing.T) {
	train, validation := sharedFile(t, "folio/folio-train.jsonl"), sharedFile(t, "folio/folio-validation.jsonl")
	faulty, mended := map[string]bool{}, map[string]bool{}
	read := func(fs string) {
		if _, err := logic.Parse(fs, logic.Options{}); fs == "" || err == nil {
			return
		}
		if repaired(fs) != fs {
			mended[fs] = true
		} else {
			faulty[fs] = true
		}
	}
	for _, row := range converted(t, "--from", "folio", "--log-level", "error", train, validation) {
		read(row.FS)
	}
	if len(mended) != 11 || len(faulty) != 5 {
		t.Errorf("%d mended, %d faulty: %v", len(mended), len(faulty), faulty)
	}
}

// TestRealFOLIO counts what FOLIO v0.0 holds.
func TestRealFOLIO(t *testing.T) {
	train, validation := sharedFile(t, "folio/folio-train.jsonl"), sharedFile(t, "folio/folio-validation.jsonl")
	rows := converted(t, "--from", "folio", train, validation)
	formulas := map[string]bool{}
	kinds := map[string]int{}
	seen := map[[2]string]bool{}
	for _, row := range rows {
		if row.Error != nil {
			kinds[row.Error.Kind]++
		}
		if row.FS != "" {
			formulas[row.FS] = true
		}
		if key := [2]string{row.NL, row.FS}; seen[key] {
			t.Errorf("%q occurs twice", key)
		} else {
			seen[key] = true
		}
		if parsed := row.NumOperators != nil; row.FS != "" && !parsed && row.Error == nil {
			t.Errorf("%s: counted %v, error %+v", row.FS, parsed, row.Error)
		}
	}
	t.Logf("%d rows, %d formulas, errors %v", len(rows), len(formulas), kinds)
	// Unequal lists: four stories of the validation data, one of the training data.
	if want := 6 + 5 + 8 + 7 + 5 + 6 + 7 + 6 + 3 + 4; kinds["unpaired"] != want {
		t.Errorf("%d rows are unpaired, expected %d", kinds["unpaired"], want)
	}

	stories := converted(t, "--from", "folio-stories", validation)
	labels := map[any]int{}
	for _, row := range stories {
		label, _ := row.Get("label")
		labels[label]++
		if row.Conclusion == "" || len(row.Premises) == 0 {
			t.Errorf("an entailment without premises or conclusion: %+v", row)
		}
	}
	if len(stories) != 204 || labels["True"]+labels["False"]+labels["Uncertain"]+labels["Unknown"] != 204 {
		t.Errorf("%d stories with labels %v, expected 204", len(stories), labels)
	}
}

// TestRealAutoEval reads the reference generator's own files and holds what is
// counted anew against what they say, where that is right.
func TestRealAutoEval(t *testing.T) {
	for kind, dataset := range map[string]string{"ksat": "ksat", "plogic": "plogic", "fol": "fol", "fol_human": "fol-english", "regex": "regex"} {
		path := sharedFile(t, "reference/dataset."+kind+".json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Data []struct {
				FS        string
				Depth     int64
				Operators int64 `json:"num_operators"`
				Nodes     int64 `json:"num_nodes"`
			}
		}
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		rows := converted(t, "--from", "autoeval", path)
		if len(rows) != len(file.Data) {
			t.Fatalf("%s: %d rows, expected %d", kind, len(rows), len(file.Data))
		}
		otherwise := 0
		for i, row := range rows {
			d := file.Data[i]
			if row.Error != nil || row.FS != d.FS || row.Dataset != dataset || *row.Depth != d.Depth {
				t.Fatalf("%s: row %d: %s", kind, i, record.Append(nil, row))
			}
			if kind == "regex" {
				if *row.DFAStates != d.Nodes {
					otherwise++
				}
			} else if *row.NumOperators != d.Operators {
				otherwise++
			}
			if row.Extra != nil {
				t.Fatalf("%s: row %d: left over %s", kind, i, row.Extra)
			}
		}
		t.Logf("%s: %d rows, of which %d are counted otherwise than in the file", kind, len(rows), otherwise)
		if kind != "regex" && otherwise > 0 {
			t.Errorf("%s: %d rows have other numbers of operators than in the file", kind, otherwise)
		}
	}
}

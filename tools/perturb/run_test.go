package perturb

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

var update = flag.Bool("update", false, "rewrite the files in the scripts to what the program prints")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"perturb": func() { cli.Main(os.Args, Command().Run) }})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update})
}

const shared = "../../../shared/testdata"

func sharedFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(shared, name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("needs %s, which is not here", path)
	}
	return path
}

// A sets row is what the tests read of the output.
type sets struct {
	FS         string            `json:"fs"`
	Candidates []string          `json:"candidates"`
	Roles      []string          `json:"roles"`
	Relations  []string          `json:"relations"`
	Order      []int             `json:"order"`
	Told       []string          `json:"candidates_nl"`
	LabelOK    *bool             `json:"label_ok"`
	Truth      []*bool           `json:"z3_equivalent_to_original"`
	Faults     []fault           `json:"faults"`
	Error      *record.Error     `json:"error"`
	Proofs     []json.RawMessage `json:"proofs"`
}

// perturbed runs perturb and reads its rows.
func perturbed(t testing.TB, stdin string, args ...string) []sets {
	t.Helper()
	var out, stderr bytes.Buffer
	if err := Command().Run(t.Context(), slices.Concat([]string{"perturb"}, args, []string{"--log-level", "error"}), strings.NewReader(stdin), &out, &stderr); err != nil {
		t.Fatalf("perturb %v: %v\n%s", args, err, stderr.String())
	}
	var rows []sets
	for line := range bytes.Lines(out.Bytes()) {
		var row sets
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// TestPublishedSets finds exactly those of the published sets whose labels are
// known to be wrong.
func TestPublishedSets(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, want := range map[string]struct{ wrong, accidental, notEquivalent int }{
		"nlfol/most_similar.jsonl": {32, 34, 0},
		"nlfol/ranking.jsonl":      {24, 15, 9},
	} {
		wrong, accidental, notEquivalent := 0, 0, 0
		for i, row := range perturbed(t, "", "check", "--quantifier-scope", "tight", sharedFile(t, name)) {
			if (len(row.Faults) == 0) != *row.LabelOK {
				t.Errorf("%s: row %d: faults %v, label_ok %v", name, i+1, row.Faults, *row.LabelOK)
			}
			wrong += min(1, len(row.Faults))
			for _, f := range row.Faults {
				if f.Role == "equivalent" {
					notEquivalent++
				} else {
					accidental++
				}
				if equivalent := f.Found == "equivalent"; row.Truth[f.Candidate] == nil || *row.Truth[f.Candidate] != equivalent {
					t.Errorf("%s: row %d: %v, known %v", name, i+1, f, row.Truth[f.Candidate])
				}
			}
		}
		if wrong != want.wrong || accidental != want.accidental || notEquivalent != want.notEquivalent {
			t.Errorf("%s: %d rows, %d accidental equivalents, %d wrong ones; want %v", name, wrong, accidental, notEquivalent, want)
		}
	}
}

// folioRows are the distinct formulas of FOLIO that parse, a row each.
func folioRows(t testing.TB) string {
	t.Helper()
	seen := map[string]bool{}
	var b strings.Builder
	for _, name := range []string{"folio-train.jsonl", "folio-validation.jsonl"} {
		text, err := os.ReadFile(filepath.Join(shared, "folio", name))
		if err != nil {
			t.Skipf("needs the shared test data: %v", err)
		}
		for line := range bytes.Lines(text) {
			var story struct {
				Premises   []string `json:"premises-FOL"`
				Conclusion string   `json:"conclusion-FOL"`
			}
			if err := json.Unmarshal(line, &story); err != nil {
				t.Fatal(err)
			}
			for _, fs := range append(story.Premises, story.Conclusion) {
				if _, err := logic.Parse(fs, logic.Options{}); err == nil && !seen[fs] {
					seen[fs] = true
					row := record.Row{Dataset: "folio", Formalism: record.FirstOrder, FS: fs}
					b.Write(append(record.Append(nil, &row), '\n'))
				}
			}
		}
	}
	return b.String()
}

// TestFOLIO makes sets of all formulas of FOLIO and has Z3, where it is installed,
// try to refute the stated relations: of every 100th row, or of all with
// TRUTHLOOP_LONG set. perturb check does the same for any file.
func TestFOLIO(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	rows := folioRows(t)
	z3, err := prover.OpenZ3(t.Context(), os.Getenv("TRUTHLOOP_Z3"), prover.Options{Limit: 1_000_000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if z3.Version() == "" {
		t.Log("z3 is not installed: the relations are not proved a second time")
	}
	for _, task := range []string{"most-similar", "ranking"} {
		made := perturbed(t, rows, "--task", task)
		candidates, asked, open := 0, 0, 0
		for i, row := range made {
			if row.Error != nil || len(row.Candidates) < 2 || len(row.Order) != len(row.Candidates) || len(row.Told) != len(row.Candidates) || len(row.Proofs) != len(row.Candidates) {
				t.Errorf("%s: %d candidates, order %v, error %v", row.FS, len(row.Candidates), row.Order, row.Error)
			}
			candidates += len(row.Candidates)
			if i%100 == 0 || os.Getenv("TRUTHLOOP_LONG") != "" {
				n, unknown := refutes(t, z3, row)
				asked, open = asked+n, open+unknown
			}
		}
		if len(made) != 2194 || candidates < 10_000 {
			t.Errorf("%s: %d rows with %d candidates, want 2194 with more than 10,000", task, len(made), candidates)
		}
		t.Logf("%d relations proved or left open (%d) by Z3, none refuted", asked, open)
	}
}

// refutes has Z3 try to refute the relations of a row.
func refutes(t *testing.T, z3 *prover.Program, row sets) (asked, open int) {
	t.Helper()
	var first *logic.Formula
	for i, text := range row.Candidates {
		f, err := logic.Parse(text, logic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = f
			continue
		}
		forward, back := check.No, check.No // what the directions may not be
		switch row.Relations[i] {
		case "stronger":
			forward = check.Yes
		case "weaker":
			back = check.Yes
		case "incomparable":
			forward, back = check.Yes, check.Yes
		case "not_equivalent":
			continue
		}
		for _, d := range []struct {
			found, never check.Status
		}{
			{z3.Entails(t.Context(), first, f).Status, forward},
			{z3.Entails(t.Context(), f, first).Status, back},
		} {
			asked++
			if d.found == d.never {
				t.Errorf("Z3 refutes %s: %s", row.Relations[i], text)
			}
			if d.found == check.Unknown {
				open++
			}
		}
	}
	return asked, open
}

// BenchmarkPerturb makes ranking sets of the packaged sentences, with proofs.
func BenchmarkPerturb(b *testing.B) {
	file, err := os.Open("../../data/ontologies/tarski.json")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	all, err := ontology.Read(file)
	if err != nil {
		b.Fatal(err)
	}
	var rows strings.Builder
	const copies = 10
	for i := range copies {
		for _, p := range all[0].Pairs {
			row := record.Row{ID: fmt.Sprint(i), Formalism: record.FirstOrder, FS: p.FS}
			rows.Write(append(record.Append(nil, &row), '\n'))
		}
	}
	made, candidates := 0, 0
	for b.Loop() {
		for _, row := range perturbed(b, rows.String(), "--task", "ranking", "--workers", "1") {
			made++
			candidates += len(row.Candidates)
		}
	}
	b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(candidates)/b.Elapsed().Seconds(), "candidates/s")
}

package logic_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// shared is the test data beside the repository; tests that need it are skipped if
// it is absent.
const shared = "../../../shared/testdata"

func open(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(shared, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no test data at %s", filepath.Join(shared, name))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// eachLine decodes a JSONL file line by line.
func eachLine[T any](t testing.TB, name string, visit func(line int, row T)) {
	t.Helper()
	lines := bufio.NewScanner(open(t, name))
	lines.Buffer(nil, 1<<24)
	for n := 1; lines.Scan(); n++ {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s:%d: %v", name, n, err)
		}
		visit(n, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// folioFormulas are the distinct formulas of FOLIO v0.0, sorted.
func folioFormulas(t testing.TB) []string {
	type story struct {
		Premises   []string `json:"premises-FOL"`
		Conclusion string   `json:"conclusion-FOL"`
	}
	var all []string
	for _, name := range []string{"folio/folio-train.jsonl", "folio/folio-validation.jsonl"} {
		eachLine(t, name, func(_ int, s story) {
			all = append(append(all, s.Premises...), s.Conclusion)
		})
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(s string) bool { return s == "" }) // train has no conclusions
}

func parsable(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(s string) bool {
		_, err := logic.Parse(s, logic.Options{})
		return err != nil
	})
}

// A referenceRow is a formula with the measures that the reference's generator
// has recorded for it.
type referenceRow struct {
	FS           string `json:"fs"`
	Operators    int    `json:"num_operators"`
	Propositions int    `json:"num_propositions"`
	Quantifiers  int    `json:"num_quantifiers"`
	Predicates   int    `json:"num_predicates"`
}

func referenceRows(t testing.TB, dataset string) []referenceRow {
	t.Helper()
	var file struct {
		Data []referenceRow `json:"data"`
	}
	if err := json.NewDecoder(open(t, "reference/dataset."+dataset+".json")).Decode(&file); err != nil {
		t.Fatal(err)
	}
	return file.Data
}

func referenceTexts(t testing.TB, dataset string) []string {
	var texts []string
	for _, r := range referenceRows(t, dataset) {
		texts = append(texts, r.FS)
	}
	return texts
}

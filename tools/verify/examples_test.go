package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// TestExamplesAgainstPython compares verify --examples with the evaluators of
// testdata/examples.py. TRUTHLOOP_EXAMPLES sets another number of rows.
func TestExamplesAgainstPython(t *testing.T) {
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	count := os.Getenv("TRUTHLOOP_EXAMPLES")
	if count == "" {
		count = "400"
	}
	for words, flags := range map[string][]string{"finite": {"--finite"}, "infinite": nil} {
		rows, err := exec.CommandContext(t.Context(), python, "testdata/examples.py", "1", count, words).Output()
		if err != nil {
			t.Fatal(err)
		}
		var out, stderr bytes.Buffer
		args := append([]string{"verify", "--examples", "--no-timing"}, flags...)
		if err := Command().Run(t.Context(), args, bytes.NewReader(rows), &out, &stderr); err != nil {
			t.Fatal(err, stderr.String())
		}
		seen := map[string]int{}
		for line := range bytes.Lines(out.Bytes()) {
			row := new(record.Row)
			if err := record.Decode(line, row); err != nil {
				t.Fatal(err)
			}
			wrong := agrees(t, row)
			if wrong != "" {
				t.Fatalf("%s\n%s", wrong, line)
			}
			seen[fmt.Sprint(row.Formalism, row.FS == "", row.ExamplesVerdict)]++
		}
		if len(seen) != 16 {
			t.Errorf("%s words: found %v, expected all four formalisms with and without fs, passing and failing", words, seen)
		}
		if err := Command().Run(t.Context(), append([]string{"verify", "recheck"}, flags...), &out, io.Discard, &stderr); err != nil {
			t.Error(err, stderr.String())
		}
	}
}

// agrees returns how a row differs from what it must be.
func agrees(t *testing.T, row *record.Row) string {
	var want struct {
		Passed, Failed int64
		Gold           *int64
		First          any
	}
	raw, _ := row.ExtraField("want")
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(err)
	}
	var first any
	if row.FailedExample != "" {
		if err := json.Unmarshal([]byte(row.FailedExample), &first); err != nil {
			t.Fatal(err)
		}
	}
	switch {
	case row.Error != nil:
		return "found an error"
	case *row.ExamplesPassed != want.Passed || *row.ExamplesFailed != want.Failed:
		return "found other counts"
	case (want.Gold == nil) != (row.GoldExamplesFailed == nil) || want.Gold != nil && *want.Gold != *row.GoldExamplesFailed:
		return "found another count of the gold formula"
	case !reflect.DeepEqual(first, want.First):
		return fmt.Sprintf("found %v as the first example that fails, want %v", first, want.First)
	case row.Verdict == record.Equivalent && (want.Failed != *want.Gold):
		return "equivalent formulas differ on examples"
	case row.FS != "":
		return ""
	case want.Failed > 0 && (row.Verdict != record.NotEquivalent || row.Witness != row.FailedExample || row.ExamplesVerdict != fails):
		return "found no refutation"
	case want.Failed == 0 && (row.Verdict != record.Unknown || row.VerdictReason != "examples_passed" || row.ExamplesVerdict != passes):
		return "found another verdict than examples_passed"
	}
	return ""
}

package reason

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// TestAuditOfFOLIO checks that the audit finds exactly the labels of FOLIO
// that another prover contradicts.
func TestAuditOfFOLIO(t *testing.T) {
	file, err := os.Open("../../../shared/testdata/nlfol/entailment.jsonl")
	if err != nil {
		t.Skipf("needs the shared test data: %v", err)
	}
	defer file.Close()
	v := verify.New(verify.Options{Formula: logic.Options{Scope: logic.ScopeTight}})
	var rows bytes.Buffer
	var want []string
	parsed := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var in struct {
			Premises   []string `json:"premises_fol"`
			Conclusion string   `json:"conclusion_fol"`
			Label, Z3  string
		}
		if err := json.Unmarshal(lines.Bytes(), &in); err != nil {
			t.Fatal(err)
		}
		r := v.Entailment(t.Context(), in.Premises, in.Conclusion)
		row := &record.Row{ID: in.Conclusion, Conclusion: in.Conclusion, Verdict: r.Verdict}
		row.SetValue("label", in.Label)
		rows.Write(append(record.Append(nil, row), '\n'))
		if _, decided := truths[string(r.Verdict)]; !decided {
			continue // a conclusion with a bracket too many, which others mended
		}
		parsed++
		if in.Label != in.Z3 {
			want = append(want, in.Conclusion)
		}
	}
	var out, stderr bytes.Buffer
	if err := Command().Run(t.Context(), []string{"reason", "audit", "--format", "csv"}, &rows, &out, &stderr); err != nil {
		t.Fatal(err)
	}
	found, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range found[1:] {
		got = append(got, line[1])
	}
	if len(want) == 0 || parsed < 95 || strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("of %d: suspicious\n%s\nwant\n%s", parsed, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

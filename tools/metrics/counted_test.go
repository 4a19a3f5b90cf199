package metrics

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// TestTablesCountAsText: metrics takes equal rows of a Parquet file together. Its tables,
// and its errors about rows that occur twice and rows without a verdict, are those of the
// same rows in JSONL.
func TestTablesCountAsText(t *testing.T) {
	verdicts := []record.Verdict{record.Equivalent, record.NotEquivalent, record.Unknown, record.Noncompliant, record.Unverifiable}
	rows := make([]*record.Row, 600)
	for i := range rows {
		rows[i] = &record.Row{
			ID: fmt.Sprint("id", i/2), Dataset: "d", Model: fmt.Sprint("m", i%2), Batch: record.Int(i % 3), Run: record.Int(i % 4),
			NumOperators: record.Int(i % 7), NLLeak: record.Bool(i%11 == 0), Verdict: verdicts[i%len(verdicts)], Outcome: record.OK,
		}
		switch rows[i].Verdict {
		case record.NotEquivalent:
			rows[i].Relation = record.RelStronger
		case record.Unverifiable:
			rows[i].Error = &record.Error{Stage: "verify", Kind: "syntax", Message: fmt.Sprint("m", i)}
		}
	}
	twice := append(rows[:len(rows):len(rows)], rows[5], rows[6])
	open := *rows[7]
	open.ID, open.Verdict = "open", ""
	for name, tt := range map[string]struct {
		rows []*record.Row
		args []string
		code string // of the error
	}{
		"default":    {rows, nil, ""},
		"by":         {rows, []string{"--by", "model,num_operators:2", "--show", "runs,intervals,outcomes"}, ""},
		"where":      {rows, []string{"--by", "verdict", "--where", "num_operators < 5"}, ""},
		"limit":      {rows, []string{"--by", "model", "--limit", "17"}, ""},
		"samples":    {rows, []string{"--show", "samples"}, ""},
		"twice":      {twice, nil, "found 2 rows with the same id"},
		"open":       {append(rows[:len(rows):len(rows)], &open), nil, "found 1 rows without a verdict"},
		"left out":   {twice, []string{"--where", "num_operators != 5 and num_operators != 6"}, ""},
		"duplicates": {twice, []string{"--allow-duplicates"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var outs, errs []string
			for _, format := range []shard.Format{shard.JSONL, shard.Parquet} {
				var b, out bytes.Buffer
				w, err := shard.NewWriter(&b, format)
				if err != nil {
					t.Fatal(err)
				}
				for _, row := range tt.rows {
					if err := w.Write(row); err != nil {
						t.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				name := filepath.Join(t.TempDir(), "rows")
				if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
				err = Command().Run(context.Background(), append([]string{"metrics", "--format", "csv", name}, tt.args...), nil, &out, &out)
				outs, errs = append(outs, out.String()), append(errs, strings.NewReplacer(name, "rows", ": line ", " at ", ": row ", " at ").Replace(fmt.Sprint(err)))
			}
			if outs[0] != outs[1] || errs[0] != errs[1] {
				t.Errorf("JSONL:\n%s%s\nParquet:\n%s%s", outs[0], errs[0], outs[1], errs[1])
			}
			if !strings.Contains(errs[1], tt.code) || (tt.code == "") != (errs[1] == "<nil>") {
				t.Errorf("error %q, want %q", errs[1], tt.code)
			}
		})
	}
}

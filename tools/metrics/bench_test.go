package metrics

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// BenchmarkRun counts verified rows without their conversations, grouped by
// two columns, from files.
func BenchmarkRun(b *testing.B) {
	const rows = 100_000
	for name, format := range map[string]shard.Format{"rows.jsonl": shard.JSONL, "rows.parquet": shard.Parquet} {
		b.Run(filepath.Ext(name)[1:], func(b *testing.B) {
			file := filepath.Join(b.TempDir(), name)
			out, err := os.Create(file)
			if err != nil {
				b.Fatal(err)
			}
			w, err := shard.NewWriter(out, format)
			if err != nil {
				b.Fatal(err)
			}
			for i := range rows {
				err := w.Write(&record.Row{
					ID: fmt.Sprintf("%024d", i), Dataset: "plogic", Batch: record.Int(i % 10), Index: record.Int(i), Formalism: record.Propositional,
					FS: "(p1 ∧ ¬(p2 ∨ p3))", NumOperators: record.Int(i % 40), Depth: record.Int(i % 7), Model: "m", NL: "p1, and neither p2 nor p3.",
					FSOut: "(p1 ∧ ¬(p2 ∨ p3))", Outcome: record.OK, Verdict: record.Equivalent, VerdictEngine: "normal_form", Relation: record.RelEquivalent,
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				b.Fatal(err)
			}
			if err := out.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if err := Command().Run(context.Background(), []string{"metrics", "--by", "dataset,num_operators", file}, nil, io.Discard, io.Discard); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*rows/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

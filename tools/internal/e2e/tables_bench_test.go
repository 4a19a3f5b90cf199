//go:build unix

package e2e

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
)

// BenchmarkParquetOutput measures whole runs of verify on rows of 7 KB, with JSONL and
// with Parquet as the output, one after the other. With TRUTHLOOP_SOAK there are 86,520
// rows. The time with Parquet is at most 1.5 times that with JSONL.
func BenchmarkParquetOutput(b *testing.B) {
	n := 20_000
	if os.Getenv("TRUTHLOOP_SOAK") != "" {
		n = 86_520
	}
	dir := b.TempDir()
	fatRows(b, filepath.Join(dir, "in.jsonl"), verifiedRows(b), n)
	took := map[string]time.Duration{}
	for b.Loop() {
		for _, output := range []string{"out.jsonl", "out.parquet"} {
			cmd := exec.CommandContext(b.Context(), filepath.Join(bin, "verify"), "in.jsonl", "-o", output, "--overwrite")
			cmd.Dir = dir
			begin := time.Now()
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%v\n%s", err, tail(string(out)))
			}
			took[output] += time.Since(begin)
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, output := range []string{"out.jsonl", "out.parquet"} {
		b.ReportMetric(took[output].Seconds()/float64(b.N), output+"-s")
	}
	b.ReportMetric(took["out.parquet"].Seconds()/took["out.jsonl"].Seconds(), "x-jsonl")
	b.ReportMetric(1.5, "limit-x-jsonl")
}

// fatRows writes n copies of rows, each with conversations of 7 KB with its row.
func fatRows(b *testing.B, name string, rows []*record.Row, n int) {
	b.Helper()
	f, err := os.Create(name)
	if err != nil {
		b.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := range n {
		row := *rows[i%len(rows)]
		row.ID = record.FormulaID("bench", fmt.Sprint(i))
		row.Conversations = nil
		for _, stage := range []string{"informalize", "autoformalize"} {
			row.Conversations = append(row.Conversations, record.Conversation{Stage: stage, Messages: []record.Message{
				{Role: "user", Content: strings.Repeat("Say what the formula says, no more and no less.\n", 60) + row.FS},
				{Role: "assistant", Content: row.NL},
			}})
		}
		row.ClearVerdict()
		if _, err := w.Write(append(record.Append(nil, &row), '\n')); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

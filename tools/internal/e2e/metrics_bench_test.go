//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// BenchmarkMetrics measures whole runs of metrics over directories of Parquet
// parts. The rows are copies of those of one run of the loop, with new ids: lean
// rows, and fat rows with the conversations of both stages, which metrics does
// not read. The peak memory may grow by 24 bytes a row, which find rows that occur
// twice. With TRUTHLOOP_SOAK there are 10 million rows of each kind.
//
// x-duckdb is the processor time as a multiple of that of DuckDB for the same rates
// and the rows that occur twice; x-duckdb-rates, of that for the rates alone. The
// start of both programs is included.
func BenchmarkMetrics(b *testing.B) {
	sizes := []int{100_000, 1_000_000}
	if os.Getenv("TRUTHLOOP_SOAK") != "" {
		sizes = append(sizes, 10_000_000)
	}
	seeds := verifiedRows(b)
	for _, kind := range []string{"lean", "fat"} {
		var peaks []float64
		for _, rows := range sizes {
			if kind == "fat" && rows == 1_000_000 && len(sizes) == 2 {
				continue // takes a minute to make
			}
			b.Run(fmt.Sprintf("%s/rows=%d", kind, rows), func(b *testing.B) {
				dir := replicate(b, seeds, rows, kind == "fat")
				b.ResetTimer()
				for b.Loop() {
					peaks = append(peaks, benchMetrics(b, dir, rows))
				}
			})
			if len(peaks) == 0 { // -bench chose others
				continue
			}
			if most := 1.5*peaks[0] + 32 + 80e-6*float64(rows); peaks[len(peaks)-1] > most {
				b.Errorf("%s: peak memory grew from %.0f to %.0f MB with the rows, want at most %.0f", kind, peaks[0], peaks[len(peaks)-1], most)
			}
		}
	}
}

// verifiedRows returns the rows of one run of the loop with builtin:noisy.
func verifiedRows(b *testing.B) []*record.Row {
	b.Helper()
	dir := b.TempDir()
	cmd := exec.CommandContext(b.Context(), "bash", "-euo", "pipefail", "-c", `
		generate --dataset plogic --batches 2 | informalize --model builtin:rules | autoformalize --model builtin:noisy | verify > verified.jsonl`)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, tail(string(out)))
	}
	data, err := os.ReadFile(filepath.Join(dir, "verified.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	var rows []*record.Row
	for line := range strings.Lines(string(data)) {
		row := new(record.Row)
		if err := record.Decode([]byte(line), row); err != nil {
			b.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// replicate writes n rows into the parts of a directory, two parts at a time, and
// returns its name.
func replicate(b *testing.B, seeds []*record.Row, n int, fat bool) string {
	b.Helper()
	dir := b.TempDir()
	parts := make(chan int)
	var writers sync.WaitGroup
	for range 2 {
		writers.Go(func() {
			for part := range parts {
				if err := replicatePart(dir, seeds, part, min(shard.PartRows, n-part*shard.PartRows), fat); err != nil {
					b.Error(err)
				}
			}
		})
	}
	for part := range (n + shard.PartRows - 1) / shard.PartRows {
		parts <- part
	}
	close(parts)
	writers.Wait()
	return dir
}

func replicatePart(dir string, seeds []*record.Row, part, n int, fat bool) error {
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("part-%05d.parquet", part)))
	if err != nil {
		return err
	}
	defer f.Close()
	w, err := shard.NewWriter(f, shard.Parquet)
	if err != nil {
		return err
	}
	for i := range n {
		k := part*shard.PartRows + i
		row := *seeds[k%len(seeds)]
		row.ID = record.FormulaID("bench", strconv.Itoa(k))
		row.Model = fmt.Sprintf("model-%d", k/len(seeds)%5)
		row.Batch, row.Index = record.Int(k/len(seeds)%10), record.Int(k)
		if !fat {
			row.Conversations, row.Usage, row.Vocabulary = nil, nil, nil
		}
		if err := w.Write(&row); err != nil {
			return err
		}
	}
	return w.Close()
}

// benchMetrics runs metrics over a directory and returns its peak memory in MB.
func benchMetrics(b *testing.B, dir string, rows int) (peak float64) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), filepath.Join(bin, "metrics"), "--by", "model,num_operators", "--where", "num_operators < 100", "--format", "csv", dir)
	var out strings.Builder
	cmd.Stdout = &out
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	highest := watchMemory(cmd.Process.Pid)
	err := cmd.Wait()
	took := time.Since(begin)
	if peak = highest(); err != nil {
		b.Fatalf("metrics: %v", err)
	}
	if lines := strings.Split(strings.TrimSpace(out.String()), "\n"); !strings.HasPrefix(lines[len(lines)-1], ",,"+strconv.Itoa(rows)+",") {
		b.Fatalf("metrics counted %s, want %d rows", lines[len(lines)-1], rows)
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(rows)/took.Seconds(), "rows/s")
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(rows), "cpu-ns/row")
	b.ReportMetric(peak, "peak-MB")
	rates := "select model, num_operators, count(*), avg((verdict = 'equivalent')::int), avg((verdict = 'noncompliant')::int)" +
		" from '" + dir + "/*.parquet' where num_operators < 100 group by cube (model, num_operators)"
	repeated := "select count(distinct (id, model, sample)) from '" + dir + "/*.parquet' where num_operators < 100"
	if alone := duckDB(b, rates); alone > 0 {
		b.ReportMetric(cpu.Seconds()/alone.Seconds(), "x-duckdb-rates")
		b.ReportMetric(cpu.Seconds()/duckDB(b, rates, repeated).Seconds(), "x-duckdb")
	}
	return peak
}

// duckDB returns the processor time of a process in which DuckDB answers queries, or
// 0 without Python.
func duckDB(b *testing.B, queries ...string) time.Duration {
	b.Helper()
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		return 0
	}
	cmd := exec.CommandContext(b.Context(), python, append([]string{"-c", "import sys, duckdb\nfor query in sys.argv[1:]: duckdb.sql(query).fetchall()"}, queries...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("DuckDB: %v\n%s", err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// watchMemory observes a process until stop is called, which returns its peak
// memory in MB. The figure of wait(2) would not do: it includes the memory of the
// parent, of which the process is a copy before exec.
func watchMemory(pid int) (stop func() float64) {
	done, highest := make(chan struct{}), make(chan float64)
	go func() {
		peak := 0.0
		ticker := time.NewTicker(2 * time.Millisecond)
		defer ticker.Stop()
		for {
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // gone at the end
			if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
				var kb float64
				if _, err := fmt.Sscan(after, &kb); err == nil {
					peak = max(peak, kb/1024)
				}
			}
			select {
			case <-ticker.C:
			case <-done:
				highest <- peak
				return
			}
		}
	}()
	return func() float64 {
		close(done)
		return <-highest
	}
}

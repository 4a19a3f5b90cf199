package shard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// benchRows are rows as verify writes them, without their conversations (about
// 0.5 KB of JSON) or with them (4.7 KB).
func benchRows(n int, conversations bool) []*record.Row {
	rows := make([]*record.Row, n)
	for i := range rows {
		fs := fmt.Sprintf("((p%d ∧ ¬p2) ∨ (p3 ∧ ¬(p4 ∨ p%d)))", i%12, i%7)
		rows[i] = &record.Row{
			ID: record.FormulaID("plogic", fs), Dataset: "plogic", Batch: record.Int(i % 10), Index: record.Int(i),
			Formalism: record.Propositional, FS: fs, Depth: record.Int(4), NumOperators: record.Int(6), NumAnd: record.Int(2),
			NumOr: record.Int(2), NumNot: record.Int(2), NumPropositions: record.Int(5), Model: "builtin:rules",
			NL: fmt.Sprintf("Either p%d and not p2, or both p3 and neither p4 nor p%d.", i%12, i%7), FSOut: fs, Outcome: record.OK,
			Verdict: record.Equivalent, VerdictEngine: "table", Relation: record.RelEquivalent, Certificate: `{"kind":"table","rows":32}`,
		}
		if !conversations {
			continue
		}
		for _, stage := range []string{"informalize", "autoformalize"} {
			rows[i].Conversations = append(rows[i].Conversations, record.Conversation{Stage: stage, Messages: []record.Message{
				{Role: "user", Content: strings.Repeat("Say what the formula says.\n", 35) + strings.Repeat(fs+" ", 20)},
				{Role: "assistant", Content: rows[i].NL},
			}})
			rows[i].Usage = append(rows[i].Usage, record.Usage{Stage: stage, PromptTokens: 400, CompletionTokens: int64(i % 50), Attempts: 1})
		}
	}
	return rows
}

func sizes(b *testing.B, run func(b *testing.B, rows []*record.Row)) {
	for _, conversations := range []bool{false, true} {
		rows := benchRows(4000, conversations)
		b.Run(fmt.Sprintf("bytes=%d", len(record.Append(nil, rows[1]))), func(b *testing.B) { run(b, rows) })
	}
}

func rate(b *testing.B, rows int) {
	b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkWrite(b *testing.B) {
	for _, format := range append(fileFormats, CSV) {
		b.Run(format.String(), func(b *testing.B) {
			sizes(b, func(b *testing.B, rows []*record.Row) {
				b.SetBytes(int64(len(write(b, format, rows))))
				for b.Loop() {
					w, err := NewWriter(io.Discard, format)
					if err != nil {
						b.Fatal(err)
					}
					for _, row := range rows {
						if err := w.Write(row); err != nil {
							b.Fatal(err)
						}
					}
					if err := w.Close(); err != nil {
						b.Fatal(err)
					}
				}
				rate(b, len(rows))
			})
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, format := range fileFormats {
		b.Run(format.String(), func(b *testing.B) {
			sizes(b, func(b *testing.B, rows []*record.Row) {
				data := write(b, format, rows)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					r, err := new(Input).reader("bench", bytes.NewReader(data))
					if err != nil {
						b.Fatal(err)
					}
					for n := 0; ; n++ {
						rec, err := r.Read()
						if errors.Is(err, io.EOF) && n == len(rows) {
							break
						}
						if err != nil {
							b.Fatal(err)
						}
						if rec.Row().IsMalformed() {
							b.Fatal(rec.Row().Error)
						}
					}
				}
				rate(b, len(rows))
			})
		})
	}
}

// BenchmarkPipe is the map alone, and what a stage does with JSONL on two
// workers: cut lines, decode, encode, put in order.
func BenchmarkPipe(b *testing.B) {
	b.Run("items", func(b *testing.B) {
		const n = 100_000
		for b.Loop() {
			err := Pipe[int, int]{
				Workers: 2, Next: upTo(n),
				Do:   func(_ context.Context, _, item int) (int, error) { return item, nil },
				Emit: func(int) error { return nil },
			}.Run(context.Background())
			if err != nil {
				b.Fatal(err)
			}
		}
		rate(b, n)
	})
	b.Run("jsonl", func(b *testing.B) {
		sizes(b, func(b *testing.B, rows []*record.Row) {
			data := write(b, JSONL, rows)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				in := newLineReader("bench", bytes.NewReader(data))
				w, err := NewWriter(io.Discard, JSONL)
				if err != nil {
					b.Fatal(err)
				}
				err = Pipe[*Record, []byte]{
					Workers: 2, Next: in.Read,
					Do: func(_ context.Context, _ int, rec *Record) ([]byte, error) {
						return append(record.Append(nil, rec.Row()), '\n'), nil
					},
					Emit:  w.(LineWriter).WriteLines,
					Flush: w.Flush,
				}.Run(context.Background())
				if err != nil {
					b.Fatal(err)
				}
			}
			rate(b, len(rows))
		})
	})
}

// BenchmarkCommit is the journal: with and without a sync for each row.
func BenchmarkCommit(b *testing.B) {
	for _, sync := range []bool{false, true} {
		b.Run(fmt.Sprintf("sync=%v", sync), func(b *testing.B) {
			out, err := Create(OutputOptions{Name: b.TempDir() + "/out.jsonl", Sync: sync})
			if err != nil {
				b.Fatal(err)
			}
			line := append(record.Append(nil, benchRows(1, true)[0]), '\n')
			k := int64(0)
			for b.Loop() {
				if err := out.Commit(Chunk{First: k, Count: 1, Rows: 1, Lines: line}); err != nil {
					b.Fatal(err)
				}
				k++
			}
			rate(b, 1)
			if err := out.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// BenchmarkScan reads what metrics needs of the rows.
func BenchmarkScan(b *testing.B) {
	columns := []string{"verdict", "relation", "nl_leak", "outcome", "batch", "dataset", "num_operators"}
	for _, format := range fileFormats {
		b.Run(format.String(), func(b *testing.B) {
			sizes(b, func(b *testing.B, rows []*record.Row) {
				data := write(b, format, rows)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					n := 0
					in, err := Open(context.Background(), nil, bytes.NewReader(data), Part{})
					if err == nil {
						err = Scan{Workers: 2, Columns: columns, Each: func(*record.Row, Position) error { n++; return nil }}.Run(context.Background(), in)
					}
					if err != nil || n != len(rows) {
						b.Fatalf("%d rows, %v", n, err)
					}
				}
				rate(b, len(rows))
			})
		})
	}
}

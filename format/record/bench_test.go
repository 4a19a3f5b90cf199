package record_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// benchRow is a row after verify: about half a kilobyte
// without its conversations, and 4.7 KB with them.
func benchRow(conversations bool) *record.Row {
	r := &record.Row{
		ID: record.FormulaID("plogic", "p"), Dataset: "plogic", Batch: record.Int(3), Index: record.Int(41),
		Formalism: record.Propositional, FS: "((p1 ∧ ¬p2) ∨ (p3 ∧ ¬(p4 ∨ p5)))",
		Depth: record.Int(4), NumOperators: record.Int(6), NumAnd: record.Int(2), NumOr: record.Int(2), NumNot: record.Int(2),
		NumPropositions: record.Int(5), Model: "builtin:rules", NL: "Either p1 and not p2, or both p3 and neither p4 nor p5.",
		FSOut: "((p1 ∧ ¬p2) ∨ (p3 ∧ ¬(p4 ∨ p5)))", Outcome: record.OK, Verdict: record.Equivalent, VerdictEngine: "table",
		Relation: record.RelEquivalent, Certificate: `{"kind":"table","rows":32}`,
	}
	r.SetExtra("note", []byte(`"kept"`))
	if conversations {
		for _, stage := range []string{"informalize", "autoformalize"} {
			r.Conversations = append(r.Conversations, record.Conversation{Stage: stage, Messages: []record.Message{
				{Role: "system", Content: strings.Repeat("Say what the formula says.\n", 12)},
				{Role: "user", Content: strings.Repeat("[FORMULA] (p1 ∧ \"p2\")\n", 50)},
				{Role: "assistant", Content: strings.Repeat("Both p1 and p2. ", 20)},
			}})
			r.Usage = append(r.Usage, record.Usage{Stage: stage, PromptTokens: 400, CompletionTokens: 30, CostUSD: record.Float(0.0001), Attempts: 1})
		}
	}
	return r
}

func BenchmarkAppend(b *testing.B) {
	for _, conversations := range []bool{false, true} {
		row := benchRow(conversations)
		buf := record.Append(nil, row)
		b.Run(fmt.Sprintf("bytes=%d", len(buf)), func(b *testing.B) {
			b.SetBytes(int64(len(buf)))
			b.ReportAllocs()
			for b.Loop() {
				buf = record.Append(buf[:0], row)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for _, conversations := range []bool{false, true} {
		line := record.Append(nil, benchRow(conversations))
		b.Run(fmt.Sprintf("bytes=%d", len(line)), func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			b.ReportAllocs()
			var row record.Row
			for b.Loop() {
				if err := record.Decode(line, &row); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

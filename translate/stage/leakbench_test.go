package stage_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate/stage"
)

// BenchmarkFindLeak measures descriptions of 1 kB without a leak.
func BenchmarkFindLeak(b *testing.B) {
	fs := "(" + strings.Repeat("(p1 ∧ ¬p2) ∨ ", 20) + "p3)"
	nl := strings.Repeat("either p1 is true and p2 is false, every time, or ", 20) + "p3 is true."
	for b.Loop() {
		if stage.FindLeak(record.Propositional, fs, nl) != english.NoLeak {
			b.Fatal("a leak")
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

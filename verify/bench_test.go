package verify_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/truthloop/truthloop/verify"
)

// BenchmarkPairs decides the shared pairs over and over, from texts to verdict
// and relation, parsing included, on one core. It reports pairs per second, and
// the median and 99th percentile of the time of a pair in microseconds.
func BenchmarkPairs(b *testing.B) {
	for _, name := range []string{
		"reference/pairs.ksat", "reference/pairs.plogic", "reference/pairs.fol", "reference/pairs.fol_human",
		"reference/pairs.regex", "hard/fol", "hard/fol-quantifiers",
	} {
		b.Run(name, func(b *testing.B) {
			pairs := readShared[sharedPair](b, name+".jsonl")
			v := verify.New(verify.Options{})
			best := make([]time.Duration, len(pairs)) // of several runs, which leaves out what the machine did besides
			n := 0
			for b.Loop() {
				for i, p := range pairs {
					left, right := p.sides()
					start := time.Now()
					v.Pair(b.Context(), p.formalism(), left, right)
					d := time.Since(start)
					if best[i] == 0 || d < best[i] {
						best[i] = d
					}
					n++
				}
			}
			slices.Sort(best)
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pairs/s")
			b.ReportMetric(float64(best[len(best)/2].Nanoseconds())/1e3, "median-µs")
			b.ReportMetric(float64(best[len(best)*99/100].Nanoseconds())/1e3, "p99-µs")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkDisagreement says what the share of assignments costs beside the
// verdict, parsing included, on one core.
func BenchmarkDisagreement(b *testing.B) {
	for _, name := range []string{"reference/pairs.ksat", "reference/pairs.plogic"} {
		pairs := readShared[sharedPair](b, name+".jsonl")
		for _, count := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/%t", name, count), func(b *testing.B) {
				v := verify.New(verify.Options{Disagreement: count})
				for b.Loop() {
					for _, p := range pairs {
						left, right := p.sides()
						v.Pair(b.Context(), p.formalism(), left, right)
					}
				}
				b.ReportMetric(float64(b.N*len(pairs))/b.Elapsed().Seconds(), "pairs/s")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

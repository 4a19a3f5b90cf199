package verify_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
)

// A limits is what pairs of one set must not exceed: pairs per second at least,
// and median and 99th percentile in microseconds at most; 0 is no limit.
type limits struct{ rate, median, p99 float64 }

// BenchmarkPairs decides the shared pairs over and over, from texts to verdict
// and relation, parsing included, on one core. It reports pairs per second, the
// median and 99th percentile of the time of a pair in microseconds, and the
// share left open, each beside its limit where there is one.
func BenchmarkPairs(b *testing.B) {
	for _, c := range []struct {
		name string
		limits
	}{
		{name: "reference/pairs.ksat"},
		{name: "reference/pairs.plogic"},
		{"reference/pairs.fol", limits{rate: 20_000, p99: 10_000}},
		{"reference/pairs.fol_human", limits{rate: 20_000, p99: 10_000}},
		{name: "reference/pairs.regex"},
		{"hard/fol", limits{median: 200, p99: 100_000}},
		{"hard/fol-quantifiers", limits{median: 5_000, p99: 2_000_000}},
	} {
		b.Run(c.name, func(b *testing.B) {
			pairs := readShared[sharedPair](b, c.name+".jsonl")
			v := verify.New(verify.Options{})
			best := make([]time.Duration, len(pairs)) // of several runs, which leaves out what the machine did besides
			n, unknown := 0, 0
			for b.Loop() {
				for i, p := range pairs {
					left, right := p.sides()
					start := time.Now()
					r := v.Pair(b.Context(), p.formalism(), left, right)
					d := time.Since(start)
					if best[i] == 0 || d < best[i] {
						best[i] = d
					}
					if n++; r.Verdict == record.Unknown {
						unknown++
					}
				}
			}
			slices.Sort(best)
			beside := func(value float64, unit string, limit float64) {
				b.ReportMetric(value, unit)
				if limit > 0 {
					b.ReportMetric(limit, "limit-"+unit)
				}
			}
			beside(float64(n)/b.Elapsed().Seconds(), "pairs/s", c.rate)
			beside(float64(best[len(best)/2].Nanoseconds())/1e3, "median-µs", c.median)
			beside(float64(best[len(best)*99/100].Nanoseconds())/1e3, "p99-µs", c.p99)
			b.ReportMetric(float64(unknown)/float64(n), "unknown")
			if strings.HasPrefix(c.name, "hard/") {
				b.ReportMetric(0, "limit-unknown")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

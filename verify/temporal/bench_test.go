package temporal_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/temporal"
)

// BenchmarkCompare relates pairs over four propositions: formulas of 1 to 12, of 20 and
// of 40 operators. For the first, the limits are a median of 200 µs, a 99th percentile
// of 100 ms, and no unknown.
func BenchmarkCompare(b *testing.B) {
	for _, c := range []struct {
		most        int
		median, p99 float64
	}{{12, 200, 100_000}, {20, 0, 0}, {40, 0, 0}} {
		b.Run(fmt.Sprintf("operators=%d", c.most), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, uint64(c.most)))
			var pairs [][2]*ltl.Formula
			for range 4000 {
				n := c.most
				if n == 12 {
					n = 1 + rng.IntN(12)
				}
				f, g := randomPair(rng, n, 4)
				pairs = append(pairs, [2]*ltl.Formula{f, g})
			}
			var times []time.Duration
			unknown, equal := 0, 0
			start := time.Now()
			for i := 0; b.Loop(); i++ {
				p := pairs[i%len(pairs)]
				before := time.Now()
				r := temporal.Compare(b.Context(), p[0], p[1], temporal.Options{Relation: true})
				times = append(times, time.Since(before))
				if r.Forward == check.Unknown || r.Back == check.Unknown {
					unknown++
				}
				if r.Equivalent() == check.Yes {
					equal++
				}
			}
			slices.Sort(times)
			n := len(times)
			b.ReportMetric(float64(n)/time.Since(start).Seconds(), "pairs/s")
			b.ReportMetric(float64(times[n/2].Nanoseconds())/1e3, "median-µs")
			b.ReportMetric(float64(times[n*99/100].Nanoseconds())/1e3, "p99-µs")
			b.ReportMetric(float64(times[n-1].Nanoseconds())/1e3, "max-µs")
			b.ReportMetric(float64(equal)/float64(n), "equivalent")
			b.ReportMetric(float64(unknown)/float64(n), "unknown")
			if c.median > 0 {
				b.ReportMetric(c.median, "median-µs-limit")
				b.ReportMetric(c.p99, "p99-µs-limit")
			}
		})
	}
}

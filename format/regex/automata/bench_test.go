package automata

import (
	"slices"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/regex"
)

// BenchmarkCompareReference compares parsed pairs of the reference's
// distribution: 24 to 155 characters over {0,1}, nested up to 40 deep, two
// thirds of them equal.
func BenchmarkCompareReference(b *testing.B) {
	var left, right []*regex.Expr
	for _, p := range referencePairs(b, "reference/pairs.regex.jsonl") {
		if p.Truth != nil {
			left, right = append(left, parse(b, p.FS1)), append(right, parse(b, p.FS2))
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % len(left)
		if _, err := Compare(left[k], right[k], Limits{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
}

func BenchmarkMeasureReference(b *testing.B) {
	set := referenceDataset(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := Measure(set[i%len(set)], Limits{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "regexes/s")
}

// BenchmarkCompareExponential compares pairs whose subset automata have 2^30
// states and more.
func BenchmarkCompareExponential(b *testing.B) {
	for _, pair := range [][2]string{
		{"(a|b)*a(a|b){30}", "(b*a)+(a|b){30}"},
		{"(a|b)*a(a|b){30}", "[ab]*a[ab]{29}[ba]"},
		{"(a|b)*a(a|b){30}", "(a|b)*a(a|b){31}"},
		{"(a|b)*a(a|b){30}", "(a*b*)*a(a|b){30}"},
	} {
		b.Run(pair[0]+"="+pair[1], func(b *testing.B) {
			left, right := parse(b, pair[0]), parse(b, pair[1])
			for b.Loop() {
				c, err := Compare(left, right, Limits{})
				b.ReportMetric(float64(c.Pairs), "relation")
				if err != nil {
					b.ReportMetric(1, "limits")
				}
			}
		})
	}
}

// BenchmarkCompareNLRX compares random pairs of NL-RX, of which both halves hold the
// same regexes.
func BenchmarkCompareNLRX(b *testing.B) {
	pairs := nlrxPairs(b, 2000)
	times := make([]time.Duration, 0, len(pairs))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := pairs[i%len(pairs)]
		start := time.Now()
		if _, err := Compare(p[0], p[1], Limits{}); err != nil {
			b.Fatal(err)
		}
		if len(times) < cap(times) {
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
}

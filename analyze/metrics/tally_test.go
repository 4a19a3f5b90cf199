package metrics

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/record"
)

// The expected ends were computed with scipy 1.16.2,
// binomtest(k, n).proportion_ci(level, "wilson").
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int64
		level     float64
		low, high float64
	}{
		{0, 10, 0.95, 0, 0.27753279986288926},
		{10, 10, 0.95, 0.7224672001371109, 1},
		{3, 10, 0.95, 0.10779126740630102, 0.6032218525388546},
		{50, 1900, 0.95, 0.020017968038131044, 0.03452515494072097},
		{1, 1, 0.95, 0.20654931437723745, 1},
		{7, 20, 0.99, 0.14639344137693885, 0.6283381789526872},
	} {
		low, high := Wilson(c.k, c.n, c.level)
		if math.Abs(low-c.low) > 1e-9 || math.Abs(high-c.high) > 1e-9 {
			t.Errorf("Wilson(%d, %d, %v) = %v, %v, want %v, %v", c.k, c.n, c.level, low, high, c.low, c.high)
		}
	}
}

func TestWilsonHoldsTheRate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, 1e9).Draw(t, "n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		low, high := Wilson(k, n, rapid.Float64Range(0.5, 0.999).Draw(t, "level"))
		if p := float64(k) / float64(n); !(0 <= low && low <= p && p <= high && high <= 1) {
			t.Errorf("%d of %d: interval [%v, %v]", k, n, low, high)
		}
	})
}

func TestTally(t *testing.T) {
	leak := true
	var tally Tally
	for _, r := range []record.Row{
		{Verdict: record.Equivalent},
		{Verdict: record.Equivalent, NLLeak: &leak},
		{Verdict: record.NotEquivalent},
		{Verdict: record.Unknown},
		{Verdict: record.Noncompliant},
		{Verdict: record.Unverifiable},
		{},
		{Verdict: record.Entailed},
	} {
		tally.Add(&r)
	}
	want := Tally{Rows: 8, Equivalent: 2, NotEquivalent: 1, Unknown: 1, Noncompliant: 1, Errors: 2, Unverified: 1, Entailment: 1, Leaks: 1}
	if tally != want {
		t.Errorf("got %+v, want %+v", tally, want)
	}
	if tally.Compliance() != 4.0/5 || tally.AccuracyLow() != 2.0/7 || tally.AccuracyHigh() != 3.0/7 {
		t.Errorf("compliance %v, accuracy %v to %v", tally.Compliance(), tally.AccuracyLow(), tally.AccuracyHigh())
	}
	var empty Tally
	if low, high := empty.Interval(0.95); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("an empty tally has the interval [%v, %v]", low, high)
	}
	if !math.IsNaN(empty.Compliance()) || !math.IsNaN(empty.AccuracyLow()) {
		t.Error("an empty tally has rates")
	}
}

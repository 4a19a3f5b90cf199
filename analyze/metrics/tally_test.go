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

// Answers that were cut off, refused or empty left the denominator of compliance,
// so that three of ten such answers raised it from 6/10 to 6/7.
//
// By hand: of ten rows that a model was asked, five are equivalent and one is not, so
// six parse. One answer does not parse. The others have no formula: one is cut off,
// one is refused and one call failed. Compliance is 6/10. Of the seven answers with a
// formula, 6/7 parse. Accuracy has the same ten rows: 5/10, below compliance.
func TestTruncatedAnswersRaisedCompliance(t *testing.T) {
	var tally Tally
	for range 5 {
		tally.Add(&record.Row{Verdict: record.Equivalent, Outcome: record.OK})
	}
	tally.Add(&record.Row{Verdict: record.NotEquivalent, Outcome: record.OK})
	tally.Add(&record.Row{Verdict: record.Noncompliant, Outcome: record.OK})
	for _, o := range []record.Outcome{record.Truncated, record.Refused, record.HTTP5xx} {
		tally.Add(&record.Row{Verdict: record.Unverifiable, Outcome: o})
	}
	if got := tally.Compliance(); got != 6.0/10 {
		t.Errorf("compliance %v, want 6/10", got)
	}
	if got := tally.ComplianceAnswered(); got != 6.0/7 {
		t.Errorf("compliance of answers %v, want 6/7", got)
	}
	if got := tally.AccuracyHigh(); got != 5.0/10 {
		t.Errorf("accuracy %v, want 5/10", got)
	}
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
	if tally.Compliance() != 4.0/7 || tally.ComplianceAnswered() != 4.0/5 || tally.AccuracyLow() != 2.0/7 || tally.AccuracyHigh() != 3.0/7 {
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

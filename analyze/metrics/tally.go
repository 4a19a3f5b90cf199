package metrics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/truthloop/truthloop/format/record"
)

// A Tally counts rows by class. The zero Tally is empty.
type Tally struct {
	Rows          int64
	Equivalent    int64
	NotEquivalent int64
	Unknown       int64
	Noncompliant  int64
	Errors        int64 // nothing to verify, Unverified among them
	Unverified    int64 // no verdict: verify has not seen the row
	Entailment    int64 // verdicts on entailment, which no rate below counts
	Leaks         int64 // formal syntax copied into nl
}

// Add counts one row.
func (t *Tally) Add(r *record.Row) {
	t.Rows++
	if r.NLLeak != nil && *r.NLLeak {
		t.Leaks++
	}
	switch r.Verdict {
	case record.Equivalent:
		t.Equivalent++
	case record.NotEquivalent:
		t.NotEquivalent++
	case record.Unknown:
		t.Unknown++
	case record.Noncompliant:
		t.Noncompliant++
	case record.Unverifiable:
		t.Errors++
	case record.Entailed, record.Refuted, record.Uncertain:
		t.Entailment++
	default:
		t.Errors++
		t.Unverified++
	}
}

// Parsed is the number of rows whose fs_out parsed.
func (t *Tally) Parsed() int64 { return t.Equivalent + t.NotEquivalent + t.Unknown }

// Attempts is the number of rows that were to be verified for equivalence.
func (t *Tally) Attempts() int64 { return t.Rows - t.Entailment }

// Answered is the number of attempts with an fs_out to judge.
func (t *Tally) Answered() int64 { return t.Attempts() - t.Errors }

// Compliance is the share of answers that parse; NaN without an answer.
func (t *Tally) Compliance() float64 { return share(t.Parsed(), t.Answered()) }

// AccuracyLow is the share of attempts proved equivalent; NaN without one.
func (t *Tally) AccuracyLow() float64 { return share(t.Equivalent, t.Attempts()) }

// AccuracyHigh is the share of attempts proved equivalent or left open.
func (t *Tally) AccuracyHigh() float64 { return share(t.Equivalent+t.Unknown, t.Attempts()) }

// share is k of n, NaN where n is 0.
func share(k, n int64) float64 { return float64(k) / float64(n) }

// Wilson is the score interval of k successes in n trials at the given level,
// such as 0.95. Without a trial it is the whole of [0, 1].
func Wilson(k, n int64, level float64) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	z := distuv.UnitNormal.Quantile(1 - (1-level)/2)
	p, m := share(k, n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	low, high = max(0, centre-half), min(1, centre+half)
	// Rounding must not move an end off a rate that it meets exactly.
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return low, high
}

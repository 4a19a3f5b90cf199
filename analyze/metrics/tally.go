package metrics

import (
	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/format/record"
)

// A Tally counts rows by class. The zero Tally is empty.
type Tally [counts]int64

// A Count is one of the numbers of a Tally.
type Count uint8

// The numbers of a Tally.
const (
	Rows Count = iota
	Equivalent
	NotEquivalent
	Unknown
	Noncompliant
	Errors     // nothing to verify, Unverified among them
	GoldErrors // fs does not parse, an error of the data; no rate below counts it
	Abstained  // vote chose no answer; no rate below counts it
	Unverified // no verdict: verify has not seen the row
	Entailment // verdicts on entailment, which no rate below counts
	Leaks      // formal syntax copied into nl

	Aligned     // equivalent under a mapping of names
	NotAligned  // equivalent under no mapping
	AlignedOpen // unknown

	Calls // rows that record how the last model call ended
	Truncated
	Refused
	Empty
	TooLong
	Failed // otherwise not ok: there is no answer

	counts
)

// classes maps verdicts to their class. All others are Errors, GoldErrors or
// Abstained.
var classes = map[record.Verdict]Count{
	record.Equivalent: Equivalent, record.NotEquivalent: NotEquivalent, record.Unknown: Unknown, record.Noncompliant: Noncompliant,
	record.Entailed: Entailment, record.Refuted: Entailment, record.Uncertain: Entailment,
}

// endings maps the outcomes of calls to their count. All others but OK are Failed.
var endings = map[record.Outcome]Count{
	record.Truncated: Truncated, record.Refused: Refused, record.Empty: Empty, record.TooLong: TooLong,
}

var alignments = map[record.Relation]Count{
	record.RelEquivalent: Aligned, record.RelNone: NotAligned, record.RelUnknown: AlignedOpen,
}

// A verdict is the result of an attempt: right if its formula is proved equivalent, open
// if its verdict is unknown, and else wrong. The worst is the largest.
type verdict uint8

const (
	right verdict = iota
	open
	wrong
)

// verdict returns the verdict of the tally of one row.
func (t *Tally) verdict() verdict {
	switch {
	case t[Equivalent] > 0:
		return right
	case t[Unknown] > 0:
		return open
	}
	return wrong
}

// Add counts one row.
func (t *Tally) Add(r *record.Row) {
	t[Rows]++
	if r.NLLeak != nil && *r.NLLeak {
		t[Leaks]++
	}
	class, ok := classes[r.Verdict]
	switch {
	case !ok && IsGoldError(r):
		class = GoldErrors
	case !ok && r.Outcome == record.Abstained:
		class = Abstained
	case !ok:
		class = Errors
	}
	t[class]++
	if r.Verdict == "" {
		t[Unverified]++
	}
	if alignment, ok := alignments[r.RelationAligned]; ok {
		t[alignment]++
	}
	if r.Outcome == "" || r.Outcome == record.Abstained {
		return
	}
	t[Calls]++
	outcome, ok := endings[r.Outcome]
	if !ok {
		outcome = Failed
	}
	if r.Outcome != record.OK {
		t[outcome]++
	}
}

// IsGoldError reports whether there is nothing to verify because the given formula does
// not parse. The premises of an argument may be the model's, so they do not count.
func IsGoldError(r *record.Row) bool {
	return r.Verdict == record.Unverifiable && r.Error != nil && r.Error.Kind == "syntax" && r.Conclusion == ""
}

// Merge adds the counts of u.
func (t *Tally) Merge(u *Tally) {
	for i, n := range u {
		t[i] += n
	}
}

// Parsed returns the number of rows whose fs_out parses.
func (t *Tally) Parsed() int64 { return t[Equivalent] + t[NotEquivalent] + t[Unknown] }

// Attempts returns the number of rows to be verified for equivalence whose fs parses.
func (t *Tally) Attempts() int64 { return t[Rows] - t[Entailment] - t[GoldErrors] - t[Abstained] }

// Compliance returns the share of attempts whose fs_out parses; NaN without attempts.
func (t *Tally) Compliance() float64 { return share(t.Parsed(), t.Attempts()) }

// ComplianceAnswered returns the compliance of attempts with an fs_out; NaN without any.
func (t *Tally) ComplianceAnswered() float64 { return share(t.Parsed(), t.Attempts()-t[Errors]) }

// AccuracyLow returns the share of attempts proved equivalent; NaN without attempts.
func (t *Tally) AccuracyLow() float64 { return share(t[Equivalent], t.Attempts()) }

// AccuracyHigh returns the share of attempts proved equivalent or unknown.
func (t *Tally) AccuracyHigh() float64 { return share(t[Equivalent]+t[Unknown], t.Attempts()) }

// Alignable returns the number of rows to be aligned: rows with a result, and rows
// without a formula that parses. It is 0 if no row has a result.
func (t *Tally) Alignable() int64 {
	n := t[Aligned] + t[NotAligned] + t[AlignedOpen]
	if n > 0 {
		n += t[Noncompliant] + t[Errors]
	}
	return n
}

// Interval returns the lower end of the Wilson interval of AccuracyLow and the upper end
// of the Wilson interval of AccuracyHigh; NaN without attempts. Unlike the normal
// interval, Wilson's has a coverage near the nominal level for rates near 0 and 1 (L. D.
// Brown et al., Stat. Sci. 16, 2001, p. 101).
func (t *Tally) Interval(level float64) (low, high float64) {
	low, _ = Wilson(t[Equivalent], t.Attempts(), level)
	_, high = Wilson(t[Equivalent]+t[Unknown], t.Attempts(), level)
	return low, high
}

// share returns k/n, NaN for 0/0.
func share(k, n int64) float64 { return float64(k) / float64(n) }

// Wilson returns stats.Wilson of k successes in n trials.
func Wilson(k, n int64, level float64) (low, high float64) {
	return stats.Wilson(share(k, n), float64(n), level)
}

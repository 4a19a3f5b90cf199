package metrics

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
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

	Stronger, Weaker, Incomparable int64 // relations of NotEquivalent, where known

	Calls     int64 // rows that tell how the last model call ended
	Truncated int64
	Refused   int64
	Failed    int64 // neither ok nor truncated nor refused

	StrictAnswers int64 // whole answers, see addStrict
	StrictParsed  int64 // of these, those that are a formula and nothing else

	Disagreements int64   // rows with a disagreement
	Disagreement  float64 // its sum
}

// Add counts one row.
func (t *Tally) Add(r *record.Row) {
	t.Rows++
	if r.NLLeak != nil && *r.NLLeak {
		t.Leaks++
	}
	t.addOutcome(r)
	switch r.Verdict {
	case record.Equivalent:
		t.Equivalent++
	case record.NotEquivalent:
		t.NotEquivalent++
		switch r.Relation {
		case record.RelStronger:
			t.Stronger++
		case record.RelWeaker:
			t.Weaker++
		case record.RelIncomparable:
			t.Incomparable++
		}
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

// addOutcome counts how the last model call of a row ended.
func (t *Tally) addOutcome(r *record.Row) {
	if r.Outcome == "" {
		return
	}
	t.Calls++
	switch r.Outcome {
	case record.OK:
	case record.Truncated:
		t.Truncated++
	case record.Refused:
		t.Refused++
	default:
		t.Failed++
	}
}

// addStrict counts whether the whole answer of a row, which is fs_out_strict, is
// a formula and nothing else. A row that tells no whole answer is passed over.
func (t *Tally) addStrict(r *record.Row) {
	answer, ok := r.Text("fs_out_strict")
	if !ok || r.Verdict == record.Unverifiable {
		return
	}
	t.StrictAnswers++
	var err error
	switch {
	case strings.TrimSpace(answer) == strings.TrimSpace(r.FSOut) && r.Verdict != "":
		if r.Verdict == record.Noncompliant {
			return
		}
	case r.Formalism == record.Regex:
		_, err = regex.Parse(answer, regex.Options{})
	default:
		_, err = logic.Parse(answer, logic.Options{})
	}
	if err == nil {
		t.StrictParsed++
	}
}

// addDisagreement counts the row's disagreement, where it has one.
func (t *Tally) addDisagreement(r *record.Row) {
	switch v, _ := r.Get("disagreement"); v := v.(type) {
	case float64:
		t.Disagreements, t.Disagreement = t.Disagreements+1, t.Disagreement+v
	case int64:
		t.Disagreements, t.Disagreement = t.Disagreements+1, t.Disagreement+float64(v)
	}
}

// Merge counts what u has counted.
func (t *Tally) Merge(u Tally) {
	t.Rows += u.Rows
	t.Equivalent += u.Equivalent
	t.NotEquivalent += u.NotEquivalent
	t.Unknown += u.Unknown
	t.Noncompliant += u.Noncompliant
	t.Errors += u.Errors
	t.Unverified += u.Unverified
	t.Entailment += u.Entailment
	t.Leaks += u.Leaks
	t.Stronger += u.Stronger
	t.Weaker += u.Weaker
	t.Incomparable += u.Incomparable
	t.Calls += u.Calls
	t.Truncated += u.Truncated
	t.Refused += u.Refused
	t.Failed += u.Failed
	t.StrictAnswers += u.StrictAnswers
	t.StrictParsed += u.StrictParsed
	t.Disagreements += u.Disagreements
	t.Disagreement += u.Disagreement
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

// Interval reaches from the lower end of the Wilson interval of the lower bound
// of accuracy to the upper end of that of the upper bound; NaN without an
// attempt.
func (t *Tally) Interval(level float64) (low, high float64) {
	n := t.Attempts()
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	low, _ = Wilson(t.Equivalent, n, level)
	_, high = Wilson(t.Equivalent+t.Unknown, n, level)
	return low, high
}

// ComplianceInterval is the Wilson interval of compliance; NaN without an
// answer.
func (t *Tally) ComplianceInterval(level float64) (low, high float64) {
	if t.Answered() == 0 {
		return math.NaN(), math.NaN()
	}
	return Wilson(t.Parsed(), t.Answered(), level)
}

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

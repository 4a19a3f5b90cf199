package metrics

import (
	"slices"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Judges counts the answers of LLM judges against the formal verdict (assessment
// A4 of AutoEval). It is not safe for use by several goroutines.
type Judges struct{ groups *Groups[judged] }

// judged counts one judge's answers in a group.
type judged struct {
	stats.Confusion       // yes: the formulas are equivalent
	unparsable      int64 // answers that are neither yes nor no
	undecided       int64 // answers on rows that are neither proved nor refuted
}

// NewJudges makes an empty count that groups by keys and, in each group, by judge.
func NewJudges(keys []Key) *Judges {
	return &Judges{NewGroups(append(keys[:len(keys):len(keys)], By("judge")...), false, func() *judged { return &judged{} })}
}

// Columns lists the columns that Add reads, each once.
func (j *Judges) Columns() []string {
	return read(j.groups.keys[:len(j.groups.keys)-1], "verdict", "judgements.judge", "judgements.verdict")
}

// Add counts the judgements of one row. The verdict equivalent is a
// yes, not_equivalent a no, and any other an unparsable answer.
func (j *Judges) Add(r *record.Row) {
	for i := range r.Judgements {
		said := &r.Judgements[i]
		j.groups.Add(r, func(c *judged) { c.add(r.Verdict, said.Verdict) }, said.Judge)
	}
}

func (c *judged) add(truth, said record.Verdict) {
	switch {
	case truth != record.Equivalent && truth != record.NotEquivalent:
		c.undecided++
	case said != record.Equivalent && said != record.NotEquivalent:
		c.unparsable++
	default:
		c.Add(truth == record.Equivalent, said == record.Equivalent)
	}
}

// Empty reports whether no row had a judgement.
func (j *Judges) Empty() bool { return j.groups.Len() == 0 }

// Missing lists the keys of which no judged row had a value.
func (j *Judges) Missing() []string { return j.groups.Missing() }

// Table is a line per group and judge. Unparsable answers count only in
// unparsable_share, the share of the answers on rows with a verdict. The interval
// is Wilson's, of accuracy. A figure whose denominator is 0 has no value.
func (j *Judges) Table(level float64) *table.Table {
	columns := slices.Concat(
		table.Ints("answers", "undecided", "unparsable", "tp", "fp", "fn", "tn"),
		table.Floats("unparsable_share", "accuracy", "interval_low", "interval_high", "precision", "recall", "specificity", "f1", "balanced_accuracy", "matthews"))
	return j.groups.Table(columns, func(c *judged) [][]any {
		answers := c.N() + c.unparsable
		low, high := Wilson(c.TruePositive+c.TrueNegative, c.N(), level)
		return [][]any{{
			answers, c.undecided, c.unparsable, c.TruePositive, c.FalsePositive, c.FalseNegative, c.TrueNegative,
			share(c.unparsable, answers), c.Accuracy(), low, high, c.Precision(), c.Recall(), c.Specificity(), c.F1(), c.BalancedAccuracy(), c.Matthews(),
		}}
	})
}

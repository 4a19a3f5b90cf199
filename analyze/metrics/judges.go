package metrics

import (
	"slices"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Judges counts the answers of LLM judges against the formal verdict (assessment
// A4 of AutoEval). It is not safe for use by several goroutines.
type Judges struct{ *Groups[judged] }

// judged counts one judge's answers in a group.
type judged struct {
	answers    [2][2]int64 // by whether the formulas, and the judge's answer, are equivalent
	unparsable int64       // answers that are neither yes nor no
	undecided  int64       // answers on rows that are neither proved nor refuted
}

// NewJudges makes an empty count that groups by keys and, in each group, by judge.
func NewJudges(keys []Key) *Judges {
	return &Judges{NewGroups[judged](append(keys[:len(keys):len(keys)], By("judge")...), false)}
}

// Columns lists the columns that Add reads, each once.
func (j *Judges) Columns() []string {
	return read(j.keys[:len(j.keys)-1], "verdict", "judgements.judge", "judgements.verdict")
}

// Add counts the judgements of one row, and reports whether it has any. The verdict
// equivalent is a yes, not_equivalent a no, and any other an unparsable answer.
func (j *Judges) Add(r *record.Row) bool {
	for i := range r.Judgements {
		said := &r.Judgements[i]
		j.Groups.Add(r, func(c *judged) { c.add(r.Verdict, said.Verdict) }, said.Judge)
	}
	return len(r.Judgements) > 0
}

func (c *judged) add(proved, said record.Verdict) {
	switch {
	case proved != record.Equivalent && proved != record.NotEquivalent:
		c.undecided++
	case said != record.Equivalent && said != record.NotEquivalent:
		c.unparsable++
	default:
		c.answers[truth(proved == record.Equivalent)][truth(said == record.Equivalent)]++
	}
}

// Empty reports whether no row has a judgement.
func (j *Judges) Empty() bool { return j.Len() == 0 }

// Table has a line for each group and judge. Unparsable answers count only in
// unparsable_share, the share of the answers on rows with a verdict. The interval is
// Wilson's, of accuracy. A figure whose denominator is 0 has no value.
func (j *Judges) Table(level float64) *table.Table {
	columns := slices.Concat(
		table.Ints("answers", "undecided", "unparsable", "tp", "fp", "fn", "tn"),
		table.Floats("unparsable_share", "accuracy", "interval_low", "interval_high", "precision", "recall", "specificity", "f1"))
	return j.Groups.Table(columns, func(c *judged) [][]any {
		tp, fp, fn, tn := c.answers[1][1], c.answers[0][1], c.answers[1][0], c.answers[0][0]
		n := tp + fp + fn + tn
		low, high := Wilson(tp+tn, n, level)
		return [][]any{{
			n + c.unparsable, c.undecided, c.unparsable, tp, fp, fn, tn,
			share(c.unparsable, n+c.unparsable), share(tp+tn, n), low, high, share(tp, tp+fp), share(tp, tp+fn), share(tn, tn+fp),
			share(2*tp, 2*tp+fp+fn),
		}}
	})
}

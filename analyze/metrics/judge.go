package metrics

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Judges counts what LLM judges said against the formal verdict (assessment A4
// of AutoEval). It is not safe for use by several goroutines.
type Judges struct {
	partition *partition[map[string]*judged]
}

// judged counts one judge's answers in a group.
type judged struct {
	stats.Confusion       // yes: the formulas are equivalent
	unparsable      int64 // answers that are neither yes nor no
	undecided       int64 // rows of which no verdict is known; the answer is in no figure
}

// NewJudges makes an empty count that groups by keys and, in each group, by judge.
func NewJudges(keys []Key) *Judges {
	return &Judges{newPartition(keys, func() *map[string]*judged { return &map[string]*judged{} })}
}

// Add counts the judgements of one row. A judgement says yes by the verdict
// equivalent, no by not_equivalent, and is unparsable with any other.
func (j *Judges) Add(r *record.Row) {
	if len(r.Judgements) == 0 {
		return
	}
	j.partition.add(r, func(m *map[string]*judged) {
		for i := range r.Judgements {
			said := &r.Judgements[i]
			c := (*m)[said.Judge]
			if c == nil {
				c = &judged{}
				(*m)[strings.Clone(said.Judge)] = c
			}
			c.add(r.Verdict, said.Verdict)
		}
	})
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

// Empty says whether no row had a judgement.
func (j *Judges) Empty() bool { return len(*j.partition.all) == 0 }

// Missing lists the keys that no judged row had a value of.
func (j *Judges) Missing() []string { return j.partition.missing() }

// Table is a line per group and judge; without keys, a line per judge. Answers
// that cannot be parsed are in none of the figures but their own share, which
// is of the answers on rows with a verdict. Where a figure's denominator is 0,
// it has no value.
// The interval is Wilson's, of accuracy.
func (j *Judges) Table(level float64) *table.Table {
	columns := []table.Column{{Name: "judge", Kind: table.String}}
	for _, name := range []string{"answers", "undecided", "unparsable", "tp", "fp", "fn", "tn"} {
		columns = append(columns, table.Column{Name: name, Kind: table.Int})
	}
	for _, name := range []string{"unparsable_share", "accuracy", "interval_low", "interval_high", "precision", "recall", "specificity", "f1", "balanced_accuracy", "matthews"} {
		columns = append(columns, table.Column{Name: name, Kind: table.Float})
	}
	return j.partition.table(columns, false, func(m *map[string]*judged) [][]any {
		var lines [][]any
		for _, name := range slices.Sorted(maps.Keys(*m)) {
			lines = append(lines, (*m)[name].line(name, level))
		}
		return lines
	})
}

func (c *judged) line(name string, level float64) []any {
	answers := c.N() + c.unparsable
	low, high := math.NaN(), math.NaN()
	if c.N() > 0 {
		low, high = Wilson(c.TruePositive+c.TrueNegative, c.N(), level)
	}
	return []any{
		name, answers, c.undecided, c.unparsable, c.TruePositive, c.FalsePositive, c.FalseNegative, c.TrueNegative,
		share(c.unparsable, answers), c.Accuracy(), low, high, c.Precision(), c.Recall(), c.Specificity(), c.F1(), c.BalancedAccuracy(), finite(c.Matthews()),
	}
}

// finite is x, or NaN where it is infinite.
func finite(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

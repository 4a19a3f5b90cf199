package metrics

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Options say what a Summary tells of its groups.
type Options struct {
	Keys    []Key
	BatchBy string  // column whose values are batches; "" for none
	Show    []Set   // of columns, besides the usual ones
	Level   float64 // of the intervals, such as 0.95
	K       []int   // of pass@k, with Samples
	Rounds  int     // of the bootstrap
	Seed    uint64  // of the bootstrap
	Against string  // column of the reference sentence, with Text

	Readings *Readings // of the descriptions, with Bound
	Chain    []int     // numbers of steps, with Bound

	ScoreColumns []string // numeric columns to average, with their correlations with the verdict
}

// A Summary is a set of groups under the same keys. It is not safe for use by
// several goroutines.
type Summary struct {
	o         Options
	columns   []measure
	keepsIDs  bool // formulas are needed
	partition *partition[group]

	batch, run []byte // of the row at hand
}

// A group is a tally, and one tally per batch, per run and per formula.
type group struct {
	total         Tally
	batches, runs map[string]*Tally
	formulas      map[string]*attempts
	intervals     *intervals // of the bootstrap, once computed
	scores        scores
	chance        chance
}

// New makes an empty summary.
func New(o Options) *Summary {
	s := &Summary{o: o, columns: columnsOf(o)}
	s.keepsIDs = slices.ContainsFunc(o.Show, func(x Set) bool { return x == Samples || x == Clustered || x == Bootstrapped })
	s.partition = newPartition(o.Keys, func() *group {
		return &group{batches: map[string]*Tally{}, runs: map[string]*Tally{}, formulas: map[string]*attempts{}}
	})
	return s
}

// Add counts one row, which it does not keep.
func (s *Summary) Add(r *record.Row) {
	hasBatch, hasRun := false, r.Run != nil
	if s.o.BatchBy != "" {
		s.batch, hasBatch = appendValue(s.batch[:0], r, s.o.BatchBy)
	}
	if hasRun {
		s.run = strconv.AppendInt(s.run[:0], *r.Run, 10)
	}
	var one Tally
	one.Add(r)
	if slices.Contains(s.o.Show, Strict) {
		one.addStrict(r)
	}
	if slices.Contains(s.o.Show, Disagreement) {
		one.addDisagreement(r)
	}
	var more scored
	if slices.Contains(s.o.Show, Text) || slices.Contains(s.o.Show, Edits) || len(s.o.ScoreColumns) > 0 {
		more = s.o.scoresOf(r)
	}
	var how chance
	if s.o.Readings != nil {
		s.addChance(&how, r)
	}
	s.partition.add(r, func(g *group) {
		g.total.Merge(one)
		g.chance.merge(how)
		if more.sentence != "" {
			g.scores.corpus.Add(more.sentence, more.reference)
		}
		for name, x := range more.values {
			g.scores.add(name, x, r.Verdict)
		}
		if hasBatch {
			tallyOf(g.batches, s.batch).Merge(one)
		}
		if hasRun {
			tallyOf(g.runs, s.run).Merge(one)
		}
		if s.keepsIDs && r.ID != "" {
			a := g.formulas[r.ID]
			if a == nil {
				a = &attempts{}
				g.formulas[strings.Clone(r.ID)] = a
			}
			a.add(one)
		}
	})
}

// valueOf is the value of a column as it names a side of a comparison.
func valueOf(r *record.Row, column string) (string, bool) {
	b, ok := appendValue(nil, r, column)
	return string(b), ok
}

// appendValue appends the value of a column as it names a batch.
func appendValue(b []byte, r *record.Row, column string) ([]byte, bool) {
	if column == "batch" { // what most are
		if r.Batch == nil {
			return b, false
		}
		return strconv.AppendInt(b, *r.Batch, 10), true
	}
	text, ok := r.Text(column)
	return append(b, text...), ok
}

func tallyOf(m map[string]*Tally, name []byte) *Tally {
	t := m[string(name)]
	if t == nil {
		t = &Tally{}
		m[string(name)] = t
	}
	return t
}

// Total is the tally of all rows.
func (s *Summary) Total() Tally { return s.partition.all.total }

// Missing lists the keys that no row had a value of.
func (s *Summary) Missing() []string { return s.partition.missing() }

// Unscored lists the score columns in which no row had a number.
func (s *Summary) Unscored() []string {
	return slices.DeleteFunc(slices.Clone(s.o.ScoreColumns), func(name string) bool { return s.partition.all.scores.named(name).n > 0 })
}

// Table is a line per group in the order of their keys, and one for all rows.
func (s *Summary) Table() *table.Table {
	columns := make([]table.Column, len(s.columns))
	for i, m := range s.columns {
		columns[i] = m.column
	}
	return s.partition.table(columns, true, func(g *group) [][]any {
		cells := make([]any, len(s.columns))
		for i, m := range s.columns {
			cells[i] = m.of(g, s.o)
		}
		return [][]any{cells}
	})
}

// spread is the mean and the standard deviation of a rate over the batches
// that have it; NaN where there are too few.
func spread(batches map[string]*Tally, rate func(*Tally) float64) (mean, sd float64) {
	xs := make([]float64, 0, len(batches))
	for _, t := range batches {
		if x := rate(t); !math.IsNaN(x) {
			xs = append(xs, x)
		}
	}
	if len(xs) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(xs) // sums of floats depend on their order, maps have none
	return stat.MeanStdDev(xs, nil)
}

package metrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
)

// Options select what a Summary computes.
type Options struct {
	Keys    []Key
	Show    []Set   // sets of columns besides the usual ones
	Level   float64 // of the intervals, such as 0.95
	K       []int   // of pass@k, with Samples
	Against string  // column of the reference sentence, with Text

	ScoreColumns []string // numeric columns to average
}

// A Summary counts rows by group. It is not safe for use by several goroutines.
type Summary struct {
	o       Options
	figures []figures
	answers int64 // see Answers
	*Groups[counted]
}

// counted holds the counts of a group.
type counted struct {
	total    Tally
	runs     struct{ compliance, accuracy RunMeans } // for the set Runs
	formulas map[string]*attempts                    // by id; empty if no set needs them
	scores   map[string]*RunMeans
	judged   map[string]*RunMeans // the scores of the rows that count in the correlations
}

// New makes an empty summary.
func New(o Options) *Summary {
	return &Summary{o: o, figures: figuresOf(o), Groups: NewGroups[counted](o.Keys, true)}
}

// Columns lists the columns that Add reads, each once.
func (s *Summary) Columns() []string {
	names := slices.Concat(tallied, taskColumns, []string{s.o.Against}, s.o.ScoreColumns)
	if len(s.o.ScoreColumns) > 0 {
		names = append(names, "run", "params")
	}
	for _, set := range s.o.Show {
		names = append(names, sets[set].reads...)
	}
	return read(s.o.Keys, names...)
}

// tallied lists the columns that Tally.Add reads.
var tallied = []string{"verdict", "nl_leak", "outcome", "error", "conclusion"}

// read lists the columns of keys and the given ones, without "", each once.
func read(keys []Key, names ...string) []string {
	for _, k := range keys {
		names = append(names, k.Column)
		if k.Column == complexityKey {
			names = append(names, complexityColumns...)
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	return slices.Compact(names)
}

func (o *Options) shows(sets ...Set) bool {
	return slices.ContainsFunc(sets, func(s Set) bool { return slices.Contains(o.Show, s) })
}

// scoresTexts reports whether o asks for scores that need no verdict.
func (o *Options) scoresTexts() bool { return len(o.ScoreColumns) > 0 || o.shows(Text) }

// unrated reports whether a group has scores only, because none of its rows has a
// verdict. Its rates would all be 0.
func (o *Options) unrated(c *counted) bool {
	return o.scoresTexts() && c.total[Unverified] == c.total[Rows]
}

// Unrated reports whether the table has scores only, because no row has a verdict.
func (s *Summary) Unrated() bool { return s.o.unrated(s.all) }

// Add counts one row, which it does not keep. It returns true.
func (s *Summary) Add(r *record.Row) bool {
	var one Tally
	one.Add(r)
	if r.Verdict == "" {
		task := TaskOf(r)
		s.answers += int64(truth(task == Ranked || task == Reasoned))
	}
	scores := s.o.scoresOf(r, &one)
	needsFormulas := r.ID != "" && s.o.shows(Samples)
	s.Groups.Add(r, func(c *counted) {
		c.total.Merge(&one)
		if s.o.shows(Runs) && one.Attempts() > 0 {
			at := run{number: runOf(r).number} // the seeds of a run's samples differ
			c.runs.compliance.add(at, float64(one.Parsed()), false)
			c.runs.accuracy.add(at, float64(one[Equivalent]), false)
		}
		if needsFormulas {
			of(&c.formulas, r.ID).add(&one)
		}
		for name, x := range scores {
			of(&c.scores, name).add(runOf(r), x, false)
			if s.o.judges(r, name) {
				of(&c.judged, name).add(runOf(r), x, r.Verdict == record.Equivalent)
			}
		}
	})
	return true
}

// of returns the T of a name. It makes the map, or the T, if it is missing.
func of[M ~map[string]*T, T any](m *M, name string) *T {
	if *m == nil {
		*m = M{}
	}
	t := (*m)[name]
	if t == nil {
		t = new(T)
		(*m)[strings.Clone(name)] = t // it may share the memory of a whole row
	}
	return t
}

// Total returns the tally of all rows.
func (s *Summary) Total() Tally { return s.all.total }

// Fault returns why the rates are no result: no row has a verdict, or all rows are
// errors. It returns "" if the rates are a result, and if the table has scores that need
// no verdict.
func (s *Summary) Fault() string {
	switch total := s.Total(); {
	case s.o.scoresTexts(), total[Errors]+total[Abstained] < total[Rows]:
		return ""
	case total[Unverified] == total[Rows]:
		return "no row has a verdict: run verify first"
	default:
		return fmt.Sprintf("all %d rows are errors", total[Rows])
	}
}

// Unscored lists the score columns in which no row has a number.
func (s *Summary) Unscored() []string {
	return slices.DeleteFunc(slices.Clone(s.o.ScoreColumns), func(name string) bool { return s.all.scores[name] != nil })
}

// Answers returns the number of rows without a verdict that are answers of rank or
// reason, which have scores instead of rates.
func (s *Summary) Answers() int64 { return s.answers }

// Unreferenced reports whether no row has a description and a reference to compare.
func (s *Summary) Unreferenced() bool { return s.all.scores["bleu"] == nil }

// Table has a line for each group, in the order of their keys, and one for all rows.
func (s *Summary) Table() *table.Table {
	var columns []table.Column
	for _, f := range s.figures {
		columns = append(columns, f.columns...)
	}
	return s.Groups.Table(columns, func(c *counted) [][]any {
		var cells []any
		for _, f := range s.figures {
			cells = append(cells, f.cells(c)...)
		}
		return [][]any{cells}
	})
}

package metrics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/analyze/table"
)

// A Set is a set of columns that a Summary computes on demand.
type Set uint8

// The sets of columns.
const (
	Intervals  Set = iota // intervals of compliance
	Alignments            // accuracy up to names
	Outcomes              // how the last model call ended
	Runs                  // spread over the runs
	Samples               // pass@k over the rows of a formula
	Text                  // nl against a reference sentence
	Edits                 // fs_out against fs as written
)

// sets has the name of each set, the columns of rows that it reads, and its figures.
var sets = [...]struct {
	name    string
	reads   []string
	figures func(o Options) []figures
}{
	Intervals: {"intervals", nil, func(o Options) []figures {
		return []figures{figures{table.Floats("compliance_interval_low", "compliance_interval_high"), func(c *counted) []any {
			low, high := Wilson(c.total.Parsed(), c.total.Attempts(), o.Level)
			return []any{low, high}
		}}.unless(o.unrated)}
	}},
	Alignments: {"aligned", []string{"relation_aligned"}, func(Options) []figures {
		return []figures{{table.Floats("aligned_low", "aligned_high"), func(c *counted) []any {
			t := &c.total
			return []any{share(t[Aligned], t.Alignable()), share(t[Aligned]+t[AlignedOpen], t.Alignable())}
		}}}
	}},
	Outcomes: {"outcomes", nil, func(Options) []figures {
		return []figures{{append(table.Ints("calls"), table.Floats("truncated", "refused", "empty", "too_long", "failed")...), func(c *counted) []any {
			cells := []any{c.total[Calls]}
			for _, n := range []Count{Truncated, Refused, Empty, TooLong, Failed} {
				cells = append(cells, share(c.total[n], c.total[Calls]))
			}
			return cells
		}}}
	}},
	Runs:    {"runs", []string{"run"}, func(o Options) []figures { return []figures{runFigures.unless(o.unrated)} }},
	Samples: {"samples", []string{"id"}, func(o Options) []figures { return []figures{sampleFigures(o.K)} }},
	Text: {"text", []string{"nl", "run", "params"}, func(Options) []figures {
		return []figures{numberScored("texts", "bleu"), scoreFigures(textScores)}
	}},
	Edits: {"edits", []string{"formalism", "fs", "fs_out", "left_column", "right_column", "run", "params"}, func(Options) []figures {
		return []figures{numberScored("formula_pairs", "le"), scoreFigures(editScores)}
	}},
}

// ParseSet reads the name of a set of columns.
func ParseSet(s string) (Set, error) {
	var names []string
	for set, of := range sets {
		if of.name == s {
			return Set(set), nil
		}
		names = append(names, of.name)
	}
	return 0, fmt.Errorf("columns %q: expected some of %s", s, strings.Join(names, ", "))
}

// figures are columns of a Summary's table and their cells in a group. A cell
// that is nil or NaN has no value.
type figures struct {
	columns []table.Column
	cells   func(c *counted) []any
}

// unless returns the figures without values where none is true.
func (f figures) unless(none func(c *counted) bool) figures {
	return figures{f.columns, func(c *counted) []any {
		if none(c) {
			return make([]any, len(f.columns))
		}
		return f.cells(c)
	}}
}

// figuresOf lists the figures that o asks for.
func figuresOf(o Options) []figures {
	all := []figures{
		{
			slices.Concat(table.Ints("rows"), table.Floats("compliance", "compliance_answered", "accuracy_low", "accuracy_high", "interval_low", "interval_high"),
				table.Ints("unknown", "noncompliant", "error", "gold_error", "abstained", "leak")),
			func(c *counted) []any {
				t := &c.total
				if o.unrated(c) {
					return []any{t[Rows], nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, t[Leaks]}
				}
				low, high := t.Interval(o.Level)
				some := func(n int64) any { // no value if there are none
					if n == 0 {
						return nil
					}
					return n
				}
				return []any{
					t[Rows], t.Compliance(), t.ComplianceAnswered(), t.AccuracyLow(), t.AccuracyHigh(), low, high, t[Unknown], t[Noncompliant], t[Errors], some(t[GoldErrors]), some(t[Abstained]), t[Leaks],
				}
			},
		},
	}
	for _, s := range o.Show {
		all = append(all, sets[s].figures(o)...)
	}
	return append(all, scoreFigures(o.ScoreColumns))
}

// runFigures are the number of runs, and the spread of the rates over them.
var runFigures = figures{
	append(table.Ints("runs"), table.Floats("run_compliance_mean", "run_compliance_sd", "run_accuracy_mean", "run_accuracy_sd")...),
	func(c *counted) []any {
		compliance, complianceSD := c.runs.compliance.MeanStdDev()
		accuracy, accuracySD := c.runs.accuracy.MeanStdDev()
		return []any{c.runs.accuracy.Len(), compliance, complianceSD, accuracy, accuracySD}
	},
}

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
	Lenient    Set = iota + 1 // rates that count repaired rows as failures
	Shares                    // every class as a share of the rows
	Intervals                 // intervals of compliance
	Relations                 // whether fs_out is stronger or weaker than fs
	Alignments                // accuracy up to names
	Outcomes                  // how the last model call ended
	Runs                      // spread over the runs
	Samples                   // pass@k over the rows of a formula
	Clustered                 // standard error, clustered by formula
	Text                      // nl against a reference sentence
	Edits                     // fs_out against fs as written
)

// sets has the name of each set, and the columns of rows that it reads.
var sets = [...]struct {
	name  string
	reads []string
}{
	Lenient:    {"lenient", nil},
	Shares:     {"shares", nil},
	Intervals:  {"intervals", nil},
	Relations:  {"relations", nil},
	Alignments: {"aligned", []string{"relation_aligned"}},
	Outcomes:   {"outcomes", nil},
	Runs:       {"runs", []string{"run"}},
	Samples:    {"samples", []string{"id"}},
	Clustered:  {"clustered", []string{"id"}},
	Text:       {"text", []string{"nl", "run", "params"}},
	Edits:      {"edits", []string{"formalism", "fs", "fs_out", "left_column", "right_column", "run", "params"}},
}

func (s Set) String() string {
	if s < Lenient || int(s) >= len(sets) {
		return fmt.Sprintf("Set(%d)", uint8(s))
	}
	return sets[s].name
}

// ParseSet reads the name of a set of columns.
func ParseSet(s string) (Set, error) {
	var names []string
	for set := Lenient; int(set) < len(sets); set++ {
		if set.String() == s {
			return set, nil
		}
		names = append(names, set.String())
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
	for i, s := range o.Show {
		if slices.Contains(byFormula, s) && !slices.ContainsFunc(o.Show[:i], func(s Set) bool { return slices.Contains(byFormula, s) }) {
			all = append(all, figures{table.Ints("formulas"), func(c *counted) []any { return []any{int64(len(c.formulas))} }})
		}
		for _, f := range s.figures(o) {
			if slices.Contains([]Set{Shares, Intervals, Runs}, s) {
				f = f.unless(o.unrated)
			}
			all = append(all, f)
		}
	}
	return append(all, scoreFigures(o.ScoreColumns))
}

// runFigures are the number of runs, and the spread of the rates over them.
var runFigures = figures{
	append(table.Ints("runs"), table.Floats("run_compliance_mean", "run_compliance_sd", "run_accuracy_mean", "run_accuracy_sd")...),
	func(c *counted) []any {
		compliance, complianceSD := spread(c.runs, (*Tally).Compliance)
		accuracy, accuracySD := spread(c.runs, (*Tally).AccuracyLow)
		return []any{int64(len(c.runs)), compliance, complianceSD, accuracy, accuracySD}
	},
}

// shares returns columns with the given counts as shares of another count.
func shares(names []string, counts []Count, of func(t *Tally) int64) figures {
	return figures{table.Floats(names...), func(c *counted) []any {
		cells := make([]any, len(counts))
		for i, n := range counts {
			cells[i] = share(c.total[n], of(&c.total))
		}
		return cells
	}}
}

// figures lists the figures of the set.
func (s Set) figures(o Options) []figures {
	switch s {
	case Lenient:
		return []figures{
			{table.Ints("repaired"), func(c *counted) []any { return []any{c.total[Repaired]} }},
			{table.Floats("compliance_unrepaired", "accuracy_unrepaired"), func(c *counted) []any {
				t := &c.total
				return []any{share(t.Parsed()-t[Repaired], t.Attempts()), share(t[Equivalent]-t[RepairedEquivalent], t.Attempts())}
			}},
		}
	case Shares:
		return []figures{
			shares([]string{"not_equivalent_share", "unknown_share", "noncompliant_share", "error_share"},
				[]Count{NotEquivalent, Unknown, Noncompliant, Errors}, (*Tally).Attempts),
			shares([]string{"leak_share"}, []Count{Leaks}, func(t *Tally) int64 { return t[Rows] }),
		}
	case Intervals:
		return []figures{{table.Floats("compliance_interval_low", "compliance_interval_high"), func(c *counted) []any {
			low, high := Wilson(c.total.Parsed(), c.total.Attempts(), o.Level)
			return []any{low, high}
		}}}
	case Relations:
		return []figures{
			shares([]string{"stronger", "weaker", "incomparable"}, []Count{Stronger, Weaker, Incomparable}, func(t *Tally) int64 { return t[NotEquivalent] }),
			{table.Floats("relation_unknown"), func(c *counted) []any {
				t := &c.total
				return []any{share(t[NotEquivalent]-t[Stronger]-t[Weaker]-t[Incomparable], t[NotEquivalent])}
			}},
		}
	case Alignments:
		return []figures{{table.Floats("aligned_low", "aligned_high"), func(c *counted) []any {
			t := &c.total
			return []any{share(t[Aligned], t.Alignable()), share(t[Aligned]+t[AlignedOpen], t.Alignable())}
		}}}
	case Outcomes:
		return []figures{
			{table.Ints("calls"), func(c *counted) []any { return []any{c.total[Calls]} }},
			shares([]string{"truncated", "refused", "empty", "too_long", "failed"}, []Count{Truncated, Refused, Empty, TooLong, Failed}, func(t *Tally) int64 { return t[Calls] }),
		}
	case Runs:
		return []figures{runFigures}
	case Samples, Clustered:
		return []figures{s.formulaFigures(o)}
	case Text:
		return []figures{numberScored("texts", "bleu"), scoreFigures(textScores)}
	case Edits:
		return []figures{numberScored("formula_pairs", "le"), scoreFigures(editScores)}
	}
	return nil
}

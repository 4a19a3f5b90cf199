package metrics

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A drawing selects the columns of a table to draw: the figure, the ends of its
// interval or its standard deviation, its upper bound, and the columns besides the
// keys that distinguish lines. Columns may be missing. interval and bound name the
// interval and the upper bound in the legend.
type drawing struct {
	label, y, low, high, sd, upper string
	interval, bound                string
	least, most                    float64
	lines                          []string
}

// judge is the prefix of the figures of judges in --plot-of of the main table.
const judge = "judge_"

// A plot draws the groups of a table.
type plot struct {
	c          *ucli.Context
	table      *table.Table
	keys       []metrics.Key
	bySettings bool // the keys are the settings that vary
	of         kind // of the table
	judged     int  // number of lines of judges in the table, if --plot-of of the main table names some
}

// A kind of a table determines its figures.
type kind int

const (
	ofRows kind = iota
	differences
	ofJudges
)

// drawing returns the drawing of a figure that --plot-of names.
func (p *plot) drawing(of string) drawing {
	label := words(of)
	ofJudge, judged := strings.CutPrefix(of, judge)
	prefix := judge
	if p.of == ofJudges {
		prefix, judged = "", true
	}
	level := strconv.FormatFloat(100*p.c.Float64("level"), 'g', 6, 64) + "%"
	wilson, student := level+" "+wilson, level+" interval by Student's t"
	const unknownRight = "upper bound: unknown rows count as right"
	switch {
	case p.of == differences && of == "compliance":
		return drawing{label: "difference in compliance", y: "compliance_difference", low: "compliance_interval_low", high: "compliance_interval_high", interval: student, least: -0.2, most: 0.2, lines: []string{"a", "b"}}
	case p.of == differences && of != "accuracy":
		return drawing{label: label, y: of, lines: []string{"a", "b"}}
	case p.of == differences:
		return drawing{label: "difference in accuracy", y: "difference", low: "interval_low", high: "interval_high", upper: "difference_high", interval: student, bound: "upper bound of the difference, from unknown rows", least: -0.2, most: 0.2, lines: []string{"a", "b"}}
	case judged && ofJudge == "accuracy":
		return drawing{label: "accuracy of the judge", y: of, low: prefix + "interval_low", high: prefix + "interval_high", interval: wilson, most: 1, lines: []string{"judge"}}
	case judged:
		return drawing{label: strings.ReplaceAll(ofJudge, "_", " ") + " of the judge", y: of, most: 1, lines: []string{"judge"}}
	case of == "accuracy":
		return drawing{label: of, y: "accuracy_low", low: "interval_low", high: "interval_high", upper: "accuracy_high", interval: wilson, bound: unknownRight, most: 1}
	case of == "compliance":
		return drawing{label: "syntactic compliance", y: of, low: "compliance_interval_low", high: "compliance_interval_high", interval: wilson, most: 1}
	case strings.HasPrefix(of, "run_") && strings.HasSuffix(of, "_mean"):
		what := strings.TrimSuffix(strings.TrimPrefix(of, "run_"), "_mean")
		return drawing{label: strings.Replace(what, "compliance", "syntactic compliance", 1), y: of, sd: strings.TrimSuffix(of, "mean") + "sd", interval: "± 1 sd over runs", most: 1}
	}
	return drawing{label: label, y: of, sd: of + "_sd", interval: "± 1 sd over runs"}
}

// signs are the signs of the connectives in the names of columns.
var signs = map[string]string{"and": "∧", "or": "∨", "not": "¬", "implies": "→", "iff": "↔", "xor": "⊕"}

// words returns the name of a column in words, such as "number of operators".
func words(column string) string {
	if rest, is := strings.CutPrefix(column, "num_"); is {
		column = "number of " + cmp.Or(signs[rest], rest)
	}
	return strings.ReplaceAll(column, "_", " ")
}

// drawCounts draws the distribution of each measure that varies, or of the measures that
// of lists, for each dataset. t is the table of Dataset.Counts.
func drawCounts(w io.Writer, o figure.Options, t *table.Table, of string) error {
	var all []figure.Distribution
	var chosen []string
	if of != "" {
		chosen = strings.Split(of, ",")
		for _, measure := range chosen {
			if !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[1] == measure }) {
				return cli.Usagef("--plot-of: no formula has the measure %s", measure)
			}
		}
		t.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(row []any) bool { return !slices.Contains(chosen, text(row[1])) })
	}
	for i, row := range t.Rows {
		if i == 0 || row[0] != t.Rows[i-1][0] || row[1] != t.Rows[i-1][1] {
			all = append(all, figure.Distribution{Title: text(row[0]), X: words(text(row[1])), Y: "items"})
		}
		d := &all[len(all)-1]
		d.Bars = append(d.Bars, figure.Bar{Value: number(row[2]), Count: number(row[3])})
	}
	if chosen == nil {
		all = slices.DeleteFunc(all, func(d figure.Distribution) bool { return len(d.Bars) < 2 })
	}
	err := figure.Distributions(w, o, all, len(chosen))
	if errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("%w: no measure varies", err)
	}
	return err
}

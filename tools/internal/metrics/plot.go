package metrics

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// A drawing selects the columns of a table to draw: the figure, the ends of its
// interval or its standard deviation, its upper bound, and the columns besides the
// keys that distinguish lines. Columns may be missing.
type drawing struct {
	label, y, low, high, sd, upper string
	least, most                    float64
	lines                          []string
}

// judge begins the names of the figures of --judges in --plot-of.
const judge = "judge_"

// drawingOf is a figure that --plot-of names.
func drawingOf(c *ucli.Context, of string) drawing {
	label := strings.ReplaceAll(of, "_", " ")
	ofJudge, judged := strings.CutPrefix(of, judge)
	if c.Bool("judges") {
		ofJudge, judged = of, true
	}
	what, isMean := strings.CutSuffix(of, "_mean")
	switch {
	case c.IsSet("compare") && of == "compliance":
		return drawing{label: "difference in compliance", y: "compliance_difference", low: "compliance_interval_low", high: "compliance_interval_high", least: -0.2, most: 0.2, lines: []string{"a", "b"}}
	case c.IsSet("compare") && of != "accuracy":
		return drawing{label: label, y: of, lines: []string{"a", "b"}}
	case c.IsSet("compare"):
		return drawing{label: "difference in accuracy", y: "difference", low: "interval_low", high: "interval_high", upper: "difference_high", least: -0.2, most: 0.2, lines: []string{"a", "b"}}
	case judged && ofJudge == "accuracy":
		return drawing{label: "accuracy of the judge", y: "accuracy", low: "interval_low", high: "interval_high", most: 1, lines: []string{"judge"}}
	case judged:
		return drawing{label: strings.ReplaceAll(ofJudge, "_", " ") + " of the judge", y: ofJudge, most: 1, lines: []string{"judge"}}
	case of == "accuracy":
		return drawing{label: of, y: "accuracy_low", low: "interval_low", high: "interval_high", upper: "accuracy_high", most: 1}
	case of == "compliance":
		return drawing{label: "syntactic compliance", y: of, low: "compliance_interval_low", high: "compliance_interval_high", most: 1}
	case of == "survival":
		return drawing{label: "chains that survive", y: "survival_low", low: "survival_interval_low", high: "survival_interval_high", upper: "survival_high", most: 1}
	case of == "bound":
		return drawing{label: "bound of false positives", y: of, upper: "bound_high", most: 1}
	case isMean:
		what = strings.TrimPrefix(what, "run_")
		return drawing{label: strings.Replace(what, "compliance", "syntactic compliance", 1), y: of, sd: strings.TrimSuffix(of, "mean") + "sd", most: 1}
	}
	return drawing{label: label, y: of}
}

// draw draws what --plot asks for.
func draw(c *ucli.Context, t, judges *table.Table) error {
	return cli.Draw(c, func(w io.Writer, f figure.Format) error {
		if c.IsSet("dataset-stats") {
			return drawCounts(w, f, t, c.String("plot-of"))
		}
		return drawLines(w, f, c, t, judges)
	})
}

// drawCounts draws the distribution of each measure that varies, or of those in
// the list of, dataset by dataset, from the table of Dataset.Counts.
func drawCounts(w io.Writer, f figure.Format, t *table.Table, of string) error {
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
			all = append(all, figure.Distribution{Title: text(row[0]), X: strings.ReplaceAll(text(row[1]), "_", " "), Y: "items"})
		}
		d := &all[len(all)-1]
		d.Bars = append(d.Bars, figure.Bar{Value: number(row[2]), Count: number(row[3])})
	}
	if chosen == nil {
		all = slices.DeleteFunc(all, func(d figure.Distribution) bool { return len(d.Bars) < 2 })
	}
	err := figure.Distributions(w, f, all, len(chosen))
	if errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("%w: no measure varies", err)
	}
	return err
}

// drawLines draws t's groups. The x-axis is the last column of --by; dataset,
// where it is among the others, makes the columns of panels, and the rest make
// lines. Each figure of --plot-of, or several with + between, makes a row of panels.
func drawLines(w io.Writer, f figure.Format, c *ucli.Context, t, judges *table.Table) error {
	keys := strings.Split(c.String("by"), ",")
	for i, k := range keys {
		keys[i], _, _ = strings.Cut(strings.TrimSpace(k), ":")
	}
	x := keys[len(keys)-1]
	var panels []string
	for _, row := range groups(t) {
		if panel := text(cell(t, row, "dataset", keys)); !slices.Contains(panels, panel) {
			panels = append(panels, panel)
		}
	}
	axes := figure.Axes{X: strings.ReplaceAll(x, "_", " ")}
	var charts figure.Charts
	rows := strings.Split(cmp.Or(c.String("plot-of"), "accuracy"), ",")
	if len(rows) > 1 {
		axes.Across = len(panels)
	}
	for _, row := range rows {
		var all []drawing
		var labels []string
		for of := range strings.SplitSeq(row, "+") {
			d := drawingOf(c, strings.TrimSpace(of))
			all, labels = append(all, d), append(labels, d.label)
			axes.Least, axes.Most = min(axes.Least, d.least), max(axes.Most, d.most)
			if d.sd != "" {
				axes.Band = "± 1 standard deviation"
			}
		}
		y := strings.Join(labels, ", ")
		for _, panel := range panels {
			charts.Panel(panel, y) // the row has all panels, even if one is empty
		}
		for i, d := range all {
			from := t
			if judges != nil && slices.Contains(d.lines, "judge") {
				from = judges
			}
			if i := from.Place(d.y); i < 0 || from.Columns[i].Kind == table.String {
				return cli.Usagef("--plot-of: no column %s with numbers. %s", d.y, cli.Nearest(d.y, from.Names()))
			}
			var suffix []string
			if len(all) > 1 {
				suffix = []string{labels[i]}
			}
			d.add(&charts, y, from, keys, suffix)
		}
	}
	err := figure.Lines(w, f, charts, axes)
	if errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("%w: %s has no values by %s", err, drawingOf(c, rows[0]).y, axes.X)
	}
	return err
}

// add adds the figure of each group to the panel of its dataset.
func (d drawing) add(charts *figure.Charts, y string, t *table.Table, keys, suffix []string) {
	x, common := keys[len(keys)-1], ""
	if i := t.Place("judge"); i >= 0 && len(d.lines) == 1 {
		common = commonPrompt(groups(t), i)
	}
	for _, row := range groups(t) {
		get := func(column string) any { return cell(t, row, column, nil) }
		at := number(get(x))
		if math.IsNaN(at) {
			continue
		}
		var line []string
		for _, k := range keys[:len(keys)-1] {
			if k != "dataset" && t.Place(k) >= 0 {
				line = append(line, text(get(k)))
			}
		}
		switch len(d.lines) {
		case 1:
			line = append(line, strings.TrimSuffix(text(get(d.lines[0])), common))
		case 2:
			line = append(line, text(get(d.lines[1]))+" − "+text(get(d.lines[0])))
		}
		p := figure.Point{X: at, Y: number(get(d.y)), Low: number(get(d.low)), High: number(get(d.high)), Upper: number(get(d.upper))}
		if sd := number(get(d.sd)); !math.IsNaN(sd) {
			p.Low, p.High = p.Y-sd, p.Y+sd
		}
		charts.Panel(text(cell(t, row, "dataset", keys)), y).Add(strings.Join(append(line, suffix...), " · "), p)
	}
}

// commonPrompt is the prompt after the model's name in the names of judges, with the
// space before it, if all have the same one. Without it, a judge has the name, and so
// the line style, of the same model's accuracy.
func commonPrompt(rows [][]any, judge int) string {
	common := ""
	for i, row := range rows {
		name := text(row[judge])
		prompt := name[max(0, strings.LastIndexByte(name, ' ')):]
		if i > 0 && prompt != common || prompt == name {
			return ""
		}
		common = prompt
	}
	return common
}

// groups are the rows of a table but for that of all.
func groups(t *table.Table) [][]any {
	if t.Total {
		return t.Rows[:len(t.Rows)-1]
	}
	return t.Rows
}

// cell is a row's value of the column; nil if there is none, or if the column must
// be one of some others and is not.
func cell(t *table.Table, row []any, column string, of []string) any {
	if i := t.Place(column); i >= 0 && (of == nil || slices.Contains(of[:len(of)-1], column)) {
		return row[i]
	}
	return nil
}

// text is a cell as text; "" without a value.
func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// number is a cell as a number; NaN where it is none.
func number(v any) float64 {
	if x, err := table.Number(v); err == nil {
		return x
	}
	return math.NaN()
}

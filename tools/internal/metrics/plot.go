package metrics

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/result"
)

// A drawing says which columns of a table are drawn: the figure with the ends
// of its interval and its upper bound, where there are some, and the columns
// that tell lines apart besides the keys.
type drawing struct {
	label, y, low, high, upper string
	least, most                float64
	lines                      []string
}

// drawingOf is what --plot-of asks for.
func drawingOf(c *ucli.Context) drawing {
	of := c.String("plot-of")
	switch {
	case c.IsSet("compare"):
		return drawing{"difference in accuracy", "difference", "interval_low", "interval_high", "difference_high", -0.2, 0.2, []string{"a", "b"}}
	case c.Bool("judges") && (of == "" || of == "accuracy"):
		return drawing{"accuracy of the judge", "accuracy", "interval_low", "interval_high", "", 0, 1, []string{"judge"}}
	case c.Bool("judges"):
		return drawing{strings.ReplaceAll(of, "_", " ") + " of the judge", of, "", "", "", 0, 1, []string{"judge"}}
	case of == "" || of == "accuracy":
		return drawing{"accuracy", "accuracy_low", "interval_low", "interval_high", "accuracy_high", 0, 1, nil}
	case of == "compliance":
		return drawing{"syntactic compliance", "compliance", "compliance_interval_low", "compliance_interval_high", "", 0, 1, nil}
	}
	return drawing{strings.ReplaceAll(of, "_", " "), of, "", "", "", 0, 0, nil}
}

// checkPlot finds what is wrong with --plot before any work is done.
func checkPlot(c *ucli.Context) error {
	name := c.String("plot")
	if name == "" {
		return nil
	}
	if c.String("by") == "" && c.String("dataset-stats") != string(metrics.DatasetCounts) {
		return cli.Usagef("--plot: expected --by with a column of numbers for the x-axis")
	}
	return result.CheckFigure(c, name)
}

// draw writes the figure of t's groups to the file of --plot. The x-axis is the
// last column of --by; dataset, where it is among the others, makes panels, and
// the rest make lines.
func draw(c *ucli.Context, t *table.Table) error {
	name := c.String("plot")
	if name == "" {
		return nil
	}
	if c.IsSet("dataset-stats") {
		return drawCounts(name, t)
	}
	charts, axes, err := charts(t, c.String("by"), drawingOf(c))
	if err != nil {
		return err
	}
	f, err := figure.FormatOf(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := figure.Lines(&b, f, charts, axes); errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("--plot: %w: %s has no values by %s", err, drawingOf(c).y, axes.X)
	} else if err != nil {
		return err
	}
	return result.WriteFigure(name, b.Bytes())
}

// drawCounts draws the distribution of each measure that varies, dataset by
// dataset, from the table of Dataset.Counts.
func drawCounts(name string, t *table.Table) error {
	var all []figure.Distribution
	for i, row := range t.Rows {
		if i == 0 || row[0] != t.Rows[i-1][0] || row[1] != t.Rows[i-1][1] {
			all = append(all, figure.Distribution{Title: fmt.Sprint(row[0]), X: strings.ReplaceAll(fmt.Sprint(row[1]), "_", " "), Y: "items"})
		}
		d := &all[len(all)-1]
		d.Bars = append(d.Bars, figure.Bar{Value: number(row[2]), Count: number(row[3])})
	}
	all = slices.DeleteFunc(all, func(d figure.Distribution) bool { return len(d.Bars) < 2 })
	f, err := figure.FormatOf(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := figure.Distributions(&b, f, all); errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("--plot: %w: no measure varies", err)
	} else if err != nil {
		return err
	}
	return result.WriteFigure(name, b.Bytes())
}

func charts(t *table.Table, by string, d drawing) ([]figure.Chart, figure.Axes, error) {
	place := func(column string) int {
		return slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == column })
	}
	keys := strings.Split(by, ",")
	for i, k := range keys {
		keys[i], _, _ = strings.Cut(strings.TrimSpace(k), ":")
	}
	x := keys[len(keys)-1]
	axes := figure.Axes{X: strings.ReplaceAll(x, "_", " "), Y: d.label, Least: d.least, Most: d.most}
	if i := place(d.y); i < 0 || t.Columns[i].Kind == table.String {
		return nil, axes, cli.Usagef("--plot-of: no column %s with numbers", d.y)
	}
	var all []figure.Chart
	rows := t.Rows
	if t.Total {
		rows = rows[:len(rows)-1]
	}
	for _, row := range rows {
		cell := func(column string) float64 {
			if i := place(column); i >= 0 {
				return number(row[i])
			}
			return math.NaN()
		}
		at := cell(x)
		if math.IsNaN(at) {
			continue
		}
		title, name := names(row, keys[:len(keys)-1], d.lines, place)
		line := lineOf(&all, title, name)
		line.Points = append(line.Points, figure.Point{X: at, Y: cell(d.y), Low: cell(d.low), High: cell(d.high), Upper: cell(d.upper)})
	}
	return all, axes, nil
}

// names are those of a row's panel and line.
func names(row []any, keys, more []string, place func(string) int) (panel, line string) {
	var parts []string
	for _, k := range keys {
		text := ""
		if v := row[place(k)]; v != nil {
			text = fmt.Sprint(v)
		}
		if k == "dataset" {
			panel = text
			continue
		}
		parts = append(parts, text)
	}
	if len(more) == 2 {
		parts = append(parts, fmt.Sprintf("%v − %v", row[place(more[1])], row[place(more[0])]))
	} else if len(more) == 1 {
		parts = append(parts, fmt.Sprint(row[place(more[0])]))
	}
	return panel, strings.Join(parts, " · ")
}

// lineOf finds or adds a line.
func lineOf(charts *[]figure.Chart, title, name string) *figure.Line {
	i := slices.IndexFunc(*charts, func(c figure.Chart) bool { return c.Title == title })
	if i < 0 {
		i = len(*charts)
		*charts = append(*charts, figure.Chart{Title: title})
	}
	lines := &(*charts)[i].Lines
	k := slices.IndexFunc(*lines, func(l figure.Line) bool { return l.Name == name })
	if k < 0 {
		k = len(*lines)
		*lines = append(*lines, figure.Line{Name: name})
	}
	return &(*lines)[k]
}

// number is a cell as a number; NaN where it is none.
func number(v any) float64 {
	if x, err := table.Number(v); err == nil {
		return x
	}
	return math.NaN()
}

package metrics

import (
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
// interval, its upper bound, and the columns besides the keys that distinguish
// lines. Columns may be missing.
type drawing struct {
	label, y, low, high, upper string
	least, most                float64
	lines                      []string
}

// drawingOf is what --plot-of asks for.
func drawingOf(c *ucli.Context) drawing {
	of := c.String("plot-of")
	label := strings.ReplaceAll(of, "_", " ")
	switch {
	case c.IsSet("compare"):
		return drawing{"difference in accuracy", "difference", "interval_low", "interval_high", "difference_high", -0.2, 0.2, []string{"a", "b"}}
	case c.Bool("judges") && (of == "" || of == "accuracy"):
		return drawing{"accuracy of the judge", "accuracy", "interval_low", "interval_high", "", 0, 1, []string{"judge"}}
	case c.Bool("judges"):
		return drawing{label + " of the judge", of, "", "", "", 0, 1, []string{"judge"}}
	case of == "" || of == "accuracy":
		return drawing{"accuracy", "accuracy_low", "interval_low", "interval_high", "accuracy_high", 0, 1, nil}
	case of == "compliance":
		return drawing{"syntactic compliance", "compliance", "compliance_interval_low", "compliance_interval_high", "", 0, 1, nil}
	}
	return drawing{label, of, "", "", "", 0, 0, nil}
}

// draw draws what --plot asks for.
func draw(c *ucli.Context, t *table.Table) error {
	return cli.Draw(c, func(w io.Writer, f figure.Format) error {
		if c.IsSet("dataset-stats") {
			return drawCounts(w, f, t)
		}
		return drawLines(w, f, t, c.String("by"), drawingOf(c))
	})
}

// drawCounts draws the distribution of each measure that varies, dataset by
// dataset, from the table of Dataset.Counts.
func drawCounts(w io.Writer, f figure.Format, t *table.Table) error {
	var all []figure.Distribution
	for i, row := range t.Rows {
		if i == 0 || row[0] != t.Rows[i-1][0] || row[1] != t.Rows[i-1][1] {
			all = append(all, figure.Distribution{Title: text(row[0]), X: strings.ReplaceAll(text(row[1]), "_", " "), Y: "items"})
		}
		d := &all[len(all)-1]
		d.Bars = append(d.Bars, figure.Bar{Value: number(row[2]), Count: number(row[3])})
	}
	all = slices.DeleteFunc(all, func(d figure.Distribution) bool { return len(d.Bars) < 2 })
	err := figure.Distributions(w, f, all)
	if errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("%w: no measure varies", err)
	}
	return err
}

// drawLines draws t's groups. The x-axis is the last column of --by; dataset,
// where it is among the others, makes panels, and the rest make lines.
func drawLines(w io.Writer, f figure.Format, t *table.Table, by string, d drawing) error {
	keys := strings.Split(by, ",")
	for i, k := range keys {
		keys[i], _, _ = strings.Cut(strings.TrimSpace(k), ":")
	}
	x := keys[len(keys)-1]
	if i := t.Place(d.y); i < 0 || t.Columns[i].Kind == table.String {
		return cli.Usagef("--plot-of: no column %s with numbers", d.y)
	}
	var charts figure.Charts
	rows := t.Rows
	if t.Total {
		rows = rows[:len(rows)-1]
	}
	for _, row := range rows {
		cell := func(column string) any {
			if i := t.Place(column); i >= 0 {
				return row[i]
			}
			return nil
		}
		at := number(cell(x))
		if math.IsNaN(at) {
			continue
		}
		panel := ""
		var line []string
		for _, k := range keys[:len(keys)-1] {
			if k == "dataset" {
				panel = text(cell(k))
			} else {
				line = append(line, text(cell(k)))
			}
		}
		switch len(d.lines) {
		case 1:
			line = append(line, text(cell(d.lines[0])))
		case 2:
			line = append(line, text(cell(d.lines[1]))+" − "+text(cell(d.lines[0])))
		}
		charts.Add(panel, strings.Join(line, " · "), figure.Point{
			X: at, Y: number(cell(d.y)), Low: number(cell(d.low)), High: number(cell(d.high)), Upper: number(cell(d.upper)),
		})
	}
	axes := figure.Axes{X: strings.ReplaceAll(x, "_", " "), Y: d.label, Least: d.least, Most: d.most}
	err := figure.Lines(w, f, charts, axes)
	if errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("%w: %s has no values by %s", err, d.y, axes.X)
	}
	return err
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

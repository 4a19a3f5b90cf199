package correlate

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/correlate"
	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/result"
)

// draw draws what --plot asks for: a scatter per pair of scores; with --by, the
// correlation against categories that are numbers as a line per y, and else a
// scatter per pair with a mark for each category.
func draw(c *ucli.Context, xs chosen, ys []scored, t *table.Table) error {
	name := c.String("plot")
	if name == "" {
		return nil
	}
	f, err := figure.FormatOf(name)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	switch {
	case c.IsSet("by") && !slices.ContainsFunc(t.Rows, func(row []any) bool { _, err := table.Number(row[0]); return err != nil }):
		err = drawCategories(&b, f, t)
	case c.IsSet("by"):
		err = drawMarks(&b, f, xs, ys)
	default:
		err = drawScatters(&b, f, xs, ys)
	}
	if errors.Is(err, figure.ErrEmpty) {
		return fmt.Errorf("--plot: %w", err)
	} else if err != nil {
		return err
	}
	return result.WriteFigure(name, b.Bytes())
}

func drawScatters(b *bytes.Buffer, f figure.Format, xs chosen, ys []scored) error {
	var all []figure.Scatter
	for i := range xs.all {
		for _, y := range ys {
			x := xs.of(y)[i]
			models, a, e := correlate.Join(x.all(), y.all())
			if len(a) < 2 {
				continue
			}
			r, err := correlate.Of(a, e)
			if err != nil {
				return err
			}
			all = append(all, figure.Scatter{Title: title(r), X: x.label(), Y: y.label(), Names: models, Xs: a, Ys: e})
		}
	}
	return figure.Scatters(b, f, all)
}

// drawMarks draws the models of each category among those of the others. There
// is no trend in it: points of one model are no two findings.
func drawMarks(b *bytes.Buffer, f figure.Format, xs chosen, ys []scored) error {
	var all []figure.Scatter
	for i := range xs.all {
		for _, y := range ys {
			x := xs.of(y)[i]
			s := figure.Scatter{X: x.label(), Y: y.label()}
			for _, category := range x.categories {
				models, a, e := correlate.Join(category.Scores, y.all())
				s.Names, s.Xs, s.Ys = append(s.Names, models...), append(s.Xs, a...), append(s.Ys, e...)
				s.Marks = append(s.Marks, slices.Repeat([]string{category.Name}, len(models))...)
			}
			all = append(all, s)
		}
	}
	return figure.Scatters(b, f, all)
}

// title tells what was found.
func title(r correlate.Result) string {
	var parts []string
	add := func(name string, x, p float64) {
		if math.IsNaN(x) {
			return
		}
		part := fmt.Sprintf("%s = %.2f", name, x)
		if p < 0.001 {
			part += " (p < 0.001)"
		} else if !math.IsNaN(p) {
			part += fmt.Sprintf(" (p = %.3f)", p)
		}
		parts = append(parts, part)
	}
	add("r", r.Pearson, r.P)
	add("ρ", r.Spearman, r.SpearmanP)
	return strings.Join(parts, ", ")
}

// label is the score's column and where it is from, without directories.
func (s scored) label() string {
	i := strings.LastIndexByte(s.name, ':')
	return strings.ReplaceAll(s.name[i+1:], "_", " ")
}

// drawCategories draws Pearson's r of each category in the table, of which the
// first three columns are the category, x and y.
func drawCategories(b *bytes.Buffer, f figure.Format, t *table.Table) error {
	chart := figure.Chart{}
	at := map[string]int{}
	for i, c := range t.Columns {
		at[c.Name] = i
	}
	places := map[string]int{}
	for _, row := range t.Rows {
		x, err := table.Number(row[0])
		if err != nil {
			return fmt.Errorf("--plot: --by: %w", err)
		}
		name := fmt.Sprintf("%v · %v", row[1], row[2])
		i, ok := places[name]
		if !ok {
			i = len(chart.Lines)
			places[name], chart.Lines = i, append(chart.Lines, figure.Line{Name: name})
		}
		cell := func(column string) float64 { v, _ := row[at[column]].(float64); return v }
		chart.Lines[i].Points = append(chart.Lines[i].Points, figure.Point{
			X: x, Y: cell("pearson"), Low: cell("pearson_low"), High: cell("pearson_high"), Upper: math.NaN(),
		})
	}
	return figure.Lines(b, f, []figure.Chart{chart}, figure.Axes{X: strings.ReplaceAll(t.Columns[0].Name, "_", " "), Y: "Pearson's r", Least: -1, Most: 1})
}

package correlate

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// draw draws the figure of --plot: a scatter per pair of scores or, with --plot-of, a dot.
func draw(c *ucli.Context, env *cli.Env, j *joiner, pairs []pair, t *table.Table) error {
	return cli.Draw(c, env, func(w io.Writer, o figure.Options) error {
		for _, p := range pairs {
			if slices.ContainsFunc(p.points, func(at point) bool { return strings.HasPrefix(at.String(), cli.BuiltIn) }) {
				o.Note = cli.Invented
			}
		}
		if c.IsSet("plot-of") {
			return drawDots(w, o, c, t)
		}
		return drawScatters(w, o, j, pairs)
	})
}

// drawDots draws a column of the table, with its interval, as a dot per pair.
func drawDots(w io.Writer, o figure.Options, c *ucli.Context, t *table.Table) error {
	column := c.String("plot-of")
	if i := t.Place(column); i < 0 || t.Columns[i].Kind == table.String {
		return cli.Usagef("--plot-of: no column %s with numbers%s", column, cli.Nearest(column, t.Names()))
	}
	var chart figure.Chart
	var names []string
	for _, row := range t.Rows {
		number := func(column string) float64 {
			i := t.Place(column)
			if i < 0 || row[i] == nil {
				return math.NaN()
			}
			x, err := table.Number(row[i])
			if err != nil {
				return math.NaN()
			}
			return x
		}
		p := figure.Point{X: float64(len(names)), Y: number(column), Low: number(column + "_low"), High: number(column + "_high"), Upper: math.NaN()}
		if math.IsNaN(p.Y) {
			continue
		}
		name := label(fmt.Sprint(row[t.Place("predicted")]))
		if slices.ContainsFunc(t.Rows, func(other []any) bool { return other[t.Place("predictor")] != row[t.Place("predictor")] }) {
			name += " by " + label(fmt.Sprint(row[t.Place("predictor")]))
		}
		chart.Add("", p)
		names = append(names, name)
	}
	kind := "bootstrap"
	if column == "pearson" {
		kind = "Fisher"
	}
	return figure.Dots(w, o, figure.Charts{chart}, names, figure.Axes{Y: strings.ReplaceAll(column, "_", " "), Most: 1, Intervals: intervals(c, kind)})
}

// drawScatters draws the points of each pair. Each model has its mark, and lines connect
// its points in their order. Without models, each point has its mark.
func drawScatters(w io.Writer, o figure.Options, j *joiner, pairs []pair) error {
	var all []figure.Scatter
	for _, p := range pairs {
		if len(p.xs) < 2 {
			continue
		}
		r, err := stats.Correlate(p.xs, p.ys)
		if err != nil {
			return err
		}
		s := figure.Scatter{Title: title(r), X: label(p.x.name), Y: label(p.y.name), Xs: p.xs, Ys: p.ys}
		model := slices.Index(j.columns, keyModel)
		for _, at := range p.points {
			name := at.String()
			if model >= 0 {
				name = at.values()[model]
			}
			s.Names = append(s.Names, name)
		}
		all = append(all, s)
	}
	return figure.Scatters(w, o, all)
}

// title returns the correlations and their p-values.
func title(r stats.Correlation) string {
	var parts []string
	add := func(name string, x, p float64) {
		if math.IsNaN(x) {
			return
		}
		part := strings.Replace(fmt.Sprintf("%s = %.2f", name, x), "-", "−", 1)
		if p < 0.001 {
			part += " (p < 0.001)"
		} else if !math.IsNaN(p) {
			part += fmt.Sprintf(" (p = %.3f)", p)
		}
		parts = append(parts, part)
	}
	add("r", r.Pearson, r.PearsonP)
	add("ρ", r.Spearman, r.SpearmanP)
	return strings.Join(parts, ", ")
}

// label returns the column of a score's name, in words.
func label(score string) string {
	i := strings.LastIndexByte(score, ':')
	return strings.ReplaceAll(strings.Replace(score[i+1:], "_low", ", lower bound", 1), "_", " ")
}

// intervals returns the text for intervals of a kind in the legend.
func intervals(c *ucli.Context, kind string) []string {
	return []string{fmt.Sprintf("%.6g%% %s", 100*c.Float64("level"), kind)}
}

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
func draw(c *ucli.Context, s scores, t *table.Table) error {
	return cli.Draw(c, func(w io.Writer, o figure.Options) error {
		for x, y := range s.xs.pairs(s.ys) {
			if slices.ContainsFunc(s.join.pair(x, y).join(x.all(), y.all()).points, func(name string) bool { return strings.HasPrefix(name, cli.BuiltIn) }) {
				o.Note = cli.Invented
			}
		}
		if c.IsSet("plot-of") {
			return drawDots(w, o, c, t)
		}
		return drawScatters(w, o, s)
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
		name := scored{name: fmt.Sprint(row[t.Place("predicted")])}.label()
		if slices.ContainsFunc(t.Rows, func(other []any) bool { return other[t.Place("predictor")] != row[t.Place("predictor")] }) {
			name += " by " + scored{name: fmt.Sprint(row[t.Place("predictor")])}.label()
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

// drawScatters draws the points of each pair. If a model can have several points, each
// model has its mark, and arrows follow the order of its points.
func drawScatters(w io.Writer, o figure.Options, in scores) error {
	var all []figure.Scatter
	for x, y := range in.xs.pairs(in.ys) {
		joined := in.join.pair(x, y).join(x.all(), y.all())
		if len(joined.xs) < 2 {
			continue
		}
		r, err := stats.Correlate(joined.xs, joined.ys)
		if err != nil {
			return err
		}
		s := figure.Scatter{Title: title(r), X: x.label(), Y: y.label(), Names: joined.points, Xs: joined.xs, Ys: joined.ys}
		if len(in.join.keys) > 1 && in.join.model() >= 0 {
			s.Marks = joined.models
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

// label returns the column of the score's name.
func (s scored) label() string {
	i := strings.LastIndexByte(s.name, ':')
	return strings.ReplaceAll(strings.Replace(s.name[i+1:], "_low", ", lower bound", 1), "_", " ")
}

// intervals returns the text for intervals of a kind in the legend.
func intervals(c *ucli.Context, kind string) []string {
	return []string{fmt.Sprintf("%.6g%% %s", 100*c.Float64("level"), kind)}
}

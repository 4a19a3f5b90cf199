package correlate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/stats"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// columns returns the columns of lines. With --by, the category comes first.
func columns(by string) []table.Column {
	var cs []table.Column
	if by != "" {
		cs = table.Strings(by)
	}
	return slices.Concat(cs, table.Strings("predictor", "predicted"), table.Ints("points", "predictor_only", "predicted_only"), table.Floats(
		"pearson", "pearson_low", "pearson_high", "pearson_p", "spearman", "spearman_low", "spearman_high", "spearman_p",
		"kendall", "kendall_low", "kendall_high", "kendall_p", "predictive_power", "predictive_power_low", "predictive_power_high",
		"reverse_power", "reverse_power_low", "reverse_power_high",
	), table.Ints("concordant", "discordant", "ties_predictor", "ties_predicted", "ties_both"))
}

// lines correlates every predictor with every predicted score, category by category.
// A pair with too few points is skipped with a warning, unless it is the only one.
func lines(c *ucli.Context, env *cli.Env, s scores) (*table.Table, error) {
	by, _, _ := strings.Cut(c.String("by"), ":")
	level, rounds, seed := c.Float64("level"), c.Int("rounds"), c.Uint64("seed")
	t := &table.Table{Columns: columns(by)}
	for x, y := range s.xs.pairs(s.ys) {
		pairing := s.join.pair(x, y)
		pairing.warn(env, x, y)
		for _, category := range x.categories {
			joined := pairing.join(category.scores, y.all())
			a, b := joined.xs, joined.ys
			r, err := stats.Correlate(a, b)
			switch {
			case len(a) < 2 && (by != "" || len(s.xs.all)*len(s.ys) > 1):
				env.Log.Warn("too few points", "predictor", x.name, "predicted", y.name, "category", category.name, "points", len(a))
				continue
			case err != nil:
				return nil, fmt.Errorf("%s and %s: %w", x.name, y.name, err)
			}
			env.Log.Info("joined", "predictor", x.name, "predicted", y.name, "points", strings.Join(joined.points, "; "))
			in := stats.CorrelationIntervalsOf(a, b, level, rounds, seed)
			var line []any
			if by != "" {
				line = append(line, category.name)
			}
			t.Rows = append(t.Rows, append(line,
				x.name, y.name, int64(r.Points), int64(len(joined.xOnly)), int64(len(joined.yOnly)),
				r.Pearson, in.Pearson.Low, in.Pearson.High, r.PearsonP,
				r.Spearman, in.Spearman.Low, in.Spearman.High, r.SpearmanP,
				r.Kendall, in.Kendall.Low, in.Kendall.High, r.KendallP,
				r.Power(), in.Power.Low, in.Power.High,
				r.ReversePower(), in.ReversePower.Low, in.ReversePower.High,
				int64(r.Concordant), int64(r.Discordant), int64(r.TiesPredictor), int64(r.TiesPredicted), int64(r.TiesBoth)))
		}
	}
	if len(t.Rows) == 0 {
		return nil, errors.New("no pair of scores has two points or more in common")
	}
	return t, nil
}

// statistics are the choices of correlate matrix.
var statistics = map[string]func(stats.Correlation) float64{
	"pearson":          func(r stats.Correlation) float64 { return r.Pearson },
	"spearman":         func(r stats.Correlation) float64 { return r.Spearman },
	"kendall":          func(r stats.Correlation) float64 { return r.Kendall },
	"pearson_p":        func(r stats.Correlation) float64 { return r.PearsonP },
	"spearman_p":       func(r stats.Correlation) float64 { return r.SpearmanP },
	"kendall_p":        func(r stats.Correlation) float64 { return r.KendallP },
	"predictive_power": stats.Correlation.Power,
	"points":           func(r stats.Correlation) float64 { return float64(r.Points) },
}

// matrix compares every score with every other: the score of a line predicts the score
// of a column. The condition of a predicted score selects the rows of the predictors
// with which it is compared. Scores with fewer than two points in common have no value.
func matrix(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	name := c.Args().First()
	of := statistics[name]
	if of == nil || c.NArg() != 1 {
		return cli.Usagef("found %q, expected one of %s", strings.Join(c.Args().Slice(), " "), strings.Join(slices.Sorted(maps.Keys(statistics)), ", "))
	}
	s, err := readAll(ctx, c, env)
	if err != nil {
		return err
	}
	all, n := slices.Concat(s.xs.all, s.ys), len(s.xs.all)
	t := &table.Table{Columns: table.Strings(name)}
	for _, y := range all {
		t.Columns = append(t.Columns, table.Floats(y.name)...)
	}
	for i, x := range all {
		line := []any{x.name}
		for k, y := range all {
			x, y := x, y
			switch {
			case i < n && k >= n:
				x = s.xs.of(y)[i]
			case i >= n && k < n:
				y = s.xs.of(x)[k]
			}
			value := math.NaN()
			pairing := s.join.pair(x, y)
			if i < n && k >= n {
				pairing.warn(env, x, y)
			}
			if joined := pairing.join(x.all(), y.all()); len(joined.xs) > 1 {
				r, err := stats.Correlate(joined.xs, joined.ys)
				if err != nil {
					return fmt.Errorf("%s and %s: %w", x.name, y.name, err)
				}
				value = of(r)
			}
			line = append(line, value)
		}
		t.Rows = append(t.Rows, line)
	}
	return cli.WriteTable(c, env, t)
}

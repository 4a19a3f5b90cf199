package correlate

import (
	"errors"
	"fmt"
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
		"predictive_power", "predictive_power_low", "predictive_power_high",
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

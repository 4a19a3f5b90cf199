// Package correlate is the program correlate. It measures how well some scores of
// models, the predictors, predict other scores of the same models, such as those in a
// benchmark. The input is tables of scores, or verified rows from which the scores are
// computed. The output is a table with a line for each pair of a predictor and a
// predicted score, or a figure. See docs/explanation/correlate.md.
package correlate

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Reads scores of models, joins them by model and writes a line per pair of a
predictor and a predicted score: the number of points, Pearson's r and
Spearman's rho with their two-sided p-values, and the predictive power, which
is the share of pairs of points that both scores order in the same way. Each
has an interval. docs/explanation/correlate.md describes the columns, and the
names of models.

A score is named NAME:COLUMN.
  FILE:COLUMN       a table (.csv) with the columns of --join and either
                    COLUMN or the columns benchmark and score, where COLUMN
                    names a benchmark; lines of one point are averaged,
                    weighted by their rows
  INPUT:COLUMN      a file or directory of verified rows; COLUMN is a column
                    of metrics, such as accuracy_low
  published:COLUMN  published scores of HumanEval and BBH, which are built in
COLUMN can be *, which means all benchmarks of a table.

--plot draws a scatter for each pair of scores.

Examples:
  correlate --predictor ours.csv:accuracy_low --predicted published:HumanEval
  correlate -x ours.csv:accuracy_low --where 'num_operators <= 6' \
    -y 'published:*'
  correlate -x verified/:accuracy_low --by num_operators:5 -y published:BBH \
    -o curve.csv
  correlate -x ours.csv:accuracy_low -y 'published:*' --plot scatter.svg`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "correlate",
		Usage:       "correlate scores of models",
		Description: description,
		Main:        []string{"predictor", "predicted", "join", "by", "where", "output", "format", "plot", "plot-of", "aliases"},
		Groups:      cli.Duplicates | cli.Level | cli.Rounds | cli.Seed | cli.Table | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringSliceFlag{Name: "predictor", Aliases: []string{"x"}, Usage: "`SCORE` of the predictor, NAME:COLUMN; may be repeated"},
			&ucli.StringSliceFlag{Name: "predicted", Aliases: []string{"y"}, Usage: "predicted `SCORE`, NAME:COLUMN; may be repeated"},
			&ucli.StringFlag{Name: "where", Usage: "only rows or lines of the predictors that meet a `CONDITION`, such as \"num_operators <= 6\""},
			&ucli.StringSliceFlag{Name: "where-for", Usage: "`SCORE=CONDITION` for one predicted score alone, such as \"HumanEval=depth <= 7\"; may be repeated"},
			&ucli.StringFlag{Name: "join", Value: keyModel, Usage: "join the scores by these `COLUMNS`; column:5 makes bins of width 5"},
			&ucli.StringFlag{Name: "aliases", Usage: "`FILE`.csv with further names of models: alias, model and relation (same or version)"},
			&ucli.StringFlag{Name: "by", Usage: "correlate each category of this `COLUMN` of the predictors; column:5 makes bins of width 5"},
			&ucli.StringFlag{Name: "plot-of", Usage: "with --plot: draw this `COLUMN` of the table as a dot per pair"},
		},
		Action: pairs,
	}
}

// scores are the scores of a command line.
type scores struct {
	join *joiner
	xs   chosen
	ys   []scored
}

// readAll reads the scores of a command line.
func readAll(ctx context.Context, c *ucli.Context, env *cli.Env) (s scores, err error) {
	if len(c.StringSlice("predictor")) == 0 || len(c.StringSlice("predicted")) == 0 {
		return s, cli.Usagef("expected --predictor NAME:COLUMN and --predicted NAME:COLUMN")
	}
	if _, err := table.ParseCondition(c.String("where")); err != nil {
		return s, cli.Usagef("--where: %w", err)
	}
	if s.join, err = newJoiner(c); err != nil {
		return s, err
	}
	if s.ys, err = readScores(ctx, c, env, "predicted", source{join: s.join}); err != nil {
		return s, err
	}
	s.xs, err = readPredictors(ctx, c, env, s.join, s.ys)
	return s, err
}

// pairs writes the table of pairs, and draws its figure.
func pairs(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if env.Given("plot-of") && c.String("plot") == "" {
		return cli.Usagef("--plot-of has no effect here: it is for --plot")
	}
	if c.IsSet("by") && c.String("plot") != "" && !c.IsSet("plot-of") {
		return cli.Usagef("--plot: found --by, expected a single category, or --plot-of")
	}
	s, err := readAll(ctx, c, env)
	if err != nil {
		return err
	}
	t, err := lines(c, env, s)
	if err != nil {
		return err
	}
	if err := draw(c, s, t); err != nil {
		return err
	}
	return cli.WriteTable(c, env, t)
}

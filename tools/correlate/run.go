// Package correlate is the program correlate. It measures how well some scores of
// models, the predictors, predict other scores of the same models, such as those in a
// benchmark. The input is tables of scores, or verified rows from which the scores are
// computed. The output is a table with a line for each pair of a predictor and a
// predicted score, or a figure. See docs/correlate.md.
package correlate

import (
	"context"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Reads scores of models, joins them by model and writes a line per pair of a
predictor and a predicted score: the number of points, which are the models that
have both, Pearson's r, Spearman's rho and Kendall's tau with their two-sided
p-values (for the ranks exact up to 9 points, for r by Student's t and by
permutation), and the predictive power: of the pairs of points that differ by the
predictor, the share in which the better point by the predictor is also better by
the predicted score. reverse_power exchanges the two roles. Each figure has an
interval: r by Fisher's transformation, the others by resampling the points.

--join COLUMNS joins by other columns, which both scores must have: with
--join model,num_operators, a point is a model at a number of operators. The
columns predictor_only and predicted_only count the points that only one of the
scores has, and a warning names them. Names of models are compared in lower case.
A built-in list has other names of the same model, such as the name with the
prefix meta-llama/, and dated versions. --aliases adds your own. Two versions are
never joined with each other.

A score is named NAME:COLUMN.
  FILE:COLUMN       a table (.csv, .json, .parquet) with the columns of --join
                    and either COLUMN or the columns benchmark and score, where
                    COLUMN names a benchmark; lines of one point are averaged,
                    weighted by their rows
  INPUT:COLUMN      a file or directory with verified rows; COLUMN is a column of
                    metrics, such as accuracy_low
  published:COLUMN  published scores of HumanEval and BBH, which are built in
COLUMN can be *, which means all benchmarks of a table. --where selects rows or
lines of the predictors. --where-for selects those to compare with one predicted
score, for example formulas that are no more complex than the benchmark's. --by
correlates each category of the predictors separately. --plot draws a scatter for
each pair of scores. With --by, it draws Pearson's r against categories that are
numbers, or else a scatter with a mark for each category.

Examples:
  metrics --by model,num_operators --no-total verified/ -o ours.csv
  correlate --predictor ours.csv:accuracy_low --predicted published:HumanEval
  correlate -x ours.csv:accuracy_low --where 'num_operators <= 6' -y 'published:*'
  correlate -x verified/:accuracy_low -y folio/:accuracy_low --join model,num_operators
  correlate -x verified/:accuracy_low --by num_operators:5 -y published:BBH -o curve.csv
  correlate -x ours.csv:accuracy_low --where-for 'FOLIO=num_operators <= 6' \
    --where-for 'HumanEval=depth <= 7' -y 'bench.csv:*' -y published:HumanEval
  correlate -x ours.csv:accuracy_low -y 'published:*' --matrix spearman
  correlate -x ours.csv:accuracy_low -y 'published:*' --plot scatter.svg
  correlate -x ours.csv:accuracy_low -y 'published:*' --plot-of predictive_power --plot bars.svg`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "correlate",
		Usage:       "correlate scores of models",
		Description: description,
		Main:        []string{"predictor", "predicted", "join", "by", "where", "output", "format", "plot", "matrix", "aliases"},
		Groups:      cli.Duplicates | cli.Level | cli.Rounds | cli.Seed | cli.Table | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringSliceFlag{Name: "predictor", Aliases: []string{"x"}, Usage: "`SCORE` of the predictor, NAME:COLUMN; may be repeated"},
			&ucli.StringSliceFlag{Name: "predicted", Aliases: []string{"y"}, Usage: "predicted `SCORE`, NAME:COLUMN; may be repeated"},
			&ucli.StringFlag{Name: "where", Usage: "only rows or lines of the predictors that meet a `CONDITION`, such as \"num_operators <= 6\""},
			&ucli.StringSliceFlag{Name: "where-for", Usage: "`SCORE=CONDITION` for one predicted score alone, such as \"HumanEval=depth <= 7\"; may be repeated"},
			&ucli.StringFlag{Name: "join", Value: keyModel, Usage: "join the scores by these `COLUMNS`, separated by commas; column:5 makes bins of width 5"},
			&ucli.StringFlag{Name: "aliases", Usage: "`FILE`.csv with other names of models, in addition to the built-in ones; its columns are alias, model and relation (same or version)"},
			&ucli.StringFlag{Name: "by", Usage: "correlate each category of this `COLUMN` of the predictors separately; column:5 makes bins of width 5"},
			&ucli.StringFlag{Name: "plot-of", Usage: "with --plot: draw this `COLUMN` of the table, such as predictive_power, as a bar per pair, instead of scatters"},
			&ucli.StringFlag{Name: "matrix", Usage: "instead of a line per pair, write a square table of one `STATISTIC` for all scores: pearson, spearman, kendall, their _p, predictive_power or points"},
		},
		Uses:   uses,
		Action: action,
	}
}

// uses declares when each flag is read.
var uses = []cli.Use{
	{For: "all tables", Flags: []string{"predictor", "predicted", "where", "where-for", "join", "aliases", "matrix"}},
	{For: "the table of pairs, without --matrix", If: isPairs, Flags: []string{"by", "level", "rounds", "seed", "plot"}},
	{For: "--plot without --by", If: func(c *ucli.Context) bool { return isPairs(c) && cli.Given("plot")(c) && !cli.Given("by")(c) }, Flags: []string{"plot-of"}},
}

func isPairs(c *ucli.Context) bool { return !cli.Given("matrix")(c) }

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if len(c.StringSlice("predictor")) == 0 || len(c.StringSlice("predicted")) == 0 {
		return cli.Usagef("expected --predictor NAME:COLUMN and --predicted NAME:COLUMN")
	}
	if _, err := table.ParseCondition(c.String("where")); err != nil {
		return cli.Usagef("--where: %w", err)
	}
	j, err := newJoiner(c)
	if err != nil {
		return err
	}
	ys, err := readScores(ctx, c, env, "predicted", source{join: j})
	if err != nil {
		return err
	}
	xs, err := readPredictors(ctx, c, env, j, ys)
	if err != nil {
		return err
	}
	if c.IsSet("matrix") {
		t, err := matrix(c, env, j, xs, ys)
		if err != nil {
			return err
		}
		return cli.WriteTable(c, env, t)
	}
	t, err := lines(c, env, j, xs, ys)
	if err != nil {
		return err
	}
	if err := draw(c, j, xs, ys, t); err != nil {
		return err
	}
	return cli.WriteTable(c, env, t)
}

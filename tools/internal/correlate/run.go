// Package correlate is the program correlate; see tools/correlate.
package correlate

import (
	"context"
	"io"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Reads scores per model, joins them by model and writes a line per pair of a
predictor and a predicted score: the number of models that have both, Pearson's
r, Spearman's rho and Kendall's tau with their two-sided p-values (for the ranks
exact up to 9 models, for r by Student's t and by permutation), and the
predictive power: of the pairs of models that differ by the predictor, the share
in which the better model by the predictor is also better by the predicted score.
reverse_power exchanges the two roles. Each figure has an interval: r by Fisher's
transformation, the others by resampling the models.

A score is named NAME:COLUMN.
  FILE:COLUMN       a table (.csv, .json, .parquet) with the column model and
                    either COLUMN or the columns benchmark and score, where
                    COLUMN names a benchmark; lines of one model are averaged,
                    weighted by their rows
  INPUT:COLUMN      any other file or directory has verified rows, and COLUMN is
                    a column of metrics, such as accuracy_low
  published:COLUMN  published scores of HumanEval and BBH, which are built in
COLUMN can be *, which means all benchmarks of a table. --where selects rows or lines of the
predictors. --where-for selects those to compare with one predicted score, for
example formulas that are no more complex than the benchmark's. --by correlates
each category of the predictors separately. Names of models are compared in lower
case. --plot draws a scatter per pair; with --by, Pearson's r against categories
that are numbers, or else a scatter with a mark per category.

Examples:
  metrics --by model,num_operators --no-total verified/ -o ours.csv
  correlate --predictor ours.csv:accuracy_low --predicted published:HumanEval
  correlate -x ours.csv:accuracy_low --where 'num_operators <= 6' -y 'published:*'
  correlate -x verified/:accuracy_low --by num_operators:5 -y published:BBH -o curve.csv
  correlate -x ours.csv:accuracy_low --where-for 'FOLIO=num_operators <= 6' \
    --where-for 'HumanEval=depth <= 7' -y 'bench.csv:*' -y published:HumanEval
  correlate -x ours.csv:accuracy_low -y 'published:*' --matrix spearman
  correlate -x ours.csv:accuracy_low -y 'published:*' --plot scatter.svg`

// Summary is the program in a line.
const Summary = "correlate scores of models"

// Run runs the program.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        "correlate",
		Usage:       Summary,
		Description: description,
		Groups:      cli.Level | cli.Rounds | cli.Seed | cli.Table | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringSliceFlag{Name: "predictor", Aliases: []string{"x"}, Usage: "`SCORE` of the predictor, NAME:COLUMN; may be repeated"},
			&ucli.StringSliceFlag{Name: "predicted", Aliases: []string{"y"}, Usage: "predicted `SCORE`, NAME:COLUMN; may be repeated"},
			&ucli.StringFlag{Name: "where", Usage: "only rows or lines of the predictors that meet a `CONDITION`, such as \"num_operators <= 6\""},
			&ucli.StringSliceFlag{Name: "where-for", Usage: "a `CONDITION` for one predicted score alone, such as \"HumanEval=depth <= 7\"; may be repeated"},
			&ucli.StringFlag{Name: "by", Usage: "correlate each category of this `COLUMN` of the predictors separately; for rows, column:5 makes bins of width 5"},
			&ucli.StringFlag{Name: "matrix", Usage: "instead of a line per pair, write a square table of one `FIGURE` for all scores: pearson, spearman, kendall, their _p, predictive_power or models"},
		},
		Action: action,
	}, args, stdin, stdout, stderr)
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if len(c.StringSlice("predictor")) == 0 || len(c.StringSlice("predicted")) == 0 {
		return cli.Usagef("expected --predictor NAME:COLUMN and --predicted NAME:COLUMN")
	}
	if _, err := table.ParseCondition(c.String("where")); err != nil {
		return cli.Usagef("--where: %w", err)
	}
	if c.IsSet("matrix") && c.IsSet("by") {
		return cli.Usagef("found --matrix and --by, expected one of them")
	}
	if c.IsSet("matrix") && c.String("plot") != "" {
		return cli.Usagef("found --plot and --matrix, expected one of them")
	}
	ys, err := readScores(ctx, c, "predicted", source{})
	if err != nil {
		return err
	}
	xs, err := readPredictors(ctx, c, ys)
	if err != nil {
		return err
	}
	if c.IsSet("matrix") {
		t, err := matrix(c, xs, ys)
		if err != nil {
			return err
		}
		return cli.WriteTable(c, env, t)
	}
	t, err := lines(c, env, xs, ys)
	if err != nil {
		return err
	}
	if err := draw(c, xs, ys, t); err != nil {
		return err
	}
	return cli.WriteTable(c, env, t)
}

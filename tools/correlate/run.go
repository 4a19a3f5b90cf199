package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/correlate"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/result"
)

const description = `
Reads two scores per model, joins them by model and writes a line per pair of
scores: the number of models that have both, Pearson's r, Spearman's rho and
Kendall's tau with their two-sided p-values (those of the ranks exact up to 9
models), and the predictive power P(x1 > x2 | y1 > y2): how often the model with
the higher y has the higher x, too, with the pairs it was counted over.

A score is named FILE:COLUMN. The file is a CSV with a column model and either
the column itself or the columns benchmark and score, of which COLUMN names a
benchmark. published:COLUMN takes the scores that the program carries, of
HumanEval and BBH. Names of models are compared in lower case.

Examples:
  metrics --by model --no-total verified/ -o ours.csv
  correlate --x ours.csv:accuracy_low --y published:HumanEval
  correlate --x ours.csv:accuracy_low --y published:HumanEval --y published:BBH -o table.csv`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        "correlate",
		Usage:       "correlation and predictive power between scores per model",
		Description: description,
		Flags: append([]ucli.Flag{
			&ucli.StringFlag{Name: "x", Usage: "the `SCORE` that is to predict, FILE:COLUMN"},
			&ucli.StringSliceFlag{Name: "y", Usage: "a `SCORE` to be predicted, FILE:COLUMN; may be given again"},
		}, result.Flags()...),
		Action: action,
	}, args, stdin, stdout, stderr)
}

func action(_ context.Context, c *ucli.Context, env *cli.Env) error {
	if c.String("x") == "" || len(c.StringSlice("y")) == 0 {
		return cli.Usagef("expected --x FILE:COLUMN and --y FILE:COLUMN")
	}
	if err := result.Check(c); err != nil {
		return err
	}
	x, err := scores(c.String("x"))
	if err != nil {
		return fmt.Errorf("--x %w", err)
	}
	t := &table.Table{Columns: columns}
	for _, name := range c.StringSlice("y") {
		y, err := scores(name)
		if err != nil {
			return fmt.Errorf("--y %w", err)
		}
		models, xs, ys := correlate.Join(x, y)
		r, err := correlate.Of(xs, ys)
		if err != nil {
			return fmt.Errorf("%s and %s: %w", c.String("x"), name, err)
		}
		env.Log.Info("joined", "x", c.String("x"), "y", name, "models", strings.Join(models, ", "))
		t.Rows = append(t.Rows, []any{
			c.String("x"), name, int64(r.Models), r.Pearson, r.P, r.Spearman, r.SpearmanP, r.Kendall, r.KendallP,
			r.Power, int64(r.Concordant), int64(r.Pairs), int64(r.TiesX), int64(r.TiesY),
		})
	}
	return result.Write(c, env, t)
}

var columns = []table.Column{
	{Name: "x", Kind: table.String},
	{Name: "y", Kind: table.String},
	{Name: "models", Kind: table.Int},
	{Name: "pearson", Kind: table.Float},
	{Name: "pearson_p", Kind: table.Float},
	{Name: "spearman", Kind: table.Float},
	{Name: "spearman_p", Kind: table.Float},
	{Name: "kendall", Kind: table.Float},
	{Name: "kendall_p", Kind: table.Float},
	{Name: "predictive_power", Kind: table.Float},
	{Name: "concordant", Kind: table.Int},
	{Name: "pairs", Kind: table.Int},
	{Name: "ties_x", Kind: table.Int},
	{Name: "ties_y", Kind: table.Int},
}

// published is the file that the program carries.
const published = "scores/benchmarks.csv"

// scores reads the score that FILE:COLUMN names.
func scores(name string) (correlate.Scores, error) {
	i := strings.LastIndexByte(name, ':')
	if i < 1 || i == len(name)-1 {
		return nil, cli.Usagef("%q: expected FILE:COLUMN", name)
	}
	file, column := name[:i], name[i+1:]
	var content []byte
	var err error
	if file == "published" {
		content, err = data.FS.ReadFile(published)
	} else {
		content, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, err
	}
	s, err := correlate.ReadScores(bytes.NewReader(content), column)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

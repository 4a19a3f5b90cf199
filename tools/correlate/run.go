// Package correlate is the program correlate. It measures how well some scores of
// models, the predictors, predict other scores of the same models, such as those in a
// benchmark. The input is tables of scores. The output is a table with a line for each
// pair of a predictor and a predicted score, or a figure. See
// docs/explanation/correlate.md.
package correlate

import (
	"context"
	"fmt"
	"strings"

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
  FILE:COLUMN       a table (.csv), such as one of metrics, with the columns
                    of --join and either COLUMN or the columns benchmark and
                    score, where COLUMN names a benchmark; lines of one point
                    are averaged, weighted by their rows
  published:COLUMN  published scores of HumanEval and BBH, which are built in
COLUMN can be *, which means all benchmarks of a table.

--plot draws a scatter for each pair of scores.

Examples:
  metrics --by model,num_operators verified/ -o ours.csv
  correlate --predictor ours.csv:accuracy_low --predicted published:HumanEval
  correlate -x ours.csv:accuracy_low --where 'num_operators <= 6' \
    -y 'published:*'
  correlate -x ours.csv:accuracy_low -y 'published:*' --plot scatter.svg`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "correlate",
		Usage:       "correlate scores of models",
		Description: description,
		Main:        []string{"predictor", "predicted", "join", "where", "where-for", "output", "format", "plot", "plot-of", "aliases"},
		Groups:      cli.Level | cli.Rounds | cli.Seed | cli.Table | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringSliceFlag{Name: "predictor", Aliases: []string{"x"}, Usage: "`SCORE` of the predictor, NAME:COLUMN; may be repeated"},
			&ucli.StringSliceFlag{Name: "predicted", Aliases: []string{"y"}, Usage: "predicted `SCORE`, NAME:COLUMN; may be repeated"},
			&ucli.StringFlag{Name: "where", Usage: "only lines of the predictors that meet a `CONDITION`, such as \"num_operators <= 6\""},
			&ucli.StringSliceFlag{Name: "where-for", Usage: "`SCORE=CONDITION` for one predicted score alone, such as \"HumanEval=depth <= 7\"; may be repeated"},
			&ucli.StringFlag{Name: "join", Value: keyModel, Usage: "join the scores by these `COLUMNS`"},
			&ucli.StringFlag{Name: "aliases", Usage: "`FILE`.csv with further names of models: columns alias and model"},
			&ucli.StringFlag{Name: "plot-of", Usage: "with --plot: draw this `COLUMN` of the table as a dot per pair"},
		},
		Action: action,
	}
}

// action writes the table of pairs, and draws its figure.
func action(_ context.Context, c *ucli.Context, env *cli.Env) error {
	if env.Given("plot-of") && c.String("plot") == "" {
		return cli.Usagef("--plot-of has no effect here: it is for --plot")
	}
	j, err := newJoiner(c)
	if err != nil {
		return err
	}
	pairs, err := readPairs(c, env, j)
	if err != nil {
		return err
	}
	t, err := pairTable(c, env, pairs)
	if err != nil {
		return err
	}
	if err := draw(c, env, j, pairs, t); err != nil {
		return err
	}
	return cli.WriteTable(c, env, t)
}

// readPairs joins each predictor with each predicted score.
func readPairs(c *ucli.Context, env *cli.Env, j *joiner) (pairs []pair, err error) {
	if len(c.StringSlice("predictor")) == 0 || len(c.StringSlice("predicted")) == 0 {
		return nil, cli.Usagef("expected --predictor NAME:COLUMN and --predicted NAME:COLUMN")
	}
	ys, err := scores(c, "predicted")
	if err != nil {
		return nil, err
	}
	conditions, err := conditionsOf(c, ys)
	if err != nil {
		return nil, err
	}
	xs, err := scores(c, "predictor")
	if err != nil {
		return nil, err
	}
	read := func(flag string, s score, where table.Condition) (map[point]float64, error) {
		points, partial, err := s.points(j, where)
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %w", flag, strings.TrimSuffix(s.name, ":"+s.column), err)
		}
		if partial > 0 {
			env.Log.Warn("lines without a value in a column of --join are left out", "score", s.name, "lines", partial)
		}
		return points, nil
	}
	for _, x := range xs {
		for i, y := range ys {
			predictor, err := read("predictor", x, conditions[i])
			if err != nil {
				return nil, err
			}
			predicted, err := read("predicted", y, table.Condition{})
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, join(x, y, predictor, predicted))
		}
	}
	return pairs, nil
}

// scores opens the scores that a flag names: NAME:COLUMN, or all benchmarks of NAME:*.
func scores(c *ucli.Context, flag string) (all []score, err error) {
	for _, name := range c.StringSlice(flag) {
		i := strings.LastIndexByte(name, ':')
		if i < 1 || i == len(name)-1 {
			return nil, cli.Usagef("--%s %q: expected NAME:COLUMN", flag, name)
		}
		in, err := open(name[:i])
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %w", flag, name[:i], err)
		}
		columns := []string{name[i+1:]}
		if columns[0] == "*" {
			if columns = in.benchmarks(); columns == nil {
				return nil, fmt.Errorf("--%s %s: found no column benchmark with names", flag, name[:i])
			}
		}
		for _, column := range columns {
			all = append(all, score{name[:i] + ":" + column, column, in})
		}
	}
	return all, nil
}

// conditionsOf returns the condition on the predictors for each predicted score: that of
// --where, and those of --where-for that name the score.
func conditionsOf(c *ucli.Context, ys []score) ([]table.Condition, error) {
	where := c.String("where")
	common, err := table.ParseCondition(where)
	if err != nil {
		return nil, cli.Usagef("--where: %w", err)
	}
	conditions := make([]table.Condition, len(ys))
	for i := range ys {
		conditions[i] = common
	}
	for _, text := range c.StringSlice("where-for") {
		name, own, found := strings.Cut(text, "=")
		if !found {
			return nil, cli.Usagef("--where-for: found %q, expected SCORE=CONDITION", text)
		}
		condition, err := table.ParseCondition(own)
		if err == nil && where != "" {
			condition, err = table.ParseCondition("(" + where + ") and (" + own + ")")
		}
		if err != nil {
			return nil, cli.Usagef("--where-for: %s: %w", name, err)
		}
		matched := false
		for i, y := range ys {
			if y.name == name || y.column == name {
				matched, conditions[i] = true, condition
			}
		}
		if !matched {
			return nil, cli.Usagef("--where-for: no predicted score is called %q", name)
		}
	}
	return conditions, nil
}

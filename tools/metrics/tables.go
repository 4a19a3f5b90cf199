package metrics

import (
	"context"
	"io"
	"math"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
)

const compareDescription = `
Compares the values of a column, such as models or prompts, on the formulas
that both values have: the difference in accuracy and in compliance, with
intervals; McNemar's test; and a permutation test. Each pair of values has a
line.

Examples:
  metrics compare verified/
  metrics compare --column prompt --baseline 0-shot --by num_operators \
    verified/
  metrics compare --by num_operators:10 --plot difference.svg verified/`

// Compare describes the command that compares the values of a column.
func Compare() cli.Command {
	return cli.Command{
		Name:        "metrics compare",
		Usage:       "compare models, prompts or other values of a column",
		Description: compareDescription,
		Main:        []string{"column", "baseline", "by", "where", "output", "plot", "plot-of", "level", "rounds"},
		Groups:      groups | cli.Level | cli.Rounds | cli.Seed | cli.Plot,
		Flags: []ucli.Flag{
			columnFlag("model", "`COLUMN` whose values are compared"),
			&ucli.StringFlag{Name: "baseline", Usage: "the `VALUE` with which the others are compared (default: each with each)"},
			byFlag(), plotOfFlag(columnsDrawn),
		},
		Action: action(compare),
	}
}

func compare(ctx context.Context, j *job) error {
	c := j.c
	column, level, rounds := c.String("column"), c.Float64("level"), c.Int("rounds")
	p := metrics.NewComparison(j.by, column, c.String("baseline"))
	if err := j.readBy(ctx, p, append(j.by, metrics.By(column)...)...); err != nil {
		return err
	}
	if j.counted == 0 {
		return j.noColumn("--column", "a column", column)
	}
	if err := p.Check(); err != nil {
		return cli.Usagef("--column: %w", err)
	}
	t := p.Table(level, rounds, c.Uint64("seed"))
	return j.finish(t, (&plot{c: c, table: t, keys: j.by, of: differences}).draw, nil)
}

const judgesDescription = `
Compares the answers of LLM judges with the verdicts. Each judge and group
has a line: accuracy, precision, recall, F1 and others.

Examples:
  metrics judges judged.jsonl
  metrics judges --by num_operators:5 judged.jsonl
  metrics judges --by dataset,num_operators --plot-of f1 --plot f1.svg judged/`

// Judges describes the command about LLM judges.
func Judges() cli.Command {
	return cli.Command{
		Name:        "metrics judges",
		Usage:       "compare the answers of LLM judges with the verdicts",
		Description: judgesDescription,
		Groups:      groups | cli.Level | cli.Plot,
		Flags:       []ucli.Flag{byFlag(), plotOfFlag(columnsDrawn)},
		Action: action(func(ctx context.Context, j *job) error {
			judges := metrics.NewJudges(j.by)
			if err := j.readBy(ctx, judges, j.by...); err != nil {
				return err
			}
			if judges.Empty() {
				return cli.Usagef("no row has a judgement")
			}
			t := judges.Table(j.c.Float64("level"))
			return j.finish(t, (&plot{c: j.c, table: t, keys: j.by, of: ofJudges}).draw, nil)
		}),
	}
}

const horizonDescription = `
Writes the complexity at which the accuracy falls to a share, by default one
half, from a fitted curve (Weibull), with an interval.

Examples:
  metrics horizon --by model verified/
  metrics horizon --share 0.5,0.9 --column num_quantifiers verified/`

// Horizon describes the command about the complexity at which accuracy falls.
func Horizon() cli.Command {
	return cli.Command{
		Name:        "metrics horizon",
		Usage:       "find the complexity at which the accuracy falls to a share",
		Description: horizonDescription,
		Groups:      groups | cli.Level,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "share", Value: "0.5", Usage: "the `SHARES` of accuracy, separated by commas"},
			columnFlag("complexity", "numeric `COLUMN` of the complexity"),
			byFlag(),
		},
		Action: action(horizon),
	}
}

func horizon(ctx context.Context, j *job) error {
	c := j.c
	var shares []float64
	if err := cli.Parse(c, "share", cli.List(metrics.ParseShare), &shares); err != nil {
		return err
	}
	if len(shares) == 0 {
		return cli.Usagef("--share: found no share, expected some such as 0.5")
	}
	column := c.String("column")
	h := metrics.NewHorizons(j.by, column, shares)
	if err := j.readBy(ctx, h, j.by...); err != nil {
		return err
	}
	switch {
	case j.left > 0 && j.counted == 0:
		return j.noColumn("--column", "a number in column", column)
	case j.left > 0:
		j.note("%d of %d rows have no number in column %s and are left out", j.left, j.counted+j.left, column)
	}
	return j.finish(h.Table(c.Float64("level")), nil, nil)
}

const selectiveDescription = `
Measures how well a score tells right answers from wrong ones, such as the
agreement that vote computes, or a confidence in a column: AUROC, the area
under the risk-coverage curve (AURC), the accuracy of the better half, and
the lowest score above which the accuracy reaches --target. This threshold is
found on one half of the questions, with the confidence --level; coverage and
accuracy_kept are those of the other half. --plot draws the accuracy over the
coverage.

Examples:
  vote answers.jsonl | verify -o votes.parquet
  metrics selective votes.parquet
  metrics selective --score semantic_entropy --by dataset --plot curve.svg \
    votes.parquet`

// Selective describes the command about selective prediction.
func Selective() cli.Command {
	return cli.Command{
		Name:        "metrics selective",
		Usage:       "measure how well a score such as agreement predicts right answers",
		Description: selectiveDescription,
		Groups:      groups | cli.Level | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "score", Value: "agreement", Usage: "numeric `COLUMN`; or COLUMN:low if low values are good"},
			&ucli.Float64Flag{Name: "target", Value: 0.95, Usage: "the `ACCURACY` that the threshold must reach"},
			byFlag(),
		},
		Action: action(selective),
	}
}

func selective(ctx context.Context, j *job) error {
	c := j.c
	target, column := c.Float64("target"), c.String("score")
	if !(target > 0 && target < 1) {
		return cli.Usagef("--target: found %v, expected a share above 0 and below 1", target)
	}
	s := metrics.NewSelective(j.by, column)
	if err := j.readBy(ctx, s, j.by...); err != nil {
		return err
	}
	switch {
	case s.Answers() == 0:
		return j.noColumn("--score", "a verdict and a number in column", strings.TrimSuffix(column, ":low"))
	case j.left > 0:
		j.note("%d of %d rows have no verdict or no number in column %s and are left out", j.left, s.Answers()+int64(j.left), strings.TrimSuffix(column, ":low"))
	}
	draw := func(w io.Writer, o figure.Options) error {
		curve := s.Curve()
		var charts figure.Charts
		at := curve.Place("coverage")
		for _, row := range curve.Rows {
			var line []string
			for i, k := range j.by {
				line = append(line, lineName(k.Column, row[i]))
			}
			charts.Panel("", "accuracy of the kept answers").Add(strings.Join(line, ", "), figure.Point{X: number(row[at]), Y: number(row[at+1]), Low: math.NaN(), High: math.NaN(), Upper: math.NaN()})
		}
		return figure.Lines(w, o, charts, figure.Axes{X: "coverage: share of the answers that are kept", Most: 1})
	}
	return j.finish(s.Table(target, c.Float64("level")), draw, nil)
}

const crossedDescription = `
Estimates which stage loses the truth, from informalizers that are crossed
with autoformalizers, as by a study of run. For each model, it writes the rate
at which its descriptions are right, and the rate at which it formalizes right
descriptions correctly.

Examples:
  metrics crossed crossed/
  metrics crossed --by complexity:5 crossed/`

// Crossed describes the command about crossed models.
func Crossed() cli.Command {
	return cli.Command{
		Name:        "metrics crossed",
		Usage:       "estimate which stage of which model loses the truth",
		Description: crossedDescription,
		Groups:      groups | cli.Level,
		Flags:       []ucli.Flag{byFlag()},
		Action:      action(crossed),
	}
}

func crossed(ctx context.Context, j *job) error {
	if slices.ContainsFunc(j.by, func(k metrics.Key) bool { return k.Column == "model" }) {
		return cli.Usagef("--by: found model, expected another column: the table has lines for models")
	}
	x := metrics.NewCrossing(j.by, j.c.Float64("level"))
	if err := j.readBy(ctx, x, append(j.by, metrics.By("model")...)...); err != nil {
		return err
	}
	if j.left > 0 {
		j.note("%d rows are left out: they have no description, no verdict, an error, or are of a later round", j.left)
	}
	t, err := x.Rates()
	if err != nil {
		return err
	}
	if p := x.Trend(); p < 0.01 {
		j.note("accuracy depends on the complexity of the formulas (p = %.2g): complex formulas are hard for all autoformalizers, so their errors are not independent, and the rates can mislead; group formulas of similar complexity, as by --by complexity:5", p)
	}
	if err := x.Unfit(); err != nil {
		j.note("groups without lines: %v", err)
	}
	return j.finish(t, nil, nil)
}

const datasetDescription = `
Writes statistics of the formulas of a dataset, independently of answers and
verdicts. --table selects one of two tables:

  summary  for each measure, such as depth: mean, quartiles, categories and others
  counts   for each value of a measure, the number of items. --plot draws them

Examples:
  metrics dataset fol.jsonl
  metrics dataset --table counts --plot-of depth,num_and --plot counts.svg \
    fol.jsonl`

// Dataset describes the command about the formulas of a dataset.
func Dataset() cli.Command {
	return cli.Command{
		Name:        "metrics dataset",
		Usage:       "compute statistics of the formulas",
		Description: datasetDescription,
		Groups:      groups | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "table", Value: "summary", Usage: "`TABLE` to write: summary or counts"},
			plotOfFlag("`MEASURES` that --plot draws, separated by commas (default: those that vary)"),
		},
		Action: action(dataset),
	}
}

func dataset(ctx context.Context, j *job) error {
	c, d := j.c, metrics.NewDataset(verify.TrivialRow)
	tables := map[string]func() *table.Table{"summary": d.Summary, "counts": d.Counts}
	which := c.String("table")
	if tables[which] == nil {
		return cli.Usagef("--table: found %q, expected summary or counts", which)
	}
	if c.IsSet("plot") && which != "counts" {
		return cli.Usagef("--plot has no effect here: it is for --table counts")
	}
	if err := j.read(ctx, d); err != nil {
		return err
	}
	t := tables[which]()
	return j.finish(t, func(w io.Writer, o figure.Options) error {
		return drawCounts(w, o, t, c.String("plot-of"))
	}, nil)
}

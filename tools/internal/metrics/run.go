// Package metrics is the program metrics. The input is rows with verdicts. The output is
// a table of compliance (the share of the rows whose formula parses) and accuracy (the
// share of the rows that are proved equivalent), or another table that the flags select.
// With --plot, the program also draws figures of the table. See docs/metrics.md.
package metrics

import (
	"context"
	"errors"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Reads verified rows from files, directories or stdin, and writes a line per group
and one for all rows:

  rows           rows; those with an error count as not compliant and wrong
  compliance     share of the rows whose formula parses
  compliance_answered  the same without rows that have an error, such as answers
                 that are cut off or refused
  accuracy_low   share of the rows proved equivalent
  accuracy_high  share of the rows proved equivalent or unknown
  interval_...   Wilson intervals: lower end for accuracy_low, upper end for
                 accuracy_high
  unknown, noncompliant, error, leak   numbers of rows
  gold_error     number of rows whose fs does not parse. No rate counts them
  batches, ..._mean, ..._sd            over the batches of a group, if it has several

--show adds columns:

  strict         compliance of whole answers, before the formula is extracted
  lenient        rows that verify --lenient repaired, and the rates without them
  shares         the classes as shares of the rows
  intervals      Wilson intervals of compliance
  relations      wrong formulas that are stronger, weaker or incomparable
  aligned        accuracy up to names (verify --align)
  outcomes       last model calls that were truncated, refused, empty, too long or failed
  disagreement   mean of the column disagreement
  runs           mean and standard deviation over the runs
  samples        pass@k (for -k) and majority over the rows of each formula
  clustered      standard error of accuracy_low, clustered by formula
  text           nl against the sentence in the column --reference: BLEU, ROUGE
                 and chrF, each with its deviation over runs (_sd), correlation
                 with the verdict (_r) and p-value (_p)
  edits          fs_out against fs: BLEU of symbols, edit distance of trees, LE,
                 each with the same columns
  edits-all      BLEU and LE over all rows, 0 where fs_out does not parse, with the
                 deviation over runs (_sd) and the mean of the runs' correlations (_r)
  bound          p_I, p_A and p_H from --readings, and the bound of false positives
                 for chains of --chain rounds
  survival       chains of rounds (column step) in which all rounds are equivalent;
                 with bound, also the bound for as many rounds
  bootstrap      percentile and BCa intervals of accuracy_low over formulas

--score-columns averages numeric columns of the rows, each with its correlation
with the verdict, such as METEOR and BERTScore by data/examples/text_scores.py.

Six other tables replace this one:

  --judges           answers of LLM judges against the verdict
  --compare COLUMN   the values of a column, such as model or prompt, compared on
                     the formulas that both have
  --dataset-stats    statistics of the formulas
  --suspicious       formulas that no model gets right in any run, so that they may
                     be wrong themselves
  --horizon SHARE    the number of operators at which the accuracy falls to a share
  --who              for informalizers crossed with autoformalizers: the rate at
                     which each model's descriptions are right, and at which it
                     formalizes right descriptions correctly (rates); pairs of models
                     with a private code (pairs); rows in which two errors probably
                     cancel out (false-positives)

--require is a gate, for prompts for example: the exit code is 3 unless each line of
the table meets the condition, that of all rows included. A table without rows fails.

--plot draws the groups: a panel per dataset, if dataset is among the columns of
--by. If the last column of --by has numbers, it is the x-axis, with a line per
value of the rest. Otherwise, it has categories, which are rows with dots. Without
--by, the categories are the models or other settings. --plot-of names the figures
to draw: each has its row of panels, and figures with + between share one. judge_f1
is the column f1 of --judges, with a line per judge, also in the table. With --dataset-stats counts,
--plot draws the distribution of each measure, or of those of --plot-of.

In --by, complexity is AutoEval's descriptional complexity: the depth of a regular
expression, and num_operators of other formulas.

The text table omits empty columns; CSV, JSON and Parquet have all columns.
Markdown and LaTeX write an estimate and its interval as 0.840 ± 0.030.
docs/metrics.md defines each figure.

Examples:
  metrics verified.jsonl
  metrics --by num_operators verified/ -o by-operators.csv
  metrics --by dataset,num_operators:5 --where "model ~ 'rules'" *.parquet
  metrics --by model --show relations,clustered verified/
  metrics --by model --show samples -k 1,5 samples.parquet
  metrics --by model --show text,edits --reference gold gold.jsonl
  metrics --compare prompt --baseline 0-shot --by num_operators verified/
  metrics --by model,step --show survival --plot-of survival --plot survival.svg chains.jsonl
  metrics --judges --by num_operators:5 judged.jsonl
  metrics --by model --bold accuracy_low verified/ -o models.tex
  metrics --by dataset,model,num_operators --plot accuracy.svg verified/
  metrics --by dataset,model --plot models.pdf --title Accuracy --width 17cm verified/
  metrics --by dataset,model,complexity --plot-of compliance,accuracy,judge_f1 --plot grid.svg judged/
  metrics --by model --require "accuracy_low >= 0.95" 3sat.jsonl
  metrics --suspicious runs.jsonl
  metrics --by model --horizon 0.5 verified/
  metrics --dataset-stats counts fol.jsonl -o counts.csv
  metrics --who rates crossed/
  ... | verify | metrics --by num_quantifiers`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "metrics",
		Usage:       "compute rates from verified rows",
		Description: description,
		Main:        []string{"by", "where", "show", "output", "format", "plot", "compare", "horizon", "judges", "require"},
		Groups:      cli.ReaderGroups | cli.Where | cli.Duplicates | cli.Level | cli.Rounds | cli.Seed | cli.Table | cli.Plot,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "by", Usage: "`COLUMNS` to group by, separated by commas; column:5 makes bins of width 5 (default: for the main table, dataset, model, prompt, params and instructions, if they vary)"},
			&ucli.StringFlag{Name: "batch-by", Value: "batch", Usage: "`COLUMN` that names the batch; empty for none"},
			&ucli.BoolFlag{Name: "no-total", Usage: "leave out the line for all rows"},
			&ucli.StringFlag{Name: "show", Usage: "sets of `COLUMNS` to add, separated by commas: strict, lenient, shares, intervals, relations, aligned, outcomes, disagreement, runs, samples, clustered, bootstrap, text, edits, edits-all, bound, survival"},
			&ucli.BoolFlag{Name: "count-gold-errors", Usage: "count rows whose fs does not parse as errors: they lower all rates"},
			&ucli.StringFlag{Name: "reference", Usage: "for --show text: `COLUMN` of the reference sentence"},
			&ucli.StringFlag{Name: "score-columns", Usage: "numeric `COLUMNS` to average, separated by commas, each with its correlation with the verdict"},
			&ucli.StringFlag{Name: "readings", Usage: "for --show bound: `FILE` of verified rows in which a trusted model formalized the same descriptions"},
			&ucli.StringFlag{Name: "chain", Value: "1,2,5", Usage: "for --show bound: `NUMBERS` of rounds in a chain, separated by commas"},
			&ucli.StringFlag{Name: "k", Value: "1", Usage: "`NUMBERS` of samples for pass@k, separated by commas"},
			&ucli.BoolFlag{Name: "judges", Usage: "instead of the main table, compare the answers of LLM judges with the verdicts"},
			&ucli.StringFlag{Name: "compare", Usage: "instead of the main table, compare the values of a `COLUMN`"},
			&ucli.StringFlag{Name: "baseline", Usage: "with --compare: the `VALUE` with which the others are compared (default: each with each)"},
			&ucli.StringFlag{Name: "dataset-stats", Usage: "instead of the main table, write statistics of the formulas; `WHAT` is summary or counts"},
			&ucli.BoolFlag{Name: "suspicious", Usage: "instead of the main table, list the formulas that no model gets right in any run"},
			&ucli.StringSliceFlag{Name: "require", Usage: "exit with code 3 unless each line of the table meets this `CONDITION`, such as \"accuracy_low >= 0.95\"; may be repeated"},
			&ucli.StringFlag{Name: "horizon", Usage: "instead of the main table, write the complexity at which the accuracy falls to these `SHARES`, separated by commas, such as 0.5"},
			&ucli.StringFlag{Name: "horizon-of", Value: "complexity", Usage: "for --horizon: numeric `COLUMN` of the complexity"},
			&ucli.StringFlag{Name: "who", Usage: "instead of the main table, estimate which stage loses the truth; `WHAT` is rates, pairs or false-positives"},
			&ucli.StringFlag{Name: "plot-of", Usage: "`FIGURES` that --plot draws, separated by commas or +: accuracy, compliance, judge_f1, another column, or one that ends in _mean, with its standard deviation (default: accuracy)"},
		},
		Uses:   uses,
		Action: action,
	}
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.OneOf(c, tables...); err != nil {
		return err
	}
	to, err := choose(c, env)
	if err != nil {
		return err
	}
	keys, err := groupedBy(c)
	if err != nil {
		return err
	}
	pooled := metrics.NewPooled(keys...)
	columns := append(to.columns, pooled.Columns()...)
	if to.count != nil {
		err = cli.Count(ctx, c, env, columns, func(r *record.Row, n int64) {
			to.count(r, n)
			pooled.Add(r)
		})
	} else {
		err = cli.Select(ctx, c, env, columns, func(r *record.Row) {
			to.add(r)
			pooled.Add(r)
		})
	}
	if err != nil {
		return err
	}
	t, err := to.table()
	if err != nil {
		return err
	}
	var judges *table.Table
	if to.judges != nil {
		if judges, err = to.judges(); err != nil {
			return err
		}
	}
	if c.String("dataset-stats") == "" && !c.Bool("suspicious") { // formulas have no settings
		cli.NotePooled(env, pooled)
	}
	if err := draw(c, t, judges); err != nil {
		return err
	}
	met := require(c, t)
	if cli.ExitCode(met) == cli.ExitUsage {
		return met
	}
	if to.doubt != nil && met == nil {
		met = to.doubt()
	}
	if judges != nil {
		t = withJudges(c, t, judges)
	}
	return errors.Join(cli.WriteTable(c, env, t), met)
}

// groupedBy returns the columns by which the table has lines.
func groupedBy(c *ucli.Context) ([]metrics.Key, error) {
	if bySettings(c) {
		return metrics.Settings(), nil
	}
	var keys []metrics.Key
	err := cli.Parse(c, "by", cli.List(metrics.ParseKey), &keys)
	if compared := c.String("compare"); compared != "" {
		keys = append(keys, metrics.By(compared)...)
	}
	if c.IsSet("who") { // it has lines of models
		keys = append(keys, metrics.By("model")...)
	}
	return keys, err
}

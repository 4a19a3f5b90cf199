package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/filter"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/result"
)

const description = `
Reads rows that verify has seen, from files, directories or stdin, and writes a
line per group and one over all rows:

  rows           attempts; those with an error stay in, and count as wrong
  compliance     share of the answers that parse
  accuracy_low   share of the rows proved equivalent
  accuracy_high  the same with the rows left open (unknown) counted in
  interval_...   from the Wilson interval of the one bound to that of the other
  unknown, noncompliant, error, leak   numbers of rows
  batches, ..._mean, ..._sd            over the batches of a group, from two on

Text leaves out columns that have no value; CSV, JSON and Parquet have them all.

Examples:
  metrics verified.jsonl
  metrics --by num_operators verified/ -o by-operators.csv
  metrics --by dataset,num_operators:5 --where "model ~ 'rules'" *.parquet
  ... | verify | metrics --by num_quantifiers`

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        "metrics",
		Usage:       "rates of compliance and accuracy from verified rows",
		Description: description,
		Groups:      cli.ReaderGroups,
		Flags: append([]ucli.Flag{
			&ucli.StringFlag{Name: "by", Usage: "`COLUMNS` to group by, with commas between; column:5 makes bins of width 5"},
			&ucli.StringFlag{Name: "where", Usage: "only rows that meet a `CONDITION`, such as \"num_operators < 7 and dataset = 'fol'\""},
			&ucli.StringFlag{Name: "batch-by", Value: "batch", Usage: "`COLUMN` that tells the batches apart; empty for none"},
			&ucli.Float64Flag{Name: "level", Value: 0.95, Usage: "`LEVEL` of the intervals, between 0 and 1"},
			&ucli.BoolFlag{Name: "no-total", Usage: "leave out the line over all rows"},
		}, result.Flags()...),
		Action: action,
	}, args, stdin, stdout, stderr)
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	keys, err := parseKeys(c.String("by"))
	if err != nil {
		return cli.Usagef("--by: %w", err)
	}
	where, err := filter.Parse(c.String("where"))
	if err != nil {
		return cli.Usagef("--where: %w", err)
	}
	level := c.Float64("level")
	if !(level > 0 && level < 1) {
		return cli.Usagef("--level: found %v, expected a number between 0 and 1", level)
	}
	if err := result.Check(c); err != nil {
		return err
	}
	summary := metrics.New(keys, c.String("batch-by"))
	err = cli.EachRow(ctx, c, env, func(r *record.Row, _ shard.Position) error {
		if where.Match(r) {
			summary.Add(r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if missing := summary.Missing(); missing != nil {
		return cli.Usagef("--by: no row has a column %s", strings.Join(missing, ", "))
	}
	if total := summary.Total(); total.Unverified > 0 {
		fmt.Fprintf(env.Stderr, "metrics: %d of %d rows have no verdict and count as errors: verify has not seen them\n", total.Unverified, total.Rows)
	}
	t := summary.Table(level)
	if t.Total && c.Bool("no-total") {
		t.Rows, t.Total = t.Rows[:len(t.Rows)-1], false
	}
	return result.Write(c, env, t)
}

// parseKeys reads a list of columns with commas between.
func parseKeys(list string) ([]metrics.Key, error) {
	if list == "" {
		return nil, nil
	}
	var keys []metrics.Key
	for name := range strings.SplitSeq(list, ",") {
		k, err := metrics.ParseKey(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		keys = append(keys, k)
	}
	return keys, nil
}

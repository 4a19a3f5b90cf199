// Package metrics is the program metrics. The input is rows with verdicts. The output is
// a table of compliance (the share of the rows whose formula parses) and accuracy (the
// share of the rows that are proved equivalent). The sub-commands make other tables, such
// as comparisons of models. With --plot, the program also draws figures of the table. See
// docs/reference/metrics.md.
package metrics

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/figure"
	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Reads verified rows, and writes a line per group and one for all rows:

  compliance     share of the rows whose formula parses
  accuracy_low   share of the rows proved equivalent
  accuracy_high  share of the rows proved equivalent or unknown

--plot draws the groups: a panel per dataset, a line per value of the other
columns of --by, and the last column as the x-axis. docs/reference/metrics.md
defines all columns.

Examples:
  metrics verified.jsonl
  metrics --by dataset,num_operators:5 --where "model ~ 'rules'" *.parquet
  metrics --by dataset,model,num_operators --plot accuracy.svg verified/`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "metrics",
		Usage:       "compute rates from verified rows",
		Description: description,
		Main:        []string{"by", "where", "show", "k", "output", "format", "plot", "plot-of", "level"},
		Groups:      groups | cli.Level | cli.Plot,
		Flags: []ucli.Flag{
			byFlag(),
			&ucli.StringFlag{Name: "show", Usage: "sets of `COLUMNS` to add, separated by commas: intervals, aligned, outcomes, runs, samples, text, edits"},
			&ucli.BoolFlag{Name: "no-total", Usage: "leave out the line for all rows"},
			&ucli.StringFlag{Name: "reference", Usage: "for --show text: `COLUMN` of the reference sentence"},
			&ucli.StringFlag{Name: "score-columns", Usage: "numeric `COLUMNS` to average, separated by commas"},
			&ucli.StringFlag{Name: "k", Value: "1", Usage: "for --show samples: the `NUMBERS` k of pass@k"},
			plotOfFlag(columnsDrawn),
		},
		Action: action(rates),
		Subs:   []cli.Command{Compare(), Crossed(), Dataset(), Horizon(), Judges(), Selective()},
	}
}

// groups are the shared flags of all tables.
const groups = cli.ReaderGroups | cli.Where | cli.Duplicates | cli.Table

// Flags of several tables.

func byFlag() ucli.Flag {
	return &ucli.StringFlag{Name: "by", Usage: "`COLUMNS` to group by, separated by commas; column:5 makes bins of width 5"}
}

func columnFlag(value, usage string) ucli.Flag {
	return &ucli.StringFlag{Name: "column", Value: value, Usage: usage}
}

func plotOfFlag(usage string) ucli.Flag { return &ucli.StringFlag{Name: "plot-of", Usage: usage} }

// columnsDrawn describes --plot-of of tables with a line per group.
const columnsDrawn = "`FIGURES` that --plot draws, separated by commas or, in one panel, by +: accuracy (the default), judge_f1, or a column"

// A counter counts rows for a table. Add reports whether a row counts.
type counter interface {
	Columns() []string // that Add reads
	Add(r *record.Row) bool
}

// A job makes one table.
type job struct {
	c        *ucli.Context
	env      *cli.Env
	by       []metrics.Key   // of --by
	pooled   *metrics.Pooled // the settings over which the lines average; nil if formulas are counted
	invented bool            // whether a row is of a built-in model

	counted, left int // rows that count, and those that do not
}

// action returns the action that makes a table.
func action(table func(context.Context, *job) error) func(context.Context, *ucli.Context, *cli.Env) error {
	return func(ctx context.Context, c *ucli.Context, env *cli.Env) error {
		j := &job{c: c, env: env}
		if c.IsSet("plot-of") && c.String("plot") == "" {
			return cli.Usagef("--plot-of has no effect here: it is for --plot")
		}
		if err := cli.Parse(c, "by", cli.List(metrics.ParseKey), &j.by); err != nil {
			return err
		}
		return table(ctx, j)
	}
}

// readBy counts the rows of a table whose lines have the given keys.
func (j *job) readBy(ctx context.Context, to counter, keys ...metrics.Key) error {
	j.pooled = metrics.NewPooled(keys...)
	return j.read(ctx, to)
}

// read counts the rows. It returns the error of a column of --by that no row has.
func (j *job) read(ctx context.Context, to counter) error {
	columns := to.Columns()
	if j.pooled != nil {
		columns = append(columns, j.pooled.Columns()...)
	}
	columns = append(columns, "model")
	err := cli.Rows{Columns: columns}.Each(ctx, j.c, j.env, func(r *record.Row, _ shard.Position) error {
		if strings.HasPrefix(r.Model, cli.BuiltIn) {
			j.invented = true
		}
		if !to.Add(r) {
			j.left++
			return nil
		}
		if j.counted++; j.pooled != nil {
			j.pooled.Add(r)
		}
		return nil
	})
	if by, ok := to.(interface{ Missing() []string }); ok && err == nil {
		err = cli.Absent(j.c, by.Missing())
	}
	return err
}

// finish draws the figure of a table, if the program has figures, and writes the table. doubt
// is the error of a table that is written nevertheless; it can be nil.
func (j *job) finish(t *table.Table, draw func(io.Writer, figure.Options) error, doubt error) error {
	names := t.Names()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return cli.Usagef("the table would have two columns %s", name)
		}
	}
	if j.pooled != nil {
		cli.NotePooled(j.env, j.pooled)
	}
	if draw != nil {
		err := cli.Draw(j.c, j.env, func(w io.Writer, o figure.Options) error {
			if j.invented {
				o.Note = cli.Invented
			}
			return draw(w, o)
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(cli.WriteTable(j.c, j.env, t), doubt)
}

// note prints a message about the rows.
func (j *job) note(format string, args ...any) {
	fmt.Fprintf(j.env.Stderr, j.env.Name+": "+format+"\n", args...)
}

// noColumn returns the error for columns that a flag names and no input row has.
func (j *job) noColumn(flag, lacks string, names ...string) error {
	return cli.NoColumn(j.c, flag, lacks, j.c.Args().Slice(), names...)
}

// figuresDrawn lists the figures of --plot-of.
func figuresDrawn(c *ucli.Context) []string {
	names := strings.FieldsFunc(c.String("plot-of"), func(r rune) bool { return r == ',' || r == '+' })
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return names
}

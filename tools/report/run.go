// Package report is the program report. The input is rows with the verdicts of verify,
// or rows with the scores of rank or reason. The output is one HTML file with figures, tables and a browser of
// the rows. Package analyze/report makes the file; this package has the flags. See
// docs/reference/figures.md.
package report

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/report"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/explain"
)

const description = `
Reads verified rows and writes one HTML file that opens from disk, without a
network: the accuracy with its interval, the horizon, the most frequent
mistake and the cost; comparisons of models; a curve against complexity; the
shortest wrong formulas of each kind; all rows with search and filters; and
tables.

Rows of rank and reason have the tables of rank scores and reason scores in
place of rates.

The figures count all rows. The browser shows at most --rows of them: beyond
that, a simple random sample by --seed.

Examples:
  report verified/ -o report.html
  report a.parquet b.parquet -o report.html
  report --rows 2000 --no-conversations --where "dataset = 'fol'" verified/ \
    -o small.html
  report ranked.jsonl answers.jsonl -o tasks.html
  ... | verify | report -o report.html`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "report",
		Usage:       "write one HTML file about verified rows",
		Description: description,
		Main:        []string{"output", "where", "title", "rows", "no-conversations", "overwrite", "level", "seed", "workers"},
		Groups:      cli.ReaderGroups | cli.Where | cli.Duplicates | cli.Level | cli.Seed,
		Flags: []ucli.Flag{
			&ucli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FILE` of the report, .html; - for stdout"},
			&ucli.BoolFlag{Name: "overwrite", Usage: "replace an existing output"},
			&ucli.IntFlag{Name: "rows", Value: 50_000, Usage: "maximum `NUMBER` of rows in the browser of rows"},
			&ucli.StringFlag{Name: "title", Usage: "`TEXT` above the report (default: the models and datasets)"},
			&ucli.BoolFlag{Name: "no-conversations", Usage: "leave out the conversations with models and judges"},
		},
		Action: action,
	}
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if c.Int("rows") < 0 {
		return cli.Usagef("--rows: found %d, expected 0 or more", c.Int("rows"))
	}
	switch name := c.String("output"); {
	case name == "":
		return cli.Usagef("expected --output FILE.html")
	case name != shard.Stdin && !slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(name))):
		return cli.Usagef("--output: output %s: found no known ending, expected .html", name)
	}
	if err := cli.CheckNew(c, "output"); err != nil {
		return err
	}
	page := report.New(report.Options{
		Version: cli.Version(), Level: c.Float64("level"), Rows: c.Int("rows"), Seed: c.Uint64("seed"), Conversations: !c.Bool("no-conversations"),
		Trivial: verify.TrivialRow, Title: c.String("title"),
		Witness: func(witness string) string { return explain.Witness(witness, "the original", "the model's formula") },
	})
	in := inputs{page: page, below: filepath.Dir(c.String("output")), parts: map[string]*report.Part{}, seen: map[string]bool{}}
	if err := in.addAll(c.Args().Slice()); err != nil {
		return err
	}
	err := cli.EachRow(ctx, c, env, func(r *record.Row, at shard.Position) error {
		if part := in.find(at.File); part != nil {
			part.Add(r)
		}
		return page.Add(r, at.String())
	})
	if err != nil {
		return err
	}
	if err := cli.WriteWhole(c, env, "the report", page.Write); err != nil {
		return err
	}
	if fault := page.Fault(); fault != "" {
		return cli.Limitf("finished, but %s", fault)
	}
	return nil
}

// Package convert has the code of the program convert, which imports datasets of other
// layouts, such as FOLIO, as rows. The program also changes the file format of rows, and
// exports training data.
// See docs/howto/csv.md.
package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Without --from, convert changes the format of rows: JSONL, Parquet, Arrow,
CSV. With --from it imports another layout, which docs/howto/csv.md
describes:

  folio          FOLIO's JSONL: a row for each sentence with its formula
  folio-stories  a row for each example, for verify --task entailment
  autoeval       AutoEval's dataset.json and *.verified.json
  nl-rx          regular expressions: targ.txt, with src.txt beside it
  structuredregex, vltl-bench, nl2tl, lang2ltl  of these projects
  text           one formula per line, with --formalism
  logieval       Multi-LogiEval's JSON, for reason --task logieval
  linc, logic-lm the replies of models that LINC and Logic-LM published
  ontology       the sentences of an ontology and their formulas

With --to sft, dpo or kto, convert writes training data
(docs/howto/reward.md).

Examples:
  convert -o rows.parquet rows.jsonl
  convert --from folio-stories folio-validation.jsonl |
    verify --task entailment
  convert --to dpo -o pairs.jsonl verified.jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "convert",
		Usage:       "import datasets, and change the format of rows",
		Description: description,
		Main:        []string{"from", "to", "output", "where", "limit", "formalism", "dataset", "ontology", "copy", "overwrite"},
		Groups:      cli.In | cli.Out | cli.Resume | cli.Workers | cli.Shard | cli.Limits | cli.Progress | cli.Where | cli.Limit,
		Flags:       flags(),
		Action:      action,
	}
}

// checkLayouts refuses flags that have no effect with --from and --to.
func checkLayouts(c *ucli.Context, env *cli.Env) error {
	trains := slices.Contains(trainers, c.String("to"))
	from := func(layout string) bool { return !trains && c.String("from") == layout }
	for _, u := range []struct {
		use   string
		holds bool
		flags []string
	}{
		{"rows, without --to " + strings.Join(trainers, ", "), !trains, []string{"from", "copy", "dataset", "formalism", "ontology", "format", "resume", "max-errors"}},
		{"--from folio", from("folio"), []string{"examples"}},
		{"--from rows; imported rows are described", from("rows"), []string{"describe"}},
		{"--to " + strings.Join(trainers, ", "), trains, []string{"stage"}},
	} {
		for _, flag := range u.flags {
			if !u.holds && env.Given(flag) {
				return cli.Usagef("--%s has no effect here: it is for %s", flag, u.use)
			}
		}
	}
	return nil
}

func flags() []ucli.Flag {
	const export = "TRAINING DATA"
	return []ucli.Flag{
		&ucli.StringFlag{Name: "from", Value: "rows", Usage: "`LAYOUT` of the inputs: " + strings.Join(layouts, ", ")},
		&ucli.IntFlag{Name: "examples", Usage: "with folio: add this `NUMBER` of examples for prompts"},
		&ucli.StringFlag{Name: "copy", Usage: "copy a column, as `FROM=TO`, such as nl=sentence"},
		&ucli.StringFlag{Name: "dataset", Usage: "`NAME` of the dataset instead of the layout's"},
		&ucli.StringFlag{Name: "formalism", Usage: "`FORMALISM` of the formulas: " + formalism.List()},
		&ucli.StringFlag{Name: "ontology", Usage: "`FILE` of ontologies, by the story_id of the rows"},
		&ucli.BoolFlag{Name: "describe", Usage: "with rows: set the columns that follow from the formula"},
		&ucli.StringFlag{Category: export, Name: "to", Usage: "`FORMAT` of training data: " + strings.Join(trainers, ", ")},
		&ucli.StringFlag{Category: export, Name: "stage", Value: "autoformalize", Usage: "`STAGE` whose answers are the examples: autoformalize or informalize"},
	}
}

var layouts = []string{"rows", "folio", "folio-stories", "autoeval", "nl-rx", "structuredregex", "vltl-bench", "nl2tl", "lang2ltl", "text", "logieval", "ontology", "linc", "logic-lm"}

// options are the flags of convert.
type options struct {
	from      string
	examples  int
	dataset   string
	formalism record.Formalism
	describe  bool
	copy      [2]string // from, to; empty: nothing
	ontology  ontologies

	ontologyName string // name of its file, with the digest of the content
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := checkLayouts(c, env); err != nil {
		return err
	}
	switch to := c.String("to"); {
	case slices.Contains(trainers, to):
		return export(ctx, c, env)
	case to != "":
		return cli.Usagef("--to: found %q, expected one of %s", to, strings.Join(trainers, ", "))
	}
	o, err := parseOptions(c)
	if err != nil {
		return err
	}
	if o.from == "rows" {
		return cli.RunStage(ctx, c, env, cli.Stage{
			Settings:  o.settings(),
			Columns:   o.columns(),
			Malformed: true,
			Own:       true,
			Process: func(ctx context.Context, _ int, row *record.Row) ([]*record.Row, error) {
				o.finish(row, o.describe && !row.IsMalformed(), cli.Position(ctx).Row)
				return []*record.Row{row}, nil
			},
		})
	}
	settings := o.settings()
	settings["inputs"] = strings.Join(c.Args().Slice(), " ")
	in, err := shard.Open(ctx, c.Args().Slice(), env.Stdin, shard.Part{})
	if err != nil {
		return err
	}
	st := cli.Stage{Settings: settings, Columns: o.columns(), Inputs: in.Names()}
	return errors.Join(cli.RunSource(ctx, c, env, st, func(_ context.Context, emit func(*record.Row) error) error {
		emit, warn := countReplaced(env, emit)
		defer warn()
		return o.imports(in, env, emit)
	}), in.Close())
}

func parseOptions(c *ucli.Context) (*options, error) {
	o := &options{from: c.String("from"), dataset: c.String("dataset"), describe: c.Bool("describe"), examples: c.Int("examples")}
	if o.examples < 0 {
		return nil, cli.Usagef("--examples: found %d, expected a positive number", o.examples)
	}
	if !slices.Contains(layouts, o.from) {
		return nil, cli.Usagef("--from: found %q, expected one of %s", o.from, strings.Join(layouts, ", "))
	}
	if s := c.String("formalism"); s != "" {
		f, err := formalism.Read(s)
		if err != nil {
			return nil, cli.Usagef("--formalism: %w", err)
		}
		o.formalism = f
	}
	if o.from == "text" && o.formalism == "" {
		return nil, cli.Usagef("--from text: found no --formalism, expected %s", formalism.List())
	}
	if s := c.String("copy"); s != "" {
		from, to, ok := strings.Cut(s, "=")
		if !ok || from == "" || to == "" || record.IsColumn(to) {
			return nil, cli.Usagef("--copy: found %q, expected FROM=TO, where TO is a new column", s)
		}
		o.copy = [2]string{from, to}
	}
	var err error
	if o.ontology, o.ontologyName, err = openOntologies(c.String("ontology")); err != nil {
		return nil, err
	}
	return o, nil
}

// columns returns the columns that flags name.
func (o *options) columns() map[string][]string {
	if o.copy[0] == "" {
		return nil
	}
	return map[string][]string{"--copy": {o.copy[0]}}
}

func (o *options) settings() map[string]string {
	return map[string]string{
		"from": o.from, "dataset": o.dataset,
		"formalism": o.formalism.String(), "describe": fmt.Sprint(o.describe),
		"ontology": o.ontologyName, "examples": fmt.Sprint(o.examples),
		"copy": strings.Join(o.copy[:], "="),
	}
}

// imports emits the rows of inputs in a layout other than rows.
func (o *options) imports(in *shard.Input, env *cli.Env, emit func(*record.Row) error) error {
	pass := func(rows []*record.Row) error {
		for _, row := range rows {
			if !row.IsMalformed() {
				o.finish(row, o.from != "folio-stories", 0)
			}
			if err := emit(row); err != nil {
				return err
			}
		}
		return nil
	}
	if o.from == "folio" || o.from == "folio-stories" {
		read := o.folio(env)
		for rec, err := range in.Rows() {
			if err == nil {
				err = pass(read(rec))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	read := map[string]func(name string, text []byte) ([]*record.Row, error){
		"autoeval": o.autoeval, "nl-rx": nlrx, "structuredregex": structured, "vltl-bench": vltl, "nl2tl": vltl, "lang2ltl": lang2ltl, "logieval": logieval, "linc": linc, "logic-lm": logicLM, "ontology": pairs, "text": lines,
	}[o.from]
	return in.EachText(func(name string, text []byte) error {
		rows, err := read(name, text)
		return errors.Join(pass(rows), err)
	})
}

// countReplaced warns after the import how many rows have U+FFFD. Their layouts have
// texts of models, with bytes that are not UTF-8 and halves of surrogate pairs; each has
// become U+FFFD, which no formula contains.
func countReplaced(env *cli.Env, emit func(*record.Row) error) (counting func(*record.Row) error, warn func()) {
	n := 0
	return func(row *record.Row) error {
			if bytes.ContainsRune(record.Append(nil, row), utf8.RuneError) {
				n++
			}
			return emit(row)
		}, func() {
			if n > 0 {
				env.Log.Warn("rows with U+FFFD in place of text that is not Unicode", "rows", n)
			}
		}
}

// finish sets the columns that the flags change. number is that of the row in its file, or
// of its line; 0 if the layout numbers the rows.
func (o *options) finish(row *record.Row, describes bool, number int64) {
	if o.dataset != "" {
		row.Dataset = o.dataset
	}
	if o.formalism != "" {
		row.Formalism = o.formalism
	}
	o.ontology.join(row)
	if v, ok := row.Get(o.copy[0]); ok && o.copy[1] != "" && !row.IsMalformed() {
		row.SetValue(o.copy[1], v)
	}
	if describes {
		describe(row, number)
	}
}

// lines makes a row of each line that is not empty.
func lines(name string, text []byte) (rows []*record.Row, _ error) {
	dataset := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if name == shard.Stdin {
		dataset = "text"
	}
	for line := range bytes.Lines(text) {
		if fs := strings.ToValidUTF8(strings.TrimSpace(string(line)), "\uFFFD"); fs != "" {
			rows = append(rows, &record.Row{Dataset: dataset, Index: record.Int(len(rows)), FS: fs})
		}
	}
	return rows, nil
}

// Package convert has the code of the program convert, which imports datasets of other
// layouts, such as FOLIO, as rows. The program also changes the file format of rows, and
// exports training data.
// See docs/convert.md.
package convert

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
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
Without --from, or with --from rows, convert changes the format of rows: JSONL,
Parquet, Arrow, CSV. With another --from it imports a layout:

  folio     FOLIO's JSONL: premises, premises-FOL, conclusion, conclusion-FOL,
            label. One row for each distinct pair of a sentence (nl) and a
            formula (fs). With --per story, one row for each example, with
            premises, conclusion and label, for verify --task entailment.
  autoeval  AutoEval's dataset.json and *.verified.json, with the model's
            answers. The counts are computed again; for regular expressions
            the file counts a different automaton.
  nl-rx     pairs of English and a regular expression: targ.txt, with src.txt
            beside it, as NL-RX and KB13 are published; or JSONL with the fields
            id, nl and regex. The expressions are in the dialect of
            dk.brics.automaton (docs/regex.md).
  text      one formula per line, with --formalism
  logieval  Multi-LogiEval's JSON: one row for each sample of a context, a
            question and an answer, for reason --task logieval
  linc      what models wrote for LINC: MODEL_TASK_generations_raw.json, or rows
            made of it. One row for each reply, with premises, conclusion, label
            and the answer of their prover, for verify --task entailment.
  logic-lm  what models wrote for Logic-LM on FOLIO: FOLIO_dev_MODEL.json, or rows
            made of it. One row for each program, as for linc.
  replies   any rows with a field of replies (--reply). The named groups of
            --extract become fields.
  ontology  the sentences of an ontology (data/ontologies), with their formulas
  csv, tsv  a table with a header
  auto      rows, folio, autoeval, csv or tsv, by the name and the content of
            the first input

With --to sft, dpo or kto, convert writes training data for the trainers of TRL, as
JSONL. Each example is a model's answer from the row's conversations. The answers
are right or wrong by the proved verdict; other rows give no example.

  sft       messages: a right answer
  dpo       prompt, chosen and rejected: a right and a wrong answer
  kto       prompt, completion and label: a right or a wrong answer

The counts, the vocabulary and the id of an imported row follow from its formula.
A row whose formula does not parse keeps the formula and gets an error. With
--ontology the vocabulary comes from the ontology of the row's story, or from the
only ontology of the file. A row without an ontology, or with a symbol that the
ontology lacks, gets an error.

Examples:

  convert -o rows.parquet rows.jsonl
  convert rows.parquet > rows.jsonl
  convert -o table.csv rows/
  convert --where "num_xor = 0 and num_operators <= 10" --limit 100 rows.parquet > some.jsonl
  convert --from folio -o folio.jsonl folio-train.jsonl folio-validation.jsonl
  convert --from folio --per story folio-validation.jsonl | verify --task entailment
  convert --from folio --ontology ontologies.jsonl -o folio.jsonl folio-train.jsonl
  convert --from ontology data/ontologies/tarski.json
  convert --from autoeval -o fol.jsonl dataset.json
  convert --from text --formalism regex patterns.txt
  convert --from nl-rx deep-regex/datasets/NL-RX-Turk/targ.txt > nl-rx-turk.jsonl
  convert --from linc outputs/gpt-4-0613_folio-neurosymbolic-8shot_generations_raw.json | verify --task entailment
  convert --from replies --extract 'FOL: (?P<fs_out>.*)' --formalism first_order replies.jsonl | verify
  convert --from folio --copy nl=sentence folio-train.jsonl | informalize -m builtin:rules | metrics --show text --reference sentence
  convert --to csv rows.jsonl > table.csv
  convert --to dpo --split train=0.9,test=0.1 -o pairs/ verified.jsonl
`

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
	from := func(layouts ...string) bool { return !trains && slices.Contains(layouts, c.String("from")) }
	folio := from("folio", "auto")
	for _, u := range []struct {
		use   string
		holds bool
		flags []string
	}{
		{"rows, without --to " + strings.Join(trainers, ", "), !trains, []string{"from", "copy", "dataset", "formalism", "ontology", "format", "part-rows", "resume", "max-errors", "spreadsheet-safe"}},
		{"--from folio", folio, []string{"per", "mend"}},
		{"--from folio with a row for each sentence", folio && c.String("per") != "story", []string{"examples"}},
		{"--from rows, csv or tsv; imported rows are described", from("rows", "auto", "csv", "tsv"), []string{"describe"}},
		{"--to " + strings.Join(trainers, ", "), trains, []string{"stage", "split"}},
		{"--from replies", from("replies"), []string{"extract", "reply"}},
		{"--to dpo, and for --split", trains && (c.String("to") == "dpo" || c.IsSet("split")), []string{"seed"}},
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
		&ucli.StringFlag{Name: "to", Usage: "`FORMAT` of the standard output, like --format: jsonl, arrow, csv or tsv; or training data: sft, dpo or kto"},
		&ucli.StringFlag{Name: "per", Value: "sentence", Usage: "with folio: one row for each `UNIT`, sentence or story"},
		&ucli.BoolFlag{Name: "mend", Usage: "with folio: repair formulas that do not parse, if the intended formula is clear; see docs/reasoning.md"},
		&ucli.IntFlag{Name: "examples", Usage: "with folio: add the column examples, with this `NUMBER` of other premises of the story, for prompts"},
		&ucli.StringFlag{Name: "copy", Usage: "copy a column, as `FROM=TO`, before a later program replaces it: nl=sentence"},
		&ucli.StringFlag{Name: "dataset", Usage: "`NAME` of the dataset instead of the layout's"},
		&ucli.StringFlag{Name: "formalism", Usage: "`FORMALISM` of the formulas if the layout does not determine it: " + formalism.List() + ", or a name of your own"},
		&ucli.StringFlag{Name: "ontology", Usage: "`FILE` of ontologies with the vocabulary of the rows, by their story_id"},
		&ucli.BoolFlag{Name: "describe", Usage: "with rows: set the counts, the vocabulary and the id that follow from the formula"},
		&ucli.StringFlag{Name: "extract", Usage: "with replies: `REGEXP` (RE2) that finds the formulas in a reply. Each named group, such as (?P<fs_out>.*), becomes a field; premises is a list of all matches, any other field is from the last match"},
		&ucli.StringFlag{Name: "reply", Value: fieldReply, Usage: "with replies: `FIELD` with the reply; it becomes the conversation of the row"},
		&ucli.StringFlag{Category: export, Name: "stage", Value: "autoformalize", Usage: "`STAGE` whose answers are the examples: autoformalize or informalize"},
		&ucli.StringFlag{Category: export, Name: "split", Usage: "write `NAME=SHARE,...` of the formulas to separate files, such as train=0.9,test=0.1"},
		&ucli.Uint64Flag{Category: export, Name: "seed", Value: 1, Usage: "`NUMBER` that seeds the pairs of dpo and the choice of --split"},
	}
}

var layouts = []string{"rows", "auto", "folio", "autoeval", "nl-rx", "text", "logieval", "ontology", "csv", "tsv", "linc", "logic-lm", "replies"}

// options are the flags of convert.
type options struct {
	from      string
	perStory  bool
	mend      bool
	examples  int
	dataset   string
	formalism record.Formalism
	describe  bool
	copy      [2]string // from, to; empty: nothing
	reply     string    // field of replies
	pattern   *regexp.Regexp
	ontology  ontologies

	ontologyName string // name of its file, with the digest of the content
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := checkLayouts(c, env); err != nil {
		return err
	}
	if slices.Contains(trainers, c.String("to")) {
		return export(ctx, c, env)
	}
	o, err := parseOptions(c)
	if err != nil {
		return err
	}
	if o.from == "auto" {
		if o.from, err = guess(c.Args().Slice()); err != nil {
			return err
		}
		for flag, layouts := range map[string][]string{"per": {"folio"}, "mend": {"folio"}, "examples": {"folio"}, "describe": {"rows", "csv", "tsv"}} {
			if c.IsSet(flag) && !slices.Contains(layouts, o.from) {
				return cli.Usagef("--%s has no effect here: the layout of %s is %s", flag, c.Args().First(), o.from)
			}
		}
	}
	if o.from == "rows" {
		return cli.RunStage(ctx, c, env, cli.Stage{
			Settings:  o.settings(),
			Columns:   o.columns(),
			Malformed: true,
			Own:       true,
			Process: func(_ context.Context, _ int, row *record.Row) ([]*record.Row, error) {
				o.finish(row, o.describe && !row.IsMalformed())
				return []*record.Row{row}, nil
			},
		})
	}
	settings := o.settings()
	settings["inputs"] = strings.Join(c.Args().Slice(), " ")
	in, err := cli.Open(ctx, c, c.Args().Slice(), env.Stdin, shard.Part{})
	if err != nil {
		return err
	}
	return errors.Join(cli.RunSource(ctx, c, env, cli.Source{
		Settings: settings,
		Columns:  o.columns(),
		Inputs:   in.Names(),
		Produce: func(_ context.Context, emit func(*record.Row) error) error {
			emit, warn := countReplaced(env, emit)
			defer warn()
			return o.imports(in, env, emit)
		},
	}), in.Close())
}

func parseOptions(c *ucli.Context) (*options, error) {
	o := &options{from: c.String("from"), dataset: c.String("dataset"), describe: c.Bool("describe"), mend: c.Bool("mend"), examples: c.Int("examples")}
	if o.examples < 0 {
		return nil, cli.Usagef("--examples: found %d, expected a positive number", o.examples)
	}
	if !slices.Contains(layouts, o.from) {
		return nil, cli.Usagef("--from: found %q, expected one of %s", o.from, strings.Join(layouts, ", "))
	}
	switch per := c.String("per"); per {
	case "sentence":
	case "story":
		o.perStory = true
	default:
		return nil, cli.Usagef("--per: found %q, expected sentence or story", per)
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
	if o.reply = c.String("reply"); o.from == "replies" {
		if c.String("extract") == "" {
			return nil, cli.Usagef("--from replies: found no --extract, expected a pattern with a named group for each field, such as '(?P<fs_out>.*)'")
		}
		if err := cli.Parse(c, "extract", parsePattern, &o.pattern); err != nil {
			return nil, err
		}
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
	return o, setFormat(c)
}

// setFormat makes --to the format of the standard output, or compares it with the
// name of the output.
func setFormat(c *ucli.Context) error {
	to := c.String("to")
	if to == "" {
		return nil
	}
	format, err := shard.ParseFormat(to)
	if err != nil {
		return cli.Usagef("--to: %w, or %s", err, strings.Join(trainers, ", "))
	}
	if name := c.String("output"); name != shard.Stdin {
		if named, err := shard.FormatOf(name); err == nil && named != format {
			return cli.Usagef("--to: found %s, but the output %s is %v by its name", to, name, named)
		}
		return nil
	}
	if !slices.Contains([]string{"jsonl", "arrow", "csv", "tsv"}, to) {
		return cli.Usagef("--to: %s cannot be written to the standard output, expected an --output", to)
	}
	return c.Set("format", to)
}

// columns returns the columns that flags name.
func (o *options) columns() map[string]string {
	if o.copy[0] == "" {
		return nil
	}
	return map[string]string{"--copy": o.copy[0]}
}

func (o *options) settings() map[string]string {
	settings := map[string]string{
		"from": o.from, "per_story": fmt.Sprint(o.perStory), "dataset": o.dataset,
		"formalism": o.formalism.String(), "describe": fmt.Sprint(o.describe),
		"ontology": o.ontologyName, "mend": fmt.Sprint(o.mend), "examples": fmt.Sprint(o.examples),
		"copy": strings.Join(o.copy[:], "="),
	}
	if o.pattern != nil {
		settings["extract"], settings["reply"] = o.pattern.String(), o.reply
	}
	return settings
}

// imports emits the rows of inputs in a layout other than rows.
func (o *options) imports(in *shard.Input, env *cli.Env, emit func(*record.Row) error) error {
	switch o.from {
	case "folio":
		return (&folio{o: o, env: env, emit: emit}).read(in)
	case "csv", "tsv":
		return o.tables(in, emit)
	case "replies":
		return o.replies(in, emit)
	}
	read := map[string]func(name string, text []byte) ([]*record.Row, error){
		"autoeval": o.autoeval, "nl-rx": nlrx, "logieval": logieval, "linc": linc, "logic-lm": logicLM, "ontology": pairs, "text": lines,
	}[o.from]
	return in.EachText(func(name string, text []byte) error {
		rows, err := read(name, text)
		for _, row := range rows {
			if !row.IsMalformed() {
				o.finish(row, true)
			}
			if err := emit(row); err != nil {
				return err
			}
		}
		return err
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

// finish sets the columns that the flags change.
func (o *options) finish(row *record.Row, describes bool) {
	if o.dataset != "" {
		row.Dataset = o.dataset
	}
	if o.formalism != "" {
		row.Formalism = o.formalism
	}
	o.ontology.join(row)
	if v, ok := row.Get(o.copy[0]); ok && o.copy[1] != "" && !row.IsMalformed() {
		setJSON(row, o.copy[1], v)
	}
	if describes {
		describe(row)
	}
}

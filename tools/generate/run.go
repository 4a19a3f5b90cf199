// Package generate has the code of the program generate: it reads the flags, calls
// package gen, which makes the rows, and writes them. See docs/explanation/generator.md.
package generate

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
)

const description = `
Writes rows with a formula (fs), its complexity and its vocabulary. Formulas
are drawn from a context-free grammar. Each value of --metric is a category,
which gets up to --sample-count formulas. The same options give the same rows
on any machine. docs/explanation/generator.md describes the datasets and the
notation of your own grammars.

Datasets:
  ksat         conjunctions of clauses of -k literals
  plogic       propositional formulas over ∧, ∨ and ¬
  fol          first-order formulas in prenex form
  fol-english  like fol, with verbs as predicates and first names as objects
  regex        regular expressions over --alphabet-size symbols

The defaults are those of the AutoEval paper.

Examples:
  generate --dataset plogic --limit 3
  generate --dataset fol --metric num_operators,num_quantifiers \
    --quantifiers 1..3 --no-trivial -o fol.parquet
  generate --dataset plogic --depth 120 --sample-count 2 -o deep.jsonl
  generate --grammar mine.cfg --metric depth
  generate --formalism sql --schema shop.sql --depth 12`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "generate",
		Usage:       "generate datasets of formulas and regular expressions",
		Description: description,
		Main:        []string{"dataset", "grammar", "output", "batches", "depth", "sample-count", "metric", "no-trivial", "quantifiers", "seed"},
		Groups:      cli.SourceGroups | cli.Limit,
		Flags:       flags(),
		Action:      action,
	}
}

const (
	what   = "DATASET"
	draw   = "SAMPLING"
	words  = "VOCABULARY"
	filter = "FILTERS"
)

func flags() []ucli.Flag {
	return []ucli.Flag{
		&ucli.StringFlag{Category: what, Name: "dataset", Aliases: []string{"d"}, Usage: "`NAME` of a dataset; with --grammar, that of the rows"},
		&ucli.StringFlag{Category: what, Name: "grammar", Aliases: []string{"g"}, Usage: "your own grammar, in `FILE`"},
		&ucli.StringFlag{Category: what, Name: "formalism", DefaultText: "by the grammar", Usage: "`NAME` of the formalism of --grammar, or your own"},
		&ucli.StringFlag{Category: what, Name: "schema", Usage: "the schema in `FILE`, from which the checker of --formalism makes a grammar"},
		&ucli.StringFlag{Category: what, Name: "operators", Usage: "`TERMINALS` that num_operators counts, such as '+ *'"},
		&ucli.IntFlag{Category: what, Name: "k", Value: 3, Usage: "`NUMBER` of literals in a clause of ksat"},
		&ucli.IntFlag{Category: what, Name: "batches", Value: 1, Usage: "`NUMBER` of batches, each with its own seed"},

		&ucli.IntFlag{Category: draw, Name: "depth", Value: 40, DefaultText: "40; 16 for ltl", Usage: "largest `NUMBER` of steps of a derivation"},
		&ucli.StringFlag{Category: draw, Name: "metric", DefaultText: "num_operators or depth", Usage: "`COLUMNS` whose values are categories: " + listed(gen.Metrics(), ", ")},
		&ucli.IntFlag{Category: draw, Name: "sample-count", Value: 50, Usage: "largest `NUMBER` of formulas in a category"},

		&ucli.IntFlag{Category: words, Name: "propositions", Value: 12, Usage: "`NUMBER` of propositions"},
		&ucli.IntFlag{Category: words, Name: "predicates", Value: 8, Usage: "`NUMBER` of predicates of a formula"},
		&ucli.StringFlag{Category: words, Name: "arity", Value: "1..2", Usage: "`MIN..MAX` of the arguments of a predicate"},
		&ucli.IntFlag{Category: words, Name: "objects", Value: 12, Usage: "`NUMBER` of objects of a formula"},
		&ucli.IntFlag{Category: words, Name: "alphabet-size", Value: 2, Usage: "`NUMBER` of symbols of regular expressions"},

		&ucli.StringFlag{Category: filter, Name: "quantifiers", Usage: "only formulas with `MIN..MAX` quantifiers"},
		&ucli.BoolFlag{Category: filter, Name: "no-trivial", Usage: "drop tautologies, contradictions and the like"},
	}
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	o, err := openOutside(ctx, c, env)
	if err != nil {
		return err
	}
	defer o.close()
	config, err := configOf(c, o)
	if err != nil {
		return err
	}
	noTrivial := c.Bool("no-trivial")
	if noTrivial && o == nil { // otherwise, the checker knows what is trivial
		config.Trivial = verify.Trivial
	}
	if err := config.Check(); err != nil {
		word := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == ' ' || r == ':' })[0]
		if slices.Contains(cli.Names(flags()), word) {
			return cli.Usagef("--%w", err)
		}
		return cli.Usagef("%w", err)
	}
	return cli.RunSource(ctx, c, env, cli.Stage{
		Settings: settings(c, config, o),
		Class:    func(row *record.Row) string { return category(config.Metrics, row) },
	}, func(ctx context.Context, emit func(*record.Row) error) error {
		return gen.Generate(ctx, config, o.completed(ctx, noTrivial, emit))
	})
}

// listed joins the texts of all values.
func listed[T any](all []T, separator string) string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = fmt.Sprint(one)
	}
	return strings.Join(names, separator)
}

// category returns the name of a row's category, such as num_operators=3.
func category(metrics []gen.Metric, row *record.Row) string {
	var names []string
	for i, value := range gen.Category(metrics, row) {
		names = append(names, fmt.Sprintf("%s=%d", metrics[i], value))
	}
	return strings.Join(names, ",")
}

// settings returns all options that determine the rows.
// A file is identified by its content.
func settings(c *ucli.Context, config gen.Config, o *outside) map[string]string {
	s := cli.Settings(c, flags())
	if delete(s, "schema"); o != nil {
		s["schema"] = fmt.Sprintf("%x", sha256.Sum256(o.schema))
	}
	s["dataset"], s["grammar"], s["metric"] = config.Dataset, config.Grammar.String(), listed(config.Metrics, ",")
	s["depth"], s["nodes"] = fmt.Sprint(config.Depth), fmt.Sprint(config.N)
	delete(s, "arity")
	s["min-arity"], s["max-arity"] = fmt.Sprint(config.Vocabulary.Arity.Min), fmt.Sprint(config.Vocabulary.Arity.Max)
	s["bind-probability"], s["max-free-variables"] = fmt.Sprint(gen.BindProbability), "-1" // the paper names them
	return s
}

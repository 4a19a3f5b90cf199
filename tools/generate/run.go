// Package generate has the code of the program generate: it reads the flags, calls
// package gen, which makes the rows, and writes them. See docs/generate.md.
package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

const description = `
Writes rows with a formula (fs), its complexity and its vocabulary. Formulas are
drawn from a context-free grammar. Each value of --metric is a category, which gets
up to --sample-count formulas. The same options give the same rows on any machine.

Datasets:
  ksat         conjunctions of clauses of -k literals
  plogic       propositional formulas over ∧, ∨ and ¬
  fol          first-order formulas in prenex form
  fol-english  like fol, with verbs as predicates and first names as objects
  regex        regular expressions over --alphabet-size symbols

The defaults are those of the AutoEval paper. With them most first-order formulas
have no quantifier, and many formulas are valid or contradictory. --quantifiers,
two metrics, --no-trivial and --distinct avoid this.

A grammar file has one rule on a line, terminals in quotes, and | between
alternatives:
  S -> '(' S '→' S ')' | '¬' v | v
The generator replaces v by a proposition, p by a predicate with arguments, f by a
new variable, and Σ by a symbol of the alphabet.

Examples:
  generate --dataset plogic --rows 3
  generate --dataset fol --batches 10 -o fol.parquet
  generate --dataset fol --metric num_operators,num_quantifiers --quantifiers 1..3 --no-trivial
  generate --dataset ksat -k 5 --propositions 20 --depth 20
  generate --dataset plogic --method walk --depth 1000 --sample-count 2 -o deep.jsonl
  generate --dataset fol --meanings builtin | informalize --model builtin:rules
  generate --grammar mine.cfg --check-grammar
  generate --grammar data/examples/languages/arithmetic.cfg --formalism arithmetic --operators '+ - *' --rows 3
  generate --grammar mine.cfg --metric depth --distinct equivalent`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "generate",
		Usage:       "generate datasets of formulas and regular expressions",
		Description: description,
		Main:        []string{"dataset", "grammar", "output", "batches", "depth", "sample-count", "metric", "method", "meanings", "seed"},
		Order:       []string{what, cli.InputOutput},
		Groups:      cli.SourceGroups,
		Flags:       flags(),
		Uses: []cli.Use{
			{Flags: []string{"grammar", "formalism", "check-grammar", "k"}},
			{For: "rows, and a grammar without a file", If: func(c *ucli.Context) bool { return !c.Bool("check-grammar") || c.String("grammar") == "" }, Flags: []string{"dataset"}},
			{For: "rows, without --check-grammar", If: func(c *ucli.Context) bool { return !c.Bool("check-grammar") }, Flags: slices.Concat([]string{
				"batches", "operators", "method", "depth", "nodes", "rows", "metric", "sample-count", "attempts", "no-trivial", "distinct",
				"seed", "output", "format", "part-rows", "overwrite", "resume", "shard", "spreadsheet-safe",
			}, symbolFlags())},
		},
		Action: action,
	}
}

const (
	what   = "DATASET"
	draw   = "SAMPLING"
	words  = "VOCABULARY"
	choose = "FILTERS"
)

func flags() []ucli.Flag {
	return []ucli.Flag{
		&ucli.StringFlag{Category: what, Name: "dataset", Aliases: []string{"d"}, Usage: "`NAME` of a dataset: " + strings.Join(gen.Datasets(), ", ") + "; with --grammar, the name for the rows"},
		&ucli.StringFlag{Category: what, Name: "grammar", Aliases: []string{"g"}, Usage: "your own grammar, in `FILE`"},
		&ucli.StringFlag{Category: what, Name: "formalism", DefaultText: "implied by the placeholders of the grammar", Usage: "`NAME` of the formalism of --grammar: " + formalism.List() + ", or a name of your own, whose formulas are not parsed; see docs/languages.md"},
		&ucli.StringFlag{Category: what, Name: "operators", Usage: "`TERMINALS` of the grammar, separated by spaces, that num_operators counts in a formalism of your own, such as '+ *'"},
		&ucli.BoolFlag{Category: what, Name: "check-grammar", Usage: "check the grammar, describe it, and exit"},
		&ucli.Int64Flag{Category: what, Name: "rows", Aliases: []string{"n"}, DefaultText: "all", Usage: "end after this `NUMBER` of rows"},
		&ucli.IntFlag{Category: what, Name: "batches", Value: 1, Usage: "`NUMBER` of batches, each with its own seed"},
		&ucli.IntFlag{Category: what, Name: "k", Value: 3, Usage: "`NUMBER` of literals in a clause of ksat"},

		&ucli.StringFlag{Category: draw, Name: "method", Value: string(gen.Levels), Usage: "`METHOD`: levels (Algorithm 1 of the paper) or walk (random walks, for large depths)"},
		&ucli.IntFlag{Category: draw, Name: "depth", Value: 40, DefaultText: "40; 16 for ltl", Usage: "largest `NUMBER` of steps of a derivation"},
		&ucli.IntFlag{Category: draw, Name: "nodes", Value: 200, Usage: "largest `NUMBER` of nodes in a level, and of branches of a node"},
		&ucli.StringFlag{Category: draw, Name: "metric", DefaultText: "num_operators; depth for regular expressions", Usage: "`COLUMNS`, separated by commas, whose values define categories: " + listed(gen.Metrics(), ", ")},
		&ucli.IntFlag{Category: draw, Name: "sample-count", Value: 50, Usage: "largest `NUMBER` of formulas in a category"},
		&ucli.IntFlag{Category: draw, Name: "attempts", Value: 1000, Usage: "`NUMBER` of draws without a new formula after which a category ends"},

		&ucli.IntFlag{Category: words, Name: "propositions", Value: 12, Usage: "`NUMBER` of propositions"},
		&ucli.IntFlag{Category: words, Name: "predicates", Value: 8, Usage: "`NUMBER` of predicates of a formula"},
		&ucli.IntFlag{Category: words, Name: "min-arity", Value: 1, Usage: "fewest `ARGUMENTS` of a predicate"},
		&ucli.IntFlag{Category: words, Name: "max-arity", Value: 2, Usage: "most `ARGUMENTS` of a predicate"},
		&ucli.IntFlag{Category: words, Name: "objects", Value: 12, Usage: "`NUMBER` of objects of a formula"},
		&ucli.IntFlag{Category: words, Name: "alphabet-size", Value: 2, Usage: "`NUMBER` of symbols of regular expressions: 0 to 9, then a to z"},
		&ucli.Float64Flag{Category: words, Name: "bind-probability", Value: 0.25, Usage: "`SHARE` of arguments that are variables, where a variable is in scope"},
		&ucli.IntFlag{Category: words, Name: "max-free-variables", Value: gen.Unlimited, DefaultText: "no limit", Usage: "largest `NUMBER` of arguments in a formula that are variables"},
		&ucli.StringFlag{Category: words, Name: "verbs", Usage: "your own verbs for fol-english, in `FILE`"},
		&ucli.StringFlag{Category: words, Name: "meanings", DefaultText: "none", Usage: "English meanings of symbols, from `FILE` (see data/vocabularies), or builtin"},
		&ucli.StringFlag{Category: words, Name: "verbnet", Usage: "verbs for fol-english from VerbNet class files in `DIR`"},

		&ucli.StringFlag{Category: choose, Name: "quantifiers", Usage: "only formulas whose number of quantifiers is in `MIN..MAX`; either end is optional"},
		&ucli.BoolFlag{Category: choose, Name: "no-trivial", Usage: "drop tautologies, contradictions, formulas with unused variables, and universal or empty languages"},
		&ucli.StringFlag{Category: choose, Name: "distinct", Value: string(gen.DistinctText), Usage: "`WHAT` is unique in a batch: text, or equivalent (one formula of each class up to equivalence and renaming)"},
	}
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	config, err := configOf(c)
	if err != nil {
		return err
	}
	if c.IsSet("rows") && c.Int64("rows") < 1 {
		return cli.Usagef("--rows: found %d, expected a positive number", c.Int64("rows"))
	}
	if c.Bool("check-grammar") {
		return describeGrammar(env.Stdout, &config)
	}
	if err := config.Check(); err != nil {
		word := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == ' ' || r == ':' })[0]
		if slices.ContainsFunc(flags(), func(f ucli.Flag) bool { return f.Names()[0] == word }) {
			return cli.Usagef("--%w", err)
		}
		return cli.Usagef("%w", err)
	}
	return cli.RunSource(ctx, c, env, cli.Source{
		Settings: settings(c, config),
		Produce: func(ctx context.Context, emit func(*record.Row) error) error {
			return first(c.Int64("rows"), emit, func(emit func(*record.Row) error) error {
				return gen.Generate(ctx, config, emit)
			})
		},
		Class: func(row *record.Row) string { return category(config.Metrics, row) },
	})
}

// errEnough ends the generation after --rows rows.
var errEnough = errors.New("enough rows")

// first emits the first n rows that make emits, or all of them if n is 0.
func first(n int64, emit func(*record.Row) error, make func(func(*record.Row) error) error) error {
	err := make(func(row *record.Row) error {
		if err := emit(row); err != nil {
			return err
		}
		if n--; n == 0 {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
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

// settings returns all options that determine the rows, and the seeds of the batches.
// A file is identified by its content.
func settings(c *ucli.Context, config gen.Config) map[string]string {
	s := cli.Settings(c, flags())
	s["dataset"], s["grammar"], s["metric"] = config.Dataset, config.Grammar.String(), listed(config.Metrics, ",")
	s["depth"] = fmt.Sprint(config.Depth)
	for _, file := range []string{"verbs", "verbnet", "meanings"} {
		delete(s, file)
	}
	if config.Vocabulary.English {
		s["verbs"] = gen.DigestVerbs(config.Vocabulary.Verbs)
	}
	if config.Meanings != nil {
		s["meanings"] = config.Meanings.Digest()
	}
	const most = 1000 // batches whose seeds a manifest lists
	var seeds []string
	for b := range min(config.Batches, most) {
		seeds = append(seeds, fmt.Sprint(gen.BatchSeed(config.Seed, config.Dataset, b)))
	}
	if config.Batches > most {
		seeds = append(seeds, "...")
	}
	s["batch-seeds"] = strings.Join(seeds, " ")
	return s
}

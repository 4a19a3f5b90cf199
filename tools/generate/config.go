package generate

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/gen/grammar"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// configOf reads the flags of the program.
func configOf(c *ucli.Context, o *outside) (gen.Config, error) {
	own, err := grammarOf(c, o)
	if err != nil {
		return gen.Config{}, err
	}
	dataset := c.String("dataset")
	if dataset == "" {
		dataset = strings.TrimSuffix(filepath.Base(own.File), filepath.Ext(own.File))
	}
	config, err := gen.Default(dataset, own)
	if err != nil {
		return gen.Config{}, cli.Usagef("--dataset: %w", err)
	}
	config.Seed, config.Batches, config.Workers = c.Uint64("seed"), c.Int("batches"), cli.WorkersOf(c)
	config.SampleCount = c.Int("sample-count")
	if c.IsSet("depth") {
		config.Depth = c.Int("depth")
	}
	v := &config.Vocabulary
	v.Propositions, v.Predicates, v.Objects = c.Int("propositions"), c.Int("predicates"), c.Int("objects")
	v.AlphabetSize = c.Int("alphabet-size")
	err = cmp.Or(
		chooseFormalism(c, &config),
		checkSymbols(c, &config),
		cli.Parse(c, "arity", parseRange, &v.Arity),
		cli.Parse(c, "metric", gen.ParseMetrics, &config.Metrics),
		cli.Parse(c, "quantifiers", parseRange, &config.Quantifiers),
	)
	return config, err
}

// chooseFormalism reads the formalism of the user's own grammar and its operators.
func chooseFormalism(c *ucli.Context, config *gen.Config) error {
	implied := config.Formalism
	if err := cli.Parse(c, "formalism", formalism.Read, &config.Formalism); err != nil {
		return err
	}
	if c.String("grammar") == "" && c.String("schema") == "" {
		config.Formalism = implied
		for _, flag := range []string{"formalism", "operators"} {
			if c.IsSet(flag) {
				return cli.Usagef("--%s has no effect here: it is for --grammar", flag)
			}
		}
		return nil
	}
	if c.IsSet("operators") {
		config.Operators = strings.Fields(c.String("operators"))
	}
	if c.IsSet("operators") && len(config.Operators) == 0 {
		return cli.Usagef("--operators: found %q, expected terminals of the grammar, separated by spaces", c.String("operators"))
	}
	if formalism.Of(config.Formalism) == nil && config.Formalism != "" && config.Operators == nil {
		config.Metrics = []gen.Metric{gen.Depth}
	}
	return nil
}

// symbols lists the flags that act only if the grammar has a placeholder.
var symbols = []struct {
	kind  grammar.Kind
	name  string
	flags []string
}{
	{grammar.Proposition, "v", []string{"propositions"}},
	{grammar.Predicate, "p", []string{"predicates", "arity", "objects"}},
	{grammar.Variable, "f", []string{"quantifiers"}},
	{grammar.Letter, "Σ", []string{"alphabet-size"}},
}

// checkSymbols refuses flags about symbols that the grammar does not have.
func checkSymbols(c *ucli.Context, config *gen.Config) error {
	for _, s := range symbols {
		for _, flag := range s.flags {
			if c.IsSet(flag) && !config.Grammar.Has(s.kind) {
				return cli.Usagef("--%s has no effect here: the grammar of %s has no placeholder %s", flag, config.Dataset, s.name)
			}
		}
	}
	return nil
}

// grammarOf returns the grammar that the command line names, or nil for the packaged
// grammar of a dataset.
func grammarOf(c *ucli.Context, o *outside) (*grammar.Grammar, error) {
	file, dataset := c.String("grammar"), c.String("dataset")
	switch {
	case o != nil && file != "":
		return nil, cli.Usagef("--schema: found --grammar, too, expected one of them")
	case o != nil:
		return grammar.Parse(c.String("schema"), o.grammar)
	case file == "" && dataset == "":
		return nil, cli.Usagef("found neither --dataset nor --grammar, expected one; the datasets are %s", strings.Join(gen.Datasets(), ", "))
	case c.IsSet("k") && (dataset != "ksat" || file != ""):
		return nil, cli.Usagef("-k: only the grammar of --dataset ksat has clauses")
	case c.IsSet("k"):
		g, err := gen.KSAT(c.Int("k"))
		if err != nil {
			return nil, cli.Usagef("-k: %w", err)
		}
		return g, nil
	case file == "":
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--grammar: %w", err)
	}
	return grammar.Parse(file, string(text))
}

// parseRange reads MIN..MAX, MIN.., ..MAX or a single number.
func parseRange(s string) (grammar.Range, error) {
	low, high, isRange := strings.Cut(s, "..")
	if !isRange {
		high = low
	}
	r := grammar.Range{Min: 0, Max: grammar.Any}
	for _, end := range []struct {
		text string
		to   *int
	}{{low, &r.Min}, {high, &r.Max}} {
		if end.text == "" && isRange {
			continue
		}
		n, err := strconv.Atoi(end.text)
		if err != nil || n < 0 || n > grammar.Any {
			return r, fmt.Errorf("found %q, expected MIN..MAX with whole numbers from 0", s)
		}
		*end.to = n
	}
	if r.Min > r.Max {
		return r, fmt.Errorf("found %q, expected MIN to be at most MAX", s)
	}
	return r, nil
}

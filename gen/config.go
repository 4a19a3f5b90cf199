package gen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/data"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// Limits of a Config.
const (
	MaxDepth   = 5_000 // of derivations; half of the default limit of the parsers
	MaxBatches = 1_000_000
	MaxK       = 1_000 // literals of a clause
)

// BindProbability is the probability that an argument of a predicate is a variable, if one
// is in scope, as in the paper.
const BindProbability = 0.25

// A Config holds the parameters of Generate. Default returns the paper's parameters.
type Config struct {
	Dataset   string // name of the dataset
	Grammar   *grammar.Grammar
	Formalism record.Formalism // empty: the placeholders of the grammar imply it
	Operators []string         // terminals that count as operators; only for a formalism that is not known
	Seed      uint64
	Batches   int
	Workers   int // batches drawn at the same time, at least 1

	Depth       int // largest depth of a derivation
	N           int // of Algorithm 1: largest number of nodes of a level and branches of a node
	Metrics     []Metric
	SampleCount int // largest number of formulas of a category
	Attempts    int // a category ends after so many draws in a row without a new formula

	Vocabulary  Vocabulary
	Quantifiers grammar.Range                               // number of quantifiers of a formula
	Trivial     func(record.Formalism, formalism.Tree) bool // says which formulas are dropped; nil: none
}

// Datasets lists the packaged datasets.
func Datasets() []string { return []string{"ksat", "plogic", "fol", "fol-english", "regex", "ltl"} }

// Default returns the paper's parameters for one of the Datasets, or for the
// user's own grammar under any name.
func Default(dataset string, own *grammar.Grammar) (Config, error) {
	c := Config{
		Dataset: dataset, Grammar: own, Batches: 1, Workers: 1,
		Depth: 40, N: 200, Metrics: []Metric{NumOperators}, SampleCount: 50, Attempts: 1000,
		Vocabulary:  Vocabulary{Propositions: 12, Predicates: 8, Arity: grammar.Range{Min: 1, Max: 2}, Objects: 12, AlphabetSize: 2},
		Quantifiers: grammar.Range{Min: 0, Max: grammar.Any},
	}
	if c.Grammar == nil {
		if !slices.Contains(Datasets(), dataset) {
			return Config{}, fmt.Errorf("dataset %q: expected one of %s, or a grammar", dataset, strings.Join(Datasets(), ", "))
		}
		var err error
		if c.Grammar, err = packaged(dataset); err != nil {
			return Config{}, err
		}
	}
	if implied, err := c.ReadAs(); own == nil && err == nil && implied != formalism.OfDataset(dataset) {
		c.Formalism = formalism.OfDataset(dataset) // the placeholders imply another one
	}
	if own == nil && dataset == "ltl" {
		c.Depth = 16 // verify decides nearly all pairs within a second
	}
	if c.Grammar.Has(grammar.Letter) {
		c.Metrics = []Metric{Depth}
	}
	c.Vocabulary.English = dataset == "fol-english"
	return c, nil
}

// packaged returns the grammar of a packaged dataset.
func packaged(dataset string) (*grammar.Grammar, error) {
	file := strings.TrimSuffix(dataset, "-english") + ".cfg"
	text, err := data.FS.ReadFile("grammars/" + file)
	if err != nil {
		return nil, fmt.Errorf("packaged grammar: %w", err)
	}
	return grammar.Parse(file, string(text))
}

// KSAT returns the grammar of conjunctions of clauses of k literals, where k is 1
// to MaxK. The packaged grammar has k = 3.
func KSAT(k int) (*grammar.Grammar, error) {
	if k < 1 || k > MaxK {
		return nil, fmt.Errorf("clauses of %d literals, expected 1 to %d", k, MaxK)
	}
	clause := "P" + strings.Repeat(" '∨' P", k-1)
	return grammar.Parse("ksat.cfg", "S -> S '∧' S | '(' "+clause+" ')'\nP -> '¬' v | v\n")
}

// ReadAs returns the formalism of the config: the named one, or else the one that
// the placeholders of the grammar imply.
func (c *Config) ReadAs() (record.Formalism, error) {
	g := c.Grammar
	if c.Formalism != "" {
		return c.Formalism, nil
	}
	letter, proposition := g.Has(grammar.Letter), g.Has(grammar.Proposition)
	firstOrder := g.Has(grammar.Predicate) || g.Has(grammar.Variable)
	switch {
	case letter && (proposition || firstOrder):
		return "", fmt.Errorf("%s: found the placeholder Σ of regular expressions and v, p or f of formulas, expected one kind", g.File)
	case letter:
		return record.Regex, nil
	case firstOrder:
		return record.FirstOrder, nil
	case proposition:
		return record.Propositional, nil
	}
	return "", fmt.Errorf("%s: found none of the placeholders v, p, f and Σ, expected one, which decides the formalism, or the name of a formalism", g.File)
}

// operators returns the terminals that derivations count, each with its count.
func (c *Config) operators(l language) map[string]grammar.Count {
	all := map[string]grammar.Count{}
	if formalism.Of(c.Formalism) != nil || c.Formalism == "" {
		maps.Copy(all, grammar.OfLogic)
	}
	signs := c.Operators
	if l != nil {
		signs = slices.Concat(l.Signs(), signs)
	}
	for _, token := range signs {
		all[token] = grammar.Operators
	}
	return all
}

// Check returns an error for the first parameter that is not valid, as Generate does.
func (c *Config) Check() error {
	_, err := newPlan(*c)
	return err
}

// check checks the parameters that need no plan.
func (c *Config) check(f record.Formalism) error {
	for _, v := range []struct {
		name           string
		value, low, up int
	}{
		{"batches", c.Batches, 1, MaxBatches},
		{"workers", c.Workers, 1, 1 << 16},
		{"depth", c.Depth, 1, MaxDepth},
		{"n", c.N, 1, 1_000_000},
		{"sample count", c.SampleCount, 1, 1_000_000},
		{"attempts", c.Attempts, 1, 1 << 30},
		{"propositions", c.Vocabulary.Propositions, 1, 1_000_000},
		{"predicates", c.Vocabulary.Predicates, 1, 1_000_000},
		{"objects", c.Vocabulary.Objects, 1, 1_000_000},
		{"largest arity", c.Vocabulary.Arity.Max, 1, 1_000_000},
		{"smallest arity", c.Vocabulary.Arity.Min, 1, c.Vocabulary.Arity.Max},
		{"alphabet size", c.Vocabulary.AlphabetSize, 1, maxAlphabet},
		{"fewest quantifiers", c.Quantifiers.Min, 0, min(c.Quantifiers.Max, MaxDepth)},
	} {
		if v.value < v.low || v.value > v.up {
			return fmt.Errorf("%s: found %d, expected %d to %d", v.name, v.value, v.low, v.up)
		}
	}
	if c.Quantifiers.Min > 0 && !c.Grammar.Has(grammar.Variable) {
		return fmt.Errorf("fewest quantifiers: found %d, but %s formulas have none", c.Quantifiers.Min, f)
	}
	l := languageOf(f)
	if c.Trivial != nil && l == nil {
		return fmt.Errorf("no-trivial: which formulas of %s are trivial is not known", f)
	}
	if err := c.checkOperators(f); err != nil {
		return err
	}
	if len(c.Metrics) == 0 {
		return fmt.Errorf("metrics: found none")
	}
	for _, m := range c.Metrics {
		if m != Depth && !slices.Contains(columns(l), m) {
			return fmt.Errorf("metric %s: %s formulas have none", m, f)
		}
		if m == NumOperators && formalism.Of(f) == nil && c.Operators == nil {
			return fmt.Errorf("metric %s: found no list of the operators of %s, expected one", m, f)
		}
	}
	return nil
}

func (c *Config) checkOperators(f record.Formalism) error {
	if c.Operators == nil {
		return nil
	}
	if formalism.Of(f) != nil {
		return fmt.Errorf("operators: found %q, but those of %s formulas are known", c.Operators[0], f)
	}
	terminals := c.Grammar.Terminals()
	for _, token := range c.Operators {
		if !slices.Contains(terminals, token) {
			return fmt.Errorf("operator %q: expected one of the terminals of %s: %s", token, c.Grammar.File, strings.Join(terminals, " "))
		}
	}
	return nil
}

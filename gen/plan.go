package gen

import (
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A plan holds what the batches of a config share. It is immutable.
type plan struct {
	config    Config
	formalism record.Formalism
	language  language // nil for an unknown formalism
	source    *source
	alphabet  []string // of regular expressions
	space     *grammar.Space

	projection *grammar.Projection // onto the metrics that a derivation predicts
	complete   bool                // a derivation predicts all metrics
	strata     []grammar.Count
}

func newPlan(c Config) (*plan, error) {
	kind, err := c.ReadAs()
	if err != nil {
		return nil, err
	}
	if err := c.check(kind); err != nil {
		return nil, err
	}
	p := &plan{config: c, formalism: kind, language: languageOf(kind)}
	if p.source, err = newSource(c.Vocabulary); err != nil {
		return nil, err
	}
	if p.tight() {
		p.alphabet = alphabetOf(p.language, c.Grammar, p.source.plain.alphabet)
	}
	g := *c.Grammar
	g.Operators = c.operators(p.language)
	p.space = grammar.NewSpace(&g, c.Quantifiers)

	var projected []grammar.Count
	for _, m := range c.Metrics {
		for _, known := range metrics {
			if known.name == m && known.count >= 0 {
				projected = append(projected, known.count)
			}
		}
	}
	p.complete = len(projected) == len(c.Metrics)
	p.projection = p.space.Project(projected)
	if len(c.Metrics) > 1 {
		p.strata = append(p.strata, projected...)
	}
	if c.Quantifiers.Min > 0 || c.Quantifiers.Max != grammar.Any {
		p.strata = append(p.strata, grammar.Quantifiers)
	}
	return p, nil
}

// tight reports whether symbols are written without spaces between them.
func (p *plan) tight() bool { return p.language != nil && p.language.Tight() }

// alphabetOf returns the symbols that the regular expressions of a grammar may use: the
// letters, if a placeholder stands for them, and the symbols in the terminals.
func alphabetOf(l language, g *grammar.Grammar, letters []string) (all []string) {
	if g.Has(grammar.Letter) {
		all = slices.Clone(letters)
	}
	for _, terminal := range g.Terminals() {
		parts := []string{terminal}
		if _, err := l.Parse(terminal, formalism.Limits{}); err != nil {
			parts = strings.Split(terminal, "")
		}
		for _, part := range parts {
			t, err := l.Parse(part, formalism.Limits{})
			if err != nil {
				continue // a sign
			}
			for _, symbol := range l.Symbols(t, record.Vocabulary{}).Alphabet {
				if !slices.Contains(all, symbol) {
					all = append(all, symbol)
				}
			}
		}
	}
	return all
}

package gen

import (
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A candidate is a derivation as text and tree.
type candidate struct {
	row  record.Row
	tree formalism.Tree // nil if the formalism is not known
}

// parse parses the text of a derivation. An error means that the grammar is wrong.
func (b *batch) parse(text []byte, t *grammar.Tree) (*candidate, error) {
	c := &candidate{row: record.Row{
		Dataset:   b.config.Dataset,
		Batch:     record.Int(b.number),
		Formalism: b.formalism,
		Depth:     record.Int(t.Depth),
		FS:        string(text),
	}}
	if l := b.language; l == nil {
		c.row.FS = strings.TrimSpace(c.row.FS)
		if b.config.Operators != nil {
			c.row.NumOperators = record.Int(int(t.Tally[grammar.Operators]))
		}
	} else {
		var err error
		if c.tree, err = l.Parse(c.row.FS, formalism.Limits{MaxDepth: 4*b.config.Depth + 100}); err != nil {
			return nil, fmt.Errorf("%s: it derives %.200q, which is not a %s formula: %w", b.config.Grammar.File, text, b.formalism, err)
		}
		if !l.Tight() {
			c.row.FS = c.tree.String()
		}
		_ = l.Measure(&c.row, c.tree) // after an error, the row lacks a metric
	}
	c.row.ID = record.FormulaID(c.row.Dataset, c.row.FS)
	return c, nil
}

// passes reports whether the candidate passes the filters. It returns false if an
// automaton exceeds a limit.
func (b *batch) passes(c *candidate) bool {
	for _, m := range b.config.Metrics {
		if _, ok := c.row.Get(string(m)); !ok {
			return false
		}
	}
	if q := c.row.NumQuantifiers; q != nil && (int(*q) < b.config.Quantifiers.Min || int(*q) > b.config.Quantifiers.Max) {
		return false
	}
	return b.config.Trivial == nil || !b.config.Trivial(b.formalism, c.tree)
}

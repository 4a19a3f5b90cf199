package gen

import (
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/gen/canon"
	"github.com/truthloop/truthloop/gen/grammar"
)

// A candidate is a derivation as text and tree.
type candidate struct {
	row     record.Row
	formula *logic.Formula // of logic
	expr    *regex.Expr    // of regular expressions
}

// parse makes a candidate of a derivation's text. An error means that the grammar is
// wrong.
func (b *batch) parse(text []byte, t *grammar.Tree) (*candidate, error) {
	c := &candidate{row: record.Row{
		Dataset:   b.config.Dataset,
		Batch:     record.Int(b.number),
		Formalism: b.formalism,
		Depth:     record.Int(t.Depth),
	}}
	var err error
	if b.formalism == record.Regex {
		err = b.parseRegex(c, string(text))
	} else {
		err = c.parseFormula(string(text), b.config.Depth)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: it derives %q, which is not a %s formula: %w", b.config.Grammar.File, clip(text), b.formalism, err)
	}
	c.row.ID = record.FormulaID(c.row.Dataset, c.row.FS)
	return c, nil
}

// clip shortens text for a message.
func clip(text []byte) string {
	const most = 200
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}

func (c *candidate) parseFormula(text string, depth int) error {
	f, err := logic.Parse(text, logic.Options{MaxDepth: 4*depth + 100})
	if err != nil {
		return err
	}
	c.formula = f
	c.row.FS = f.String()
	CountFormula(&c.row, f)
	return nil
}

func (b *batch) parseRegex(c *candidate, text string) error {
	e, err := regex.Parse(text, regex.Options{MaxDepth: 4*b.config.Depth + 100})
	if err != nil {
		return err
	}
	c.expr = e
	c.row.FS = text
	_ = MeasureRegex(&c.row, e) // beyond the limit, the row has no size
	return nil
}

// describe sets the row's vocabulary: the symbols that occur in the formula.
func (c *candidate) describe() {
	if c.expr != nil {
		c.row.Vocabulary = RegexVocabulary(c.expr)
	} else {
		c.row.Vocabulary = FormulaVocabulary(c.formula.Signature(true))
	}
}

// passes reports whether the candidate passes the filters. It does not if an automaton
// is too large to decide.
func (b *batch) passes(c *candidate) bool {
	for _, m := range b.config.Metrics {
		if _, ok := c.row.Get(string(m)); !ok {
			return false
		}
	}
	if q := c.row.NumQuantifiers; q != nil && (int(*q) < b.config.Quantifiers.Min || int(*q) > b.config.Quantifiers.Max) {
		return false
	}
	if b.config.NoTrivial && b.trivial(c) {
		return false
	}
	if b.config.Distinct == DistinctEquivalent {
		key, err := b.key(c)
		if err != nil || b.keys[key] {
			return false
		}
		b.keys[key] = true
	}
	return true
}

// trivial reports whether the candidate is, or may be, trivial. A regular expression
// is trivial if its language is empty, or holds all strings over the letters it uses.
func (b *batch) trivial(c *candidate) bool {
	if c.formula != nil {
		return canon.Trivial(c.formula)
	}
	empty, err := automata.Compare(c.expr, regex.Empty(), automata.Limits{})
	if err != nil || empty.Equal {
		return true
	}
	var letters []*regex.Expr
	for _, r := range automata.Symbols(c.expr) {
		letters = append(letters, regex.Symbol(r))
	}
	letter := regex.Alternate(letters...)
	if letters == nil {
		letter = regex.Any()
	}
	every, err := automata.Compare(regex.Star(letter), c.expr, automata.Limits{})
	return err != nil || every.LeftOnly == nil
}

// key returns a key that equivalent formulas share. The error is an exceeded limit.
func (b *batch) key(c *candidate) (string, error) {
	if c.formula != nil {
		return canon.Formula(c.formula), nil
	}
	return canon.Regex(c.expr, automata.Limits{})
}

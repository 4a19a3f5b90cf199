// Package language is the language of linear temporal logic: everything about it besides
// the syntax, which package temporal has.
package language

import (
	"regexp"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// Linear is linear temporal logic.
var Linear = &Language{syntax.NewLabel(record.LTL, "linear temporal logic", "ltl")}

// A Language is linear temporal logic. Its trees are formulas of package temporal.
type Language struct{ syntax.Label }

// Parse reads a formula.
func (*Language) Parse(text string, l syntax.Limits) (syntax.Tree, error) {
	return syntax.TreeOf(temporal.Parse(text, temporal.Options{Limits: l}))
}

// Same reports whether two formulas are the same tree.
func (*Language) Same(a, b syntax.Tree) bool { return temporal.Same(formula(a), formula(b)) }

// Size returns the number of nodes.
func (*Language) Size(t syntax.Tree) int { return syntax.Count(formula(t).Subformulas()) }

// Fold ignores the case of names.
func (*Language) Fold(text string) string { return logic.Fold(text) }

// formal matches a line that has an operator or a digit.
var formal = regexp.MustCompile(`[0-9∧∨¬⊕→↔□◇○&|~!<>=(\\]|\b[XFGURWMVYZOHST]\b`)

// Formal reports whether a line may be a formula.
func (*Language) Formal(line string) bool { return formal.MatchString(line) }

// CountOperators returns the number of operators to which the rates of builtin:noisy
// apply.
func (*Language) CountOperators(t syntax.Tree) int { return formula(t).Counts().Operators }

// Measure sets the counts of a row, and its depth if it has none.
func (*Language) Measure(row *record.Row, t syntax.Tree) error {
	n := formula(t).Counts()
	n.Set(row)
	row.NumPropositions = record.Int(n.Propositions)
	row.NumTemporal, row.TemporalDepth = record.Int(n.Own), record.Int(n.OwnDepth)
	return nil
}

// Columns lists the counts that Measure sets, except depth.
func (*Language) Columns() []string {
	return append(syntax.Counts{}.Columns(), "num_propositions", "num_temporal", "temporal_depth")
}

// Signs lists the temporal operators.
func (*Language) Signs() []string {
	return []string{"X", "F", "G", "U", "R", "W", "M", "WX", "Y", "Z", "O", "H", "S", "T"}
}

// Vocabulary lists the propositions of a formula as written.
func (*Language) Vocabulary(t syntax.Tree) *record.Vocabulary {
	return &record.Vocabulary{Propositions: formula(t).Propositions(false)}
}

// Symbols lists the propositions of a formula for a prompt, with their meanings in the
// vocabulary of its row.
func (*Language) Symbols(t syntax.Tree, given record.Vocabulary) syntax.Symbols {
	names := formula(t).Propositions(false)
	return syntax.Symbols{Vocabulary: record.Vocabulary{Propositions: names, Meanings: syntax.MeaningsOf(given, names, logic.Fold)}}
}

// Reads reports whether a text that names no formalism is a formula, beside the other text
// of its pair.
func (*Language) Reads(text, beside string) bool {
	_, err := temporal.Parse(text, temporal.Options{Beside: []string{text, beside}})
	return err == nil
}

func formula(t syntax.Tree) *temporal.Formula { return t.(*temporal.Formula) }

func tree(f *temporal.Formula) syntax.Tree { return f }

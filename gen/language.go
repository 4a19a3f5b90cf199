package gen

import (
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
)

// A language is a formalism whose formulas can be counted and listed with their symbols.
type language interface {
	formalism.Language
	Measure(*record.Row, formalism.Tree) error // sets the columns
	Columns() []string                         // the counts, except depth
	Vocabulary(formalism.Tree) *record.Vocabulary
	Symbols(formalism.Tree, record.Vocabulary) syntax.Symbols

	// Signs lists the terminals that count as operators, in addition to those of logic.
	Signs() []string

	// Tight reports whether symbols are written without spaces between them. The texts
	// of such a language are kept as the grammar derives them.
	Tight() bool
}

// columns lists the metrics of a language, except depth. The only metric of an unknown
// formalism is the number of the operators that Config.Operators lists.
func columns(l language) []Metric {
	if l == nil {
		return []Metric{NumOperators}
	}
	var all []Metric
	for _, name := range l.Columns() {
		all = append(all, Metric(name))
	}
	return all
}

// languageOf returns the language of a formalism, or nil.
func languageOf(f record.Formalism) language {
	l, _ := formalism.Of(f).(language)
	return l
}
